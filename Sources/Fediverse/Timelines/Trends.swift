extension Client {
  /// What is in fashion on the server.
  public var trends: Trends { Trends(client: self) }

  /// What is in fashion on the server, the most fashionable first.
  public struct Trends: Sendable {
    let client: Client

    /// The tags that many use.
    public var tags: PagedList<Tag> {
      PagedList(client, .get("/api/v1/trends/tags").needing(.trendingTags))
    }

    /// The statuses that many pass on and favorite.
    public var statuses: PagedList<Status> {
      PagedList(client, .get("/api/v1/trends/statuses").needing(.trendingStatuses))
    }

    /// The pages that many link to.
    public var links: PagedList<PreviewCard> {
      PagedList(client, .get("/api/v1/trends/links").needing(.trendingLinks))
    }
  }
}
