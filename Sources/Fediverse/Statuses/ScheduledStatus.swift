public import JSONValue

/// A status that its server will publish by itself.
public struct ScheduledStatus: Entity, Hashable, Identifiable {
  /// The identifier, which is not that of the status to come.
  public let id: String
  /// When it will be published.
  public let scheduledAt: Timestamp?
  /// The text as typed.
  public let text: String
  /// Who may see it; the account's default where not given.
  public let visibility: Visibility?
  /// The warning that stands before the text; empty where there is none.
  public let spoilerText: String
  /// Whether its media are hidden until asked for.
  public let isSensitive: Bool?
  /// The language by its ISO 639 code.
  public let language: String?
  /// The status that it answers.
  public let inReplyToID: String?
  /// The answers of its poll; empty where there is none.
  public let pollOptions: [String]
  /// The uploaded media by their identifiers, in order.
  public let mediaIDs: [String]
  /// The uploaded media, in the server's order.
  public let mediaAttachments: [MediaAttachment]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a scheduled status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "scheduled status")
    id = try fields.id()
    scheduledAt = fields.time("scheduled_at")
    let status = fields.fields("params")
    text = status.text("text") ?? status.text("status") ?? ""
    visibility = status.spelling("visibility")
    spoilerText = status.text("spoiler_text") ?? ""
    isSensitive = status.truth("sensitive")
    language = status.word("language")
    inReplyToID = status.word("in_reply_to_id")
    pollOptions = status.fields("poll").texts("options")
    mediaIDs = status.ids("media_ids")
    mediaAttachments = fields.entities("media_attachments")
    raw = json
  }
}
