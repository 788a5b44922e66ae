public import JSONValue

/// One edition of a status, as its history has it.
public struct StatusEdit: Entity, Hashable {
  /// The text in HTML.
  public let content: String
  /// The warning that stands before the text; empty where there is none.
  public let spoilerText: String
  /// Whether its media are hidden until asked for.
  public let isSensitive: Bool
  /// When the status became so.
  public let createdAt: Timestamp?
  /// Who made it so.
  public let account: Account?
  /// The answers of its poll; empty where there is none.
  public let pollOptions: [String]
  /// Pictures, films and sounds.
  public let mediaAttachments: [MediaAttachment]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads an edition, which needs a text or a time.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "edit")
    guard fields["content"] != nil || fields["created_at"] != nil else {
      throw ShapeError(path: "edit.content", expected: "a text")
    }
    content = fields.text("content") ?? ""
    spoilerText = fields.text("spoiler_text") ?? ""
    isSensitive = fields.truth("sensitive") ?? false
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    pollOptions = fields.fields("poll").array("options").compactMap { $0["title"]?.string }
    mediaAttachments = fields.entities("media_attachments")
    emojis = fields.entities("emojis")
    raw = json
  }
}

/// The text of a status as it was typed.
public struct StatusSource: Entity, Hashable, Identifiable {
  /// The identifier of the status.
  public let id: String
  /// The text.
  public let text: String
  /// The warning that stands before it.
  public let spoilerText: String
  /// How the text is marked up, where the server says so.
  public let contentType: String?

  /// Reads the source of a status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "source")
    id = try fields.id()
    text = fields.text("text") ?? ""
    spoilerText = fields.text("spoiler_text") ?? ""
    contentType = fields.word("content_type")
  }
}
