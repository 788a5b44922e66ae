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
  /// The pictures that its shortcodes stand for.
  public let emojis: [CustomEmoji]
  /// The whole object as the server sent it.
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
