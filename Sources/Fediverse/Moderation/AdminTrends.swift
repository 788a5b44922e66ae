public import JSONValue

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

/// A hashtag with the details visible to moderators.
public struct AdminTag: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The name without `#`.
  public let name: String
  /// The URL of the hashtag's page on the server.
  public let url: String?
  /// The use per day, latest day first.
  public let history: [DailyUse]
  /// Whether it may trend.
  public let isTrendable: Bool?
  /// Whether statuses may use it.
  public let isUsable: Bool?
  /// Whether it may be found in searches and suggestions.
  public let isListable: Bool?
  /// Whether it awaits review by a moderator.
  public let requiresReview: Bool?

  /// Decodes a hashtag.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "tag")
    id = try fields.id()
    name = fields.text("name") ?? ""
    url = fields.word("url")
    history = fields.entities("history")
    isTrendable = fields.truth("trendable")
    isUsable = fields.truth("usable")
    isListable = fields.truth("listable")
    requiresReview = fields.truth("requires_review")
  }

  /// Changes to a hashtag. Properties that are `nil` stay unchanged.
  public struct Change: Sendable, Hashable {
    /// The name in another capitalization.
    public var displayName: String?
    /// Whether it may trend.
    public var isTrendable: Bool?
    /// Whether statuses may use it.
    public var isUsable: Bool?
    /// Whether it may be found in searches and suggestions.
    public var isListable: Bool?

    /// Creates changes without any change.
    public init() {}

    var json: JSON {
      .members([
        "display_name": displayName.map(JSON.string),
        "trendable": isTrendable.map(JSON.bool),
        "usable": isUsable.map(JSON.bool),
        "listable": isListable.map(JSON.bool),
      ])
    }
  }
}
