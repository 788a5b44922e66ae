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
