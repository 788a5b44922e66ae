extension Client.Admin {
  /// The calls about what may be shown as in fashion.
  public var trends: Trends { Trends(client: client) }

  /// The calls about what may be shown as in fashion.
  public struct Trends: Sendable {
    let client: Client

    /// What can be in fashion.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
      /// A tag, by its identifier.
      case tags
      /// A status.
      case statuses
      /// A page that many link to, by its identifier.
      case links
    }

    /// The tags that are in fashion, those too that nobody has looked at yet.
    public var tags: PagedList<AdminTag> {
      PagedList(client, .get("/api/v1/admin/trends/tags").needing(.administration))
    }

    /// The statuses that are in fashion, those too that nobody has looked at yet.
    public var statuses: PagedList<Status> {
      PagedList(client, .get("/api/v1/admin/trends/statuses").needing(.administration))
    }

    /// The pages that are in fashion, those too that nobody has looked at yet.
    public var links: PagedList<PreviewCard> {
      PagedList(client, .get("/api/v1/admin/trends/links").needing(.administration))
    }

    /// Lets something be shown as in fashion.
    public func approve(_ subject: Subject, _ id: String) async throws(FediverseError) {
      try await decide("approve", subject, id)
    }

    /// Keeps something from being shown as in fashion.
    public func reject(_ subject: Subject, _ id: String) async throws(FediverseError) {
      try await decide("reject", subject, id)
    }

    private func decide(_ decision: String, _ subject: Subject, _ id: String) async throws(FediverseError) {
      let call = Call.ensure("/api/v1/admin/trends/\(subject.rawValue)/\(id)/\(decision)")
      _ = try await client.perform(call.needing(.administration))
    }
  }

  /// Every tag that the server knows.
  public var tags: PagedList<AdminTag> {
    PagedList(client, .get("/api/v1/admin/tags").needing(.administration))
  }

  /// The tag of this identifier.
  public func tag(_ id: String) async throws(FediverseError) -> AdminTag {
    try await client.perform(.get("/api/v1/admin/tags/\(id)").needing(.administration)).entity()
  }

  /// Says what may become of a tag.
  public func setTag(_ id: String, to change: AdminTag.Change) async throws(FediverseError) -> AdminTag {
    let call = Call.put("/api/v1/admin/tags/\(id)", .json(change.json))
    return try await client.perform(call.needing(.administration)).entity()
  }
}
