public import JSONValue

/// What those who look after a server tell everybody on it.
public struct Announcement: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// The text in HTML.
  public let content: String
  /// When it was published.
  public let publishedAt: Timestamp?
  /// When it begins to hold.
  public let startsAt: Timestamp?
  /// When it holds no more.
  public let endsAt: Timestamp?
  /// Whether the signed-in account put it away.
  public let isRead: Bool?
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// Whether its times are days.
  public let isAllDay: Bool
  /// The emojis that it was answered with.
  public let reactions: [EmojiReaction]
  /// The pictures that its shortcodes stand for.
  public let emojis: [CustomEmoji]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads an announcement.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "announcement")
    id = try fields.id()
    content = fields.text("content") ?? ""
    publishedAt = fields.time("published_at")
    startsAt = fields.time("starts_at")
    endsAt = fields.time("ends_at")
    isRead = fields.truth("read")
    updatedAt = fields.time("updated_at")
    isAllDay = fields.truth("all_day") ?? false
    reactions = fields.entities("reactions")
    emojis = fields.entities("emojis")
    raw = json
  }
}
