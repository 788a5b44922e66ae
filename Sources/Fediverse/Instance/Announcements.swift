public import JSONValue

extension Client {
  /// The calls about what those who look after the server tell.
  public var announcements: Announcements { Announcements(client: self) }

  /// The calls about what those who look after the server tell.
  public struct Announcements: Sendable {
    let client: Client

    /// What is told at present.
    ///
    /// - Parameter isAll: whether what was put away is wanted too.
    public func list(withDismissed isAll: Bool = false) async throws(FediverseError) -> Rows<Announcement> {
      let query = isAll ? [(name: "with_dismissed", value: "true")] : []
      return try await client.perform(.get("/api/v1/announcements", query).needing(.announcements)).rows()
    }

    /// Puts an announcement away.
    public func dismiss(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/announcements/\(id)/dismiss").needing(.announcements))
    }

    /// Answers an announcement with an emoji, or with a picture of the server by its shortcode.
    public func react(_ emoji: String, to id: String) async throws(FediverseError) {
      let call = Call.put("/api/v1/announcements/\(id)/reactions/\(emoji)")
      _ = try await client.perform(call.needing(.announcementReactions))
    }

    /// Takes an answer by an emoji back.
    public func unreact(_ emoji: String, to id: String) async throws(FediverseError) {
      let call = Call.delete("/api/v1/announcements/\(id)/reactions/\(emoji)")
      _ = try await client.perform(call.needing(.announcementReactions))
    }
  }
}

/// What those who look after a server tell everybody on it.
public struct Announcement: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
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
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The whole object as sent by the server.
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

/// How often an announcement is answered with an emoji by now.
public struct AnnouncementReaction: Entity, Hashable {
  /// The announcement.
  public let announcementID: String
  /// The emoji, or the shortcode of one of the server's own.
  public let name: String
  /// How many accounts have answered with it.
  public let count: Int

  /// Reads a reaction.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "reaction")
    guard let id = fields.word("announcement_id"), let name = fields.word("name") else {
      throw ShapeError(path: "reaction.announcement_id", expected: "an identifier")
    }
    announcementID = id
    self.name = name
    count = fields.count("count") ?? 0
  }
}
