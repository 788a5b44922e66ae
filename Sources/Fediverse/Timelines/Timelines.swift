extension Client {
  /// The lists of statuses.
  public var timelines: Timelines { Timelines(client: self) }

  /// The statuses that the signed-in account favorited, in the order in which it did.
  public var favorites: PagedList<Status> { PagedList(self, .get("/api/v1/favourites")) }

  /// The statuses that the signed-in account bookmarked, in the order in which it did.
  public var bookmarks: PagedList<Status> { PagedList(self, .get("/api/v1/bookmarks").needing(.bookmarks)) }

  /// The lists of statuses, newest first.
  public struct Timelines: Sendable {
    let client: Client

    /// What those whom the signed-in account follows publish and pass on.
    public var home: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/home"))
    }

    /// What is published for everybody, everywhere that the server knows of.
    ///
    /// - Parameters:
    ///   - isLocal: whether only what the server's own people publish is wanted.
    ///   - isRemote: whether only what others publish is wanted.
    ///   - onlyMedia: whether only what shows media is wanted.
    public func `public`(
      local isLocal: Bool = false, remote isRemote: Bool = false, onlyMedia: Bool = false
    ) -> PagedList<Status> {
      PagedList(
        ordered: client,
        .get(
          "/api/v1/timelines/public", Self.set([("local", isLocal), ("remote", isRemote), ("only_media", onlyMedia)])))
    }

    /// What is published under a tag, written with or without its `#`.
    ///
    /// - Parameters:
    ///   - name: the tag.
    ///   - isLocal: whether only what the server's own people publish is wanted.
    ///   - onlyMedia: whether only what shows media is wanted.
    ///   - others: tags that do as well.
    ///   - all: tags that must be there too.
    ///   - none: tags that must not be there.
    public func tag(
      _ name: String, local isLocal: Bool = false, onlyMedia: Bool = false, or others: [String] = [],
      and all: [String] = [], not none: [String] = []
    ) -> PagedList<Status> {
      var query = Self.set([("local", isLocal), ("only_media", onlyMedia)])
      for (field, names) in [("any[]", others), ("all[]", all), ("none[]", none)] {
        query += names.map { (name: field, value: Self.bare($0)) }
      }
      return PagedList(ordered: client, .get("/api/v1/timelines/tag/\(Self.bare(name))", query))
    }

    /// What is published with a link to a page, which the server must know as one that many link to.
    public func link(_ url: String) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/link", [("url", url)]).needing(.linkTimeline))
    }

    /// What is published for few, the signed-in account among them; newer servers have conversations instead.
    public var direct: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/direct").needing(.directTimeline))
    }

    /// What is published on the servers that this one feels close to (Akkoma).
    public var bubble: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/bubble").needing(.bubbleTimeline))
    }

    /// What the members of a list publish and pass on.
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
