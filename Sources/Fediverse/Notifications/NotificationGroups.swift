public import JSONValue

extension Client.Notifications {
  /// The calls about notifications that the server puts together.
  public var groups: Groups { Groups(client: client) }

  /// The calls about notifications that the server puts together (Mastodon 4.3).
  public struct Groups: Sendable {
    let client: Client

    /// The newest groups, newest first.
    ///
    /// - Parameters:
    ///   - limit: how many are wanted; servers give no more than 80.
    ///   - id: the notification that the page begins after.
    ///   - kinds: which kinds are wanted; all where empty.
    ///   - excluded: which kinds are not wanted.
    ///   - grouped: which kinds are put together; those that the server likes where empty.
    public func list(
      limit: Int? = nil, after id: String? = nil, kinds: [NotificationKind] = [],
      excluding excluded: [NotificationKind] = [], grouping grouped: [NotificationKind] = []
    ) async throws(FediverseError) -> Page<NotificationGroup> {
      var query: [(name: String, value: String)] = []
      if let limit { query.append(("limit", String(limit))) }
      if let id { query.append(("max_id", id)) }
      query += NotificationChoice(kinds: kinds, excluded: excluded).fields(for: client.knownFlavor)
      query += grouped.map { ("grouped_types[]", $0.rawValue) }
      return try Self.page(
        try await client.perform(.get("/api/v2/notifications", query).needing(.groupedNotifications)))
    }

    /// The page that a link leads to, which must be one of the same server.
    public func page(at link: PageLink) async throws(FediverseError) -> Page<NotificationGroup> {
      try Self.page(try await client.page(at: link))
    }

    /// The group of this key.
    public func group(_ key: String) async throws(FediverseError) -> NotificationGroup {
      let answer = try await client.perform(.get("/api/v2/notifications/\(key)").needing(.groupedNotifications))
      let groups: NotificationGroups = try answer.entity()
      guard let group = groups.rows.elements.first else { throw .noGroup(client.server) }
      return group
    }

    /// Everybody who did what a group tells of.
    public func accounts(of key: String) async throws(FediverseError) -> Rows<Account> {
      try await client.perform(.get("/api/v2/notifications/\(key)/accounts").needing(.groupedNotifications)).rows()
    }

    /// Removes every notification of a group.
    public func dismiss(_ key: String) async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v2/notifications/\(key)/dismiss").needing(.groupedNotifications))
    }

    /// How many groups have not been read, up to a limit of the server.
    ///
    /// - Parameter limit: where counting ends; servers take no more than 1000.
    public func unreadCount(limit: Int? = nil) async throws(FediverseError) -> Int {
      let query = limit.map { [(name: "limit", value: String($0))] } ?? []
      let call = Call.get("/api/v2/notifications/unread_count", query).needing(.groupedNotifications)
      let count: Count = try await client.perform(call).entity()
      return count.count
    }

    private static func page(_ answer: Answer) throws(FediverseError) -> Page<NotificationGroup> {
      let groups: NotificationGroups = try answer.entity()
      return answer.page(of: groups.rows)
    }
  }
}

extension Answer {
  /// A page of rows that were not the whole of the body, with the links of the header.
  fileprivate func page<Row: Entity>(of rows: Rows<Row>) -> Page<Row> {
    let links = PageLinks(LinkHeader(response.headers.list("Link") ?? ""), at: url)
    return Page(rows: rows, next: links.next, previous: links.previous, rateLimit: rateLimit)
  }
}

extension FediverseError {
  fileprivate static func noGroup(_ server: ServerAddress) -> FediverseError {
    FediverseError(.notFound, server: server, subject: "notifications of this group")
  }
}

/// Notifications of one kind about one thing, as one.
public struct NotificationGroup: Entity, Hashable, Identifiable {
  /// What the server knows the group by.
  public let key: String
  /// What happened.
  public let kind: NotificationKind
  /// How often it happened.
  public let count: Int
  /// The identifier of the newest notification.
  public let newestID: String?
  /// When the newest notification of this page was made.
  public let newestAt: Timestamp?
  /// The identifiers of some who did it, the newest first.
  public let sampleAccountIDs: [String]
  /// The identifier of the status that it is about.
  public let statusID: String?
  /// Those of ``sampleAccountIDs`` that the server described.
  public internal(set) var sampleAccounts: [Account] = []
  /// The status that it is about, where the server described it.
  public internal(set) var status: Status?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// What the server knows the group by.
  public var id: String { key }

  /// Reads a group without what stands beside the groups.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "group")
    guard let key = fields.word("group_key") else { throw ShapeError(path: "group.group_key", expected: "a key") }
    self.key = key
    kind = NotificationKind(rawValue: fields.text("type") ?? "")
    count = fields.count("notifications_count") ?? 1
    newestID = fields.word("most_recent_notification_id")
    newestAt = fields.time("latest_page_notification_at")
    sampleAccountIDs = fields.ids("sample_account_ids")
    statusID = fields.word("status_id")
    raw = json
  }
}

/// The groups of one answer, each with the accounts and the status that stand beside them.
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
    rows = Rows(elements: elements, oddRows: bare.oddRows)
  }
}
