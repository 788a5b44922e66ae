import JSONValue

extension Client {
  /// The calls about notifications.
  public var notifications: Notifications { Notifications(client: self) }

  /// The calls about notifications.
  public struct Notifications: Sendable {
    let client: Client

    /// The newest page, or the page of what is older than a notification.
    ///
    /// - Parameters:
    ///   - limit: how many are wanted; servers give no more than 80, some fewer.
    ///   - id: the notification that the page begins after.
    ///   - kinds: which kinds are wanted; all where empty.
    ///   - excluded: which kinds are not wanted.
    public func list(
      limit: Int? = nil, after id: String? = nil, kinds: [NotificationKind] = [],
      excluding excluded: [NotificationKind] = []
    ) async throws(FediverseError) -> Page<Notification> {
      try await client.perform(call(limit: limit, after: id, kinds: kinds, excluding: excluded)).page()
    }

    /// Every notification, newest first.
    ///
    /// - Parameters:
    ///   - kinds: which kinds are wanted; all where empty.
    ///   - excluded: which kinds are not wanted.
    public func all(
      of kinds: [NotificationKind] = [], excluding excluded: [NotificationKind] = []
    ) -> PagedList<Notification> {
      PagedList(ordered: client, call(limit: nil, after: nil, kinds: kinds, excluding: excluded))
    }

    /// The page that a link leads to, which must be one of the same server.
    public func page(at link: PageLink) async throws(FediverseError) -> Page<Notification> {
      try await client.page(at: link).page()
    }

    /// The notification of this identifier.
    public func notification(_ id: String) async throws(FediverseError) -> Notification {
      do throws(FediverseError) {
        return try await client.perform(.get("/api/v1/notifications/\(id)")).entity()
      } catch  where error.kind == .notFound {
        // Firefish and Sharkey spell the path of a single one in the singular.
        let answer = try? await client.perform(.get("/api/v1/notification/\(id)"))
        guard let notification = try? answer?.entity(as: Notification.self) else { throw error }
        return notification
      }
    }

    /// Removes one notification.
    public func dismiss(_ id: String) async throws(FediverseError) {
      do throws(FediverseError) {
        _ = try await client.perform(.ensure("/api/v1/notifications/\(id)/dismiss"))
      } catch  where error.kind == .notFound || error.kind == .unsupported {
        _ = try await notification(id)
        try await dismissByForm(id)
      }
    }

    /// Removes every notification.
    public func dismissAll() async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/notifications/clear"))
    }

    /// The path that servers had before Mastodon 2.6, which some still have instead.
    private func dismissByForm(_ id: String) async throws(FediverseError) {
      do throws(FediverseError) {
        _ = try await client.perform(
          .ensure("/api/v1/notifications/dismiss", .form([("id", id)])).needing(.notificationDismissal))
      } catch  where error.kind == .notFound || error.kind == .unsupported {
        throw .noDismissal(client.server)
      }
    }

    func answer(limit: Int?, after id: String?, kinds: [NotificationKind]) async throws(FediverseError) -> Answer {
      try await client.perform(call(limit: limit, after: id, kinds: kinds))
    }

    func call(
      limit: Int?, after id: String?, kinds: [NotificationKind], excluding excluded: [NotificationKind] = []
    ) -> Call {
      var query: [(name: String, value: String)] = []
      if let limit { query.append(("limit", String(limit))) }
      if let id { query.append(("max_id", id)) }
      query += NotificationChoice(kinds: kinds, excluded: excluded).fields(for: client.knownFlavor)
      return .get("/api/v1/notifications", query)
    }
  }

  /// The answer that a link leads to. Only the path counts, so that the token never goes to another server.
  func page(at link: PageLink) async throws(FediverseError) -> Answer {
    guard link.url.origin.host == server.host else { throw .foreignPage(link, server) }
    let target = link.url.target
    let path = Path(verbatim: link.url.path)
    guard let mark = target.firstIndex(of: "?") else { return try await perform(.get(path)) }
    return try await perform(Call(method: .get, path: path, opaqueQuery: String(target[target.index(after: mark)...])))
  }
}

extension FediverseError {
  fileprivate static func noDismissal(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "it has no way to dismiss one notification")
  }

  fileprivate static func foreignPage(_ link: PageLink, _ server: ServerAddress) -> FediverseError {
    let detail = "the next page is said to be at '\(link.url.origin)', another server"
    return FediverseError(.insecure, server: server, detail: detail)
  }
}

extension Client.Notifications {
  /// The newest notifications, newest first, from as many pages as it takes.
  ///
  /// The page's `next` is set where the server has older ones, and leads on after the last row of this page. It ends
  /// early where the server begins to repeat itself.
  public func newest(
    _ count: Int, kinds: [NotificationKind] = []
  ) async throws(FediverseError) -> Page<Notification> {
    let found = try await all(of: kinds).collect(limit: max(count, 0))
    return Page(rows: found.rows, next: found.next, previous: nil, rateLimit: found.rateLimit)
  }
}

extension Client.Notifications {
  /// How many notifications have not been read, up to a limit of the server.
  ///
  /// - Parameters:
  ///   - limit: where counting ends; servers take no more than 1000.
  ///   - kinds: which kinds count; all where empty.
  ///   - excluded: which kinds do not count.
  public func unreadCount(
    limit: Int? = nil, kinds: [NotificationKind] = [], excluding excluded: [NotificationKind] = []
  ) async throws(FediverseError) -> Int {
    var query = limit.map { [(name: "limit", value: String($0))] } ?? []
    query += NotificationChoice(kinds: kinds, excluded: excluded).fields(for: client.knownFlavor)
    let call = Call.get("/api/v1/notifications/unread_count", query).needing(.unreadNotificationCount)
    let count: Count = try await client.perform(call).entity()
    return count.count
  }
}

/// A number that a server gives alone.
struct Count: Entity {
  let count: Int

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "count")
    guard let count = fields.count("count") else { throw ShapeError(path: "count", expected: "a whole number") }
    self.count = count
  }
}
