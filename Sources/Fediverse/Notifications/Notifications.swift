public import JSONValue

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

extension Client.Notifications {
  /// Dismisses one notification.
  public func dismiss(_ id: String) async throws(FediverseError) {
    await client.announce(.notificationDismissal)
    do throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/notifications/\(id)/dismiss"))
    } catch  where error.kind == .notFound || error.kind == .unsupported {
      let failure = error
      do throws(FediverseError) { _ = try await notification(id) } catch {
        if error.kind == .notFound, failure.meansRemoved { return }
        throw error
      }
      try await dismissByForm(id)
    }
  }

  /// Dismisses all notifications.
  public func dismissAll() async throws(FediverseError) {
    _ = try await client.perform(.ensure("/api/v1/notifications/clear"))
  }

  /// Dismisses through the path used before Mastodon 2.6, which some servers still have.
  private func dismissByForm(_ id: String) async throws(FediverseError) {
    do throws(FediverseError) {
      _ = try await client.perform(
        .ensure("/api/v1/notifications/dismiss", .form([("id", id)])).needing(.notificationDismissal))
    } catch  where error.kind == .notFound || error.kind == .unsupported {
      throw .noDismissal(client.server)
    }
  }
}

/// A filter for kinds of notifications, translated to the query parameters of each software.
struct NotificationFilter: Sendable, Hashable {
  /// The kinds to include; empty for all.
  var kinds: [NotificationKind] = []
  /// The kinds to exclude.
  var excluded: [NotificationKind] = []
  /// The identifier of the account that caused them; `nil` for all.
  var author: String?

  /// Returns the query items of the filter.
  ///
  /// - Parameter flavor: the server's software; `nil` is treated as Mastodon.
  func fields(for flavor: Flavor?) -> [(name: String, value: String)] {
    switch flavor {
    case .pleroma, .akkoma:
      // Newer versions also know Mastodon's name.
      Self.fields("include_types[]", kinds) + Self.fields("types[]", kinds) + Self.fields("exclude_types[]", excluded)
    case .friendica, .sharkey: Self.fields("exclude_types[]", inverse)
    default: Self.fields("types[]", kinds) + Self.fields("exclude_types[]", excluded)
    }
  }

  /// The query for a page of these notifications.
  ///
  /// - Parameter id: the identifier of a notification; the page begins with the next older one.
  func query(limit: Int?, after id: String? = nil, for flavor: Flavor?) -> QueryItems {
    var query = QueryItems()
    query.set("limit", limit)
    query.set("max_id", id)
    query.add(fields(for: flavor))
    query.set("account_id", author)
    return query
  }

  /// The excluded kinds, for servers that can only exclude.
  private var inverse: [NotificationKind] {
    guard !kinds.isEmpty else { return excluded }
    let others = Self.common.filter { !kinds.contains($0) }
    return others + excluded.filter { !others.contains($0) }
  }

  /// The kinds known to servers that can only exclude.
  private static let common: [NotificationKind] = [
    .mention, .reblog, .favorite, .follow, .followRequest, .poll, .status, .update, .reaction,
  ]

  private static func fields(_ name: String, _ kinds: [NotificationKind]) -> [(name: String, value: String)] {
    kinds.map { (name: name, value: $0.rawValue) }
  }
}

/// A notification to the signed-in account.
public struct Notification: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The kind of event.
  public let kind: NotificationKind
  /// When it happened.
  public let createdAt: Timestamp?
  /// The account that caused it.
  public let account: Account?
  /// The status it is about.
  public let status: Status?
  /// The key of its notification group.
  public let groupKey: String?
  /// The emoji of a reaction.
  public let emoji: String?
  /// The image URL of a custom emoji.
  public let emojiURL: String?
  /// The report it is about, for moderators.
  public let report: AdminReport?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a notification.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "notification")
    id = try fields.id()
    kind = NotificationKind(rawValue: fields.text("type") ?? "")
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    status = fields.entity("status")
    groupKey = fields.word("group_key")
    emoji = fields.word("emoji") ?? fields.fields("reaction").word("name")
    emojiURL = fields.word("emoji_url") ?? fields.fields("reaction").word("url")
    report = fields.entity("report")
    raw = json
  }
}

/// The kind of a notification.
public struct NotificationKind: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Someone mentioned you.
  public static let mention = NotificationKind(rawValue: "mention")
  /// Someone reblogged your status.
  public static let reblog = NotificationKind(rawValue: "reblog")
  /// Someone favorited your status.
  public static let favorite = NotificationKind(rawValue: "favourite")
  /// Someone followed you.
  public static let follow = NotificationKind(rawValue: "follow")
  /// Someone requested to follow you.
  public static let followRequest = NotificationKind(rawValue: "follow_request")
  /// A poll you voted in or created has ended.
  public static let poll = NotificationKind(rawValue: "poll")
  /// Someone you subscribed to posted.
  public static let status = NotificationKind(rawValue: "status")
  /// A status you interacted with was edited.
  public static let update = NotificationKind(rawValue: "update")
  /// Someone quoted your status.
  public static let quote = NotificationKind(rawValue: "quote")
  /// A status you quoted was edited.
  public static let quotedUpdate = NotificationKind(rawValue: "quoted_update")
  /// Someone added you to a collection.
  public static let addedToCollection = NotificationKind(rawValue: "added_to_collection")
  /// A collection that includes you was changed.
  public static let collectionUpdate = NotificationKind(rawValue: "collection_update")
  /// A moderation decision or a domain block severed some of your relationships.
  public static let severedRelationships = NotificationKind(rawValue: "severed_relationships")
  /// Moderators warned you or acted on your account.
  public static let moderationWarning = NotificationKind(rawValue: "moderation_warning")
  /// Someone registered (for moderators).
  public static let adminSignUp = NotificationKind(rawValue: "admin.sign_up")
  /// Someone reported an account (for moderators).
  public static let adminReport = NotificationKind(rawValue: "admin.report")
  /// Someone reacted to your status with an emoji (Iceshrimp, Sharkey, forks of Mastodon).
  public static let reaction = NotificationKind(rawValue: "reaction")
  /// Someone reacted to your status with an emoji (Pleroma, Akkoma).
  public static let emojiReaction = NotificationKind(rawValue: "pleroma:emoji_reaction")
  /// An account you follow moved (Pleroma, Akkoma).
  public static let move = NotificationKind(rawValue: "move")
}

extension FediverseError {
  fileprivate static func foreignPage(_ link: PageLink, _ server: ServerAddress) -> FediverseError {
    let detail = "the link to the next page leads to another server, '\(link.url.origin)'"
    return FediverseError(.insecure, server: server, detail: detail)
  }

  fileprivate static func noDismissal(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "it cannot dismiss single notifications")
  }
}
