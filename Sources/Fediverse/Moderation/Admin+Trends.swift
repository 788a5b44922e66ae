extension Client.Admin {
  /// The calls about reviewing trends.
  public var trends: Trends { Trends(client: client) }

  /// The calls about reviewing trends.
  public struct Trends: Sendable {
    let client: Client

    /// What can trend.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
      /// A hashtag, by identifier.
      case tags
      /// A status.
      case statuses
      /// A link, by identifier.
      case links
    }

    /// The trending hashtags, including those not reviewed yet.
    public var tags: PagedList<AdminTag> {
      PagedList(client, .get("/api/v1/admin/trends/tags").needing(.administration))
    }

    /// The trending statuses, including those not reviewed yet.
    public var statuses: PagedList<Status> {
      PagedList(client, .get("/api/v1/admin/trends/statuses").needing(.administration))
    }

    /// The trending links, including those not reviewed yet.
    public var links: PagedList<PreviewCard> {
      PagedList(client, .get("/api/v1/admin/trends/links").needing(.administration))
    }

    /// Allows something to trend.
    public func approve(_ subject: Subject, _ id: String) async throws(FediverseError) {
      try await decide("approve", subject, id)
    }

    /// Prevents something from trending.
    public func reject(_ subject: Subject, _ id: String) async throws(FediverseError) {
      try await decide("reject", subject, id)
    }

    private func decide(_ decision: String, _ subject: Subject, _ id: String) async throws(FediverseError) {
      let call = Call.ensure("/api/v1/admin/trends/\(subject.rawValue)/\(id)/\(decision)")
      _ = try await client.perform(call.needing(.administration))
    }
  }

  /// The hashtags known to the server.
  public var tags: PagedList<AdminTag> {
    PagedList(client, .get("/api/v1/admin/tags").needing(.administration))
  }

  /// Fetches a hashtag by identifier.
  public func tag(_ id: String) async throws(FediverseError) -> AdminTag {
    try await client.perform(.get("/api/v1/admin/tags/\(id)").needing(.administration)).entity()
  }

  /// Changes what a hashtag may be used for.
  public func setTag(_ id: String, to change: AdminTag.Change) async throws(FediverseError) -> AdminTag {
    let call = Call.put("/api/v1/admin/tags/\(id)", .json(change.json))
    return try await client.perform(call.needing(.administration)).entity()
  }
}
