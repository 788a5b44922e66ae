extension Client {
  /// The lists of statuses.
  public var timelines: Timelines { Timelines(client: self) }

  /// The statuses that the signed-in account favorited, in the order in which it did.
  public var favorites: PagedList<Status> { PagedList(self, .get("/api/v1/favourites")) }

  /// The statuses that the signed-in account bookmarked, in the order in which it did.
  public var bookmarks: PagedList<Status> { PagedList(self, .get("/api/v1/bookmarks")) }

  /// The lists of statuses, newest first.
  public struct Timelines: Sendable {
    let client: Client

    /// What those whom the signed-in account follows publish and pass on.
    public var home: PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/home"))
    }

    /// What is published for everybody, everywhere that the server knows of or on the server alone.
    public func `public`(local isLocal: Bool = false) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/public", isLocal ? [("local", "true")] : []))
    }

    /// What is published under a tag, written with or without its `#`.
    public func tag(_ name: String, local isLocal: Bool = false) -> PagedList<Status> {
      let bare = name.hasPrefix("#") ? String(name.dropFirst()) : name
      return PagedList(ordered: client, .get("/api/v1/timelines/tag/\(bare)", isLocal ? [("local", "true")] : []))
    }

    /// What the members of a list publish and pass on.
    public func list(_ id: String) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/timelines/list/\(id)"))
    }
  }
}
