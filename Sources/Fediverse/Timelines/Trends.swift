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
