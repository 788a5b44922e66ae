public import JSONValue

/// One version of a status, from its edit history.
public struct StatusEdit: Entity, Hashable {
  /// The text, as HTML.
  public let content: String
  /// The content warning; empty if there is none.
  public let spoilerText: String
  /// Whether its media are marked as sensitive.
  public let isSensitive: Bool
  /// When this version was published.
  public let createdAt: Timestamp?
  /// The author.
  public let account: Account?
  /// The options of its poll; empty if there is none.
  public let pollOptions: [String]
  /// The media attachments.
  public let mediaAttachments: [MediaAttachment]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a version.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "edit")
    guard fields["content"] != nil || fields["created_at"] != nil else {
      throw ShapeError(path: "edit.content", expected: "text")
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

/// The source text of a status, before rendering.
public struct StatusSource: Entity, Hashable, Identifiable {
  /// The identifier of the status.
  public let id: String
  /// The text as typed.
  public let text: String
  /// The content warning.
  public let spoilerText: String
  /// The MIME type of the text, if the server sends it.
  public let contentType: String?

  /// Decodes the source of a status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "source")
    id = try fields.id()
    text = fields.text("text") ?? ""
    spoilerText = fields.text("spoiler_text") ?? ""
    contentType = fields.word("content_type")
  }
}
