public import JSONValue

extension Client {
  /// The trends on the server.
  public var trends: Trends { Trends(client: self) }

  /// The trends on the server, strongest first.
  public struct Trends: Sendable {
    let client: Client

    /// The trending hashtags.
    public var tags: PagedList<Tag> {
      PagedList(client, .get("/api/v1/trends/tags").needing(.trendingTags))
    }

    /// The trending statuses.
    public var statuses: PagedList<Status> {
      PagedList(client, .get("/api/v1/trends/statuses").needing(.trendingStatuses))
    }

    /// The trending links.
    public var links: PagedList<PreviewCard> {
      PagedList(client, .get("/api/v1/trends/links").needing(.trendingLinks))
    }
  }
}

/// The use of a hashtag or link on one day.
public struct DailyUse: Entity, Hashable {
  /// The start of the day.
  public let day: Timestamp?
  /// The number of uses.
  public let uses: Int
  /// The number of accounts that used it.
  public let accounts: Int

  /// Decodes the use on one day.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "day")
    day = fields.time("day")
    uses = fields.count("uses") ?? 0
    accounts = fields.count("accounts") ?? 0
  }
}
