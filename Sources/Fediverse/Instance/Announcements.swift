public import JSONValue

extension Client {
  /// The calls about the server's announcements.
  public var announcements: Announcements { Announcements(client: self) }

  /// The calls about the server's announcements.
  public struct Announcements: Sendable {
    let client: Client

    /// Lists the current announcements.
    ///
    /// - Parameter isAll: whether to include dismissed announcements.
    public func list(withDismissed isAll: Bool = false) async throws(FediverseError) -> Rows<Announcement> {
      let query = isAll ? [(name: "with_dismissed", value: "true")] : []
      return try await client.perform(.get("/api/v1/announcements", query).needing(.announcements)).rows()
    }

    /// Dismisses an announcement.
    public func dismiss(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/announcements/\(id)/dismiss").needing(.announcements))
    }

    /// Adds an emoji reaction to an announcement: a Unicode emoji, or the shortcode of a custom one.
    public func react(_ emoji: String, to id: String) async throws(FediverseError) {
      let call = Call.put("/api/v1/announcements/\(id)/reactions/\(emoji)")
      _ = try await client.perform(call.needing(.announcementReactions))
    }

    /// Removes your emoji reaction from an announcement.
    public func unreact(_ emoji: String, to id: String) async throws(FediverseError) {
      let call = Call.delete("/api/v1/announcements/\(id)/reactions/\(emoji)")
      _ = try await client.perform(call.needing(.announcementReactions))
    }
  }
}

/// An announcement by the server's administrators.
public struct Announcement: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The text, as HTML.
  public let content: String
  /// When it was published.
  public let publishedAt: Timestamp?
  /// When the announced event starts.
  public let startsAt: Timestamp?
  /// When the announced event ends.
  public let endsAt: Timestamp?
  /// Whether the signed-in account dismissed it.
  public let isRead: Bool?
  /// When it was last edited.
  public let updatedAt: Timestamp?
  /// Whether start and end are whole days.
  public let isAllDay: Bool
  /// The emoji reactions to it.
  public let reactions: [EmojiReaction]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes an announcement.
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

/// The updated count of one emoji reaction to an announcement.
public struct AnnouncementReaction: Entity, Hashable {
  /// The identifier of the announcement.
  public let announcementID: String
  /// The emoji, or the shortcode of a custom one.
  public let name: String
  /// The number of accounts that reacted with it.
  public let count: Int

  /// Decodes a reaction.
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
