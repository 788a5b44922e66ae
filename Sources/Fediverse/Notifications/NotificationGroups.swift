public import JSONValue

extension Client.Notifications {
  /// The calls about grouped notifications.
  public var groups: Groups { Groups(client: client) }

  /// The calls about grouped notifications (Mastodon 4.3).
  public struct Groups: Sendable {
    let client: Client

    /// Lists the newest groups, newest first.
    ///
    /// - Parameters:
    ///   - limit: the greatest number of groups; servers cap it at 80.
    ///   - id: the identifier of a notification; the page begins with the next older one.
    ///   - kinds: the kinds to include; empty for all.
    ///   - excluded: the kinds to exclude.
    ///   - accountID: the account that caused them; `nil` for all.
    ///   - grouped: the kinds to group; empty for the server's default.
    public func list(
      limit: Int? = nil, after id: String? = nil, kinds: [NotificationKind] = [],
      excluding excluded: [NotificationKind] = [], from accountID: String? = nil,
      grouping grouped: [NotificationKind] = []
    ) async throws(FediverseError) -> Page<NotificationGroup> {
      let filter = NotificationFilter(kinds: kinds, excluded: excluded, author: accountID)
      var query = filter.query(limit: limit, after: id, for: client.knownFlavor)
      query.set("grouped_types[]", all: grouped.map(\.rawValue))
      return try Self.page(
        try await client.perform(.get("/api/v2/notifications", query.pairs).needing(.groupedNotifications)))
    }

    /// Fetches the page of a link, which must belong to the same server.
    public func page(at link: PageLink) async throws(FediverseError) -> Page<NotificationGroup> {
      try Self.page(try await client.page(at: link))
    }

    /// Fetches a group by key.
    public func group(_ key: String) async throws(FediverseError) -> NotificationGroup {
      let response = try await client.perform(.get("/api/v2/notifications/\(key)").needing(.groupedNotifications))
      let groups: NotificationGroups = try response.entity()
      guard let group = groups.rows.elements.first else { throw .noGroup(client.server) }
      return group
    }

    /// Lists all accounts of a group.
    public func accounts(of key: String) async throws(FediverseError) -> Rows<Account> {
      try await client.perform(.get("/api/v2/notifications/\(key)/accounts").needing(.groupedNotifications)).rows()
    }

    /// Dismisses all notifications of a group.
    public func dismiss(_ key: String) async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v2/notifications/\(key)/dismiss").needing(.groupedNotifications))
    }

    private static func page(_ response: CallResponse) throws(FediverseError) -> Page<NotificationGroup> {
      let groups: NotificationGroups = try response.entity()
      return response.page(of: groups.rows)
    }
  }
}

extension FediverseError {
  fileprivate static func noGroup(_ server: ServerAddress) -> FediverseError {
    FediverseError(.notFound, server: server, subject: "such notification group")
  }
}

/// A group of notifications of one kind about one object.
public struct NotificationGroup: Entity, Hashable, Identifiable {
  /// The key of the group.
  public let key: String
  /// The kind of event.
  public let kind: NotificationKind
  /// The number of notifications.
  public let count: Int
  /// The identifier of the newest notification.
  public let newestID: String?
  /// When the newest notification on this page was created.
  public let newestAt: Timestamp?
  /// The identifiers of some of the accounts, newest first.
  public let sampleAccountIDs: [String]
  /// The identifier of the status it is about.
  public let statusID: String?
  /// The accounts of ``sampleAccountIDs`` included in the response.
  public internal(set) var sampleAccounts: [Account] = []
  /// The status it is about, if included in the response.
  public internal(set) var status: Status?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// The key of the group.
  public var id: String { key }

  /// Decodes a group, without the accounts and statuses sent alongside.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "group")
    key = try fields.word("group_key", or: "a key")
    kind = NotificationKind(rawValue: fields.text("type") ?? "")
    count = fields.count("notifications_count") ?? 1
    newestID = fields.word("most_recent_notification_id")
    newestAt = fields.time("latest_page_notification_at")
    sampleAccountIDs = fields.ids("sample_account_ids")
    statusID = fields.word("status_id")
    raw = json
  }
}

/// The groups of a response, joined with the accounts and statuses sent alongside.
struct NotificationGroups: Entity {
  let rows: Rows<NotificationGroup>

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "groups")
    guard fields["notification_groups"] != nil else {
      throw ShapeError(path: "groups.notification_groups", expected: "a list")
    }
    let whole: [Account] = fields.entities("accounts")
    let partial: [Account] = fields.entities("partial_accounts")
    let accounts = Dictionary((whole + partial).map { ($0.id, $0) }) { first, _ in first }
    let statuses = Dictionary(fields.entities("statuses").map { (status: Status) in (status.id, status) }) { $1 }
    let bare: Rows<NotificationGroup> = fields.rows("notification_groups")
    let elements = bare.elements.map { group in
      var group = group
      group.sampleAccounts = group.sampleAccountIDs.compactMap { accounts[$0] }
      group.status = group.statusID.flatMap { statuses[$0] }
      return group
    }
    rows = Rows(elements: elements, unreadableRows: bare.unreadableRows)
  }
}
