extension Client {
  /// The timelines.
  public var timelines: Timelines { Timelines(client: self) }

  /// The statuses you favorited, in the order of the favorites.
  public var favorites: PagedList<Status> { PagedList(self, .get("/api/v1/favourites")) }

  /// The statuses you bookmarked, in the order of the bookmarks.
  public var bookmarks: PagedList<Status> { PagedList(self, .get("/api/v1/bookmarks").needing(.bookmarks)) }

  /// The timelines, newest status first.
  public struct Timelines: Sendable {
    let client: Client

    /// The home timeline: statuses and reblogs by the accounts you follow.
    public var home: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/home"))
    }

    /// The public timeline: all public statuses known to the server.
    ///
    /// - Parameters:
    ///   - isLocal: whether to include only statuses of this server.
    ///   - isRemote: whether to include only statuses of other servers.
    ///   - onlyMedia: whether to include only statuses with media.
    public func `public`(
      local isLocal: Bool = false, remote isRemote: Bool = false, onlyMedia: Bool = false
    ) -> PagedList<Status> {
      PagedList(
        ordered: client,
        .get(
          "/api/v1/timelines/public", Self.set([("local", isLocal), ("remote", isRemote), ("only_media", onlyMedia)])))
    }

    /// The public statuses with a hashtag, whose name is accepted with or without `#`.
    ///
    /// - Parameters:
    ///   - name: the hashtag.
    ///   - isLocal: whether to include only statuses of this server.
    ///   - onlyMedia: whether to include only statuses with media.
    ///   - others: alternative hashtags; statuses need only one.
    ///   - all: further hashtags that statuses must have.
    ///   - none: hashtags that statuses must not have.
    public func tag(
      _ name: String, local isLocal: Bool = false, onlyMedia: Bool = false, or others: [String] = [],
      and all: [String] = [], not none: [String] = []
    ) -> PagedList<Status> {
      var query = Self.set([("local", isLocal), ("only_media", onlyMedia)])
      for (field, names) in [("any[]", others), ("all[]", all), ("none[]", none)] {
        query += names.map { (name: field, value: Self.bare($0)) }
      }
      // GoToSocial does not know a hashtag that nobody has used yet.
      return PagedList(ordered: client, .get("/api/v1/timelines/tag/\(Self.bare(name))", query))
        .emptyIfMissing(on: .gotosocial)
    }

    /// The public statuses that link to a page; the page must be trending.
    public func link(_ url: String) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/link", [("url", url)]).needing(.linkTimeline))
    }

    /// The direct messages to and from you; newer servers have conversations instead.
    public var direct: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/direct").needing(.directTimeline))
    }

    /// The public statuses of the servers in this server's bubble (Akkoma).
    public var bubble: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/bubble").needing(.bubbleTimeline))
    }

    /// The statuses and reblogs by the members of a list.
    public func list(_ id: String) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/list/\(id)"))
    }

    private static func bare(_ name: String) -> String {
      name.hasPrefix("#") ? String(name.dropFirst()) : name
    }

    private static func set(_ switches: [(name: String, isOn: Bool)]) -> [(name: String, value: String)] {
      switches.filter(\.isOn).map { ($0.name, "true") }
    }
  }
}
