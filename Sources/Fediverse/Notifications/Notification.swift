public import JSONValue

/// Something that happened to the signed-in account.
public struct Notification: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// What happened.
  public let kind: NotificationKind
  /// When it happened.
  public let createdAt: Timestamp?
  /// Who did it.
  public let account: Account?
  /// The status that it is about.
  public let status: Status?
  /// What it is grouped with others by.
  public let groupKey: String?
  /// The emoji that a status was answered with.
  public let emoji: String?
  /// The picture that the emoji is, where it is one.
  public let emojiURL: String?
  /// The report that it is about, where those who look after the server are told of one.
  public let report: AdminReport?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a notification.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "notification")
    id = try fields.id()
    kind = NotificationKind(rawValue: fields.text("type") ?? "")
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    status = fields.entity("status")
    groupKey = fields.word("group_key")
    emoji = fields.word("emoji") ?? fields.fields("reaction").word("name")
    emojiURL = fields.word("emoji_url") ?? fields.fields("reaction").word("url")
    report = fields.entity("report")
    raw = json
  }
}
