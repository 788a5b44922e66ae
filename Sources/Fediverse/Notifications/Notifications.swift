import JSONValue

extension Client {
  /// The calls about notifications.
  public var notifications: Notifications { Notifications(client: self) }

  /// The calls about notifications.
  public struct Notifications: Sendable {
    let client: Client

    /// Lists the newest notifications, or those older than a given one.
    ///
    /// - Parameters:
    ///   - limit: the greatest number of notifications; servers cap it at 80 or less.
    ///   - id: the identifier of a notification; the page begins with the next older one.
    ///   - kinds: the kinds to include; empty for all.
    ///   - excluded: the kinds to exclude.
    public func list(
      limit: Int? = nil, after id: String? = nil, kinds: [NotificationKind] = [],
      excluding excluded: [NotificationKind] = []
    ) async throws(FediverseError) -> Page<Notification> {
      try await client.perform(call(limit: limit, after: id, kinds: kinds, excluding: excluded)).page()
    }

    /// Returns all notifications, newest first.
    ///
    /// - Parameters:
    ///   - kinds: the kinds to include; empty for all.
    ///   - excluded: the kinds to exclude.
    ///   - accountID: the account that caused them; anyone if `nil`.
    public func all(
      of kinds: [NotificationKind] = [], excluding excluded: [NotificationKind] = [], from accountID: String? = nil
    ) -> PagedList<Notification> {
      let call = call(limit: nil, after: nil, kinds: kinds, excluding: excluded, from: accountID)
      let list = PagedList<Notification>(ordered: client, call)
      guard !kinds.isEmpty || !excluded.isEmpty || accountID != nil else { return list }
      return list.matching { notification in
        (kinds.isEmpty || kinds.contains(notification.kind)) && !excluded.contains(notification.kind)
          && (accountID == nil || notification.account?.id == accountID)
      }
    }

    /// Fetches the page of a link, which must belong to the same server.
    public func page(at link: PageLink) async throws(FediverseError) -> Page<Notification> {
      try await client.page(at: link).page()
    }

    /// Fetches a notification by identifier.
    public func notification(_ id: String) async throws(FediverseError) -> Notification {
      do throws(FediverseError) {
        return try await client.perform(.get("/api/v1/notifications/\(id)")).entity()
      } catch  where error.kind == .notFound {
        // Firefish and Sharkey use the singular in the path of a single notification.
        let response = try? await client.perform(.get("/api/v1/notification/\(id)"))
        guard let notification = try? response?.entity(as: Notification.self) else { throw error }
        return notification
      }
    }

    func response(limit: Int?, after id: String?, kinds: [NotificationKind]) async throws(FediverseError)
      -> CallResponse
    {
      try await client.perform(call(limit: limit, after: id, kinds: kinds))
    }

    func call(
      limit: Int?, after id: String?, kinds: [NotificationKind], excluding excluded: [NotificationKind] = [],
      from accountID: String? = nil
    ) -> Call {
      let filter = NotificationFilter(kinds: kinds, excluded: excluded, author: accountID)
      return .get("/api/v1/notifications", filter.query(limit: limit, after: id, for: client.knownFlavor).pairs)
    }
  }

  /// Fetches the page of a link. Only its path is used, so that the token never goes to another server.
  func page(at link: PageLink) async throws(FediverseError) -> CallResponse {
    guard link.url.origin.host == server.host else { throw .foreignPage(link, server) }
    let target = link.url.target
    let path = Path(verbatim: link.url.path)
    guard let mark = target.firstIndex(of: "?") else { return try await perform(.get(path)) }
    return try await perform(Call(method: .get, path: path, opaqueQuery: String(target[target.index(after: mark)...])))
  }
}

extension FediverseError {
  fileprivate static func foreignPage(_ link: PageLink, _ server: ServerAddress) -> FediverseError {
    let detail = "the link to the next page leads to another server, '\(link.url.origin)'"
    return FediverseError(.insecure, server: server, detail: detail)
  }
}

extension Client.Notifications {
  /// Fetches the newest notifications, newest first, from as many pages as needed.
  ///
  /// The `next` link of the result continues after its last row, if the server has older notifications. The result ends
  /// early if the server begins to repeat pages.
  public func newest(
    _ count: Int, kinds: [NotificationKind] = []
  ) async throws(FediverseError) -> Page<Notification> {
    let found = try await all(of: kinds).collect(limit: max(count, 0))
    return Page(rows: found.rows, next: found.next, previous: nil, rateLimit: found.rateLimit)
  }
}

extension Client.Notifications {
  /// Counts the unread notifications, up to a limit of the server.
  ///
  /// - Parameters:
  ///   - limit: the greatest count; servers cap it at 1000.
  ///   - kinds: the kinds to count; empty for all.
  ///   - excluded: the kinds not to count.
  ///   - accountID: the account that caused them; `nil` for all.
  ///   - isGrouped: whether to count groups instead (Mastodon 4.3).
  public func unreadCount(
    limit: Int? = nil, kinds: [NotificationKind] = [], excluding excluded: [NotificationKind] = [],
    from accountID: String? = nil, isGrouped: Bool = false
  ) async throws(FediverseError) -> Int {
    let filter = NotificationFilter(kinds: kinds, excluded: excluded, author: accountID)
    let query = filter.query(limit: limit, for: client.knownFlavor)
    let call: Call =
      isGrouped
      ? .get("/api/v2/notifications/unread_count", query.pairs).needing(.groupedNotifications)
      : .get("/api/v1/notifications/unread_count", query.pairs).needing(.unreadNotificationCount)
    let count: Count = try await client.perform(call).entity()
    return count.count
  }
}

/// A response that is only a number.
private struct Count: Entity {
  let count: Int

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "count")
    guard let count = fields.count("count") else { throw ShapeError(path: "count", expected: "a whole number") }
    self.count = count
  }
}
