public import JSONValue

/// The policy for notifications by accounts that the signed-in account may not know.
public struct NotificationPolicy: Entity, Hashable {
  /// A category of senders.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// Accounts you do not follow.
    case notFollowing = "not_following"
    /// Accounts that do not follow you.
    case notFollowers = "not_followers"
    /// Accounts created within the last 30 days.
    case newAccounts = "new_accounts"
    /// Accounts that mention you in direct messages you did not ask for.
    case privateMentions = "private_mentions"
    /// Accounts limited by moderators.
    case limitedAccounts = "limited_accounts"
    /// Bots.
    case bots
  }

  /// What happens to a notification.
  public struct Treatment: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is shown.
    public static let accept = Treatment(rawValue: "accept")
    /// It becomes part of a notification request.
    public static let filter = Treatment(rawValue: "filter")
    /// It is discarded.
    public static let drop = Treatment(rawValue: "drop")
  }

  /// The treatment by category of senders, for the categories known to the server.
  public let treatments: [Origin: Treatment]
  /// The number of accounts with notification requests.
  public let pendingRequestsCount: Int?
  /// The number of notifications in notification requests.
  public let pendingNotificationsCount: Int?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a policy of either API version.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "policy")
    var treatments: [Origin: Treatment] = [:]
    for origin in Origin.allCases {
      let isFiltered = fields.truth("filter_\(origin.rawValue)")
      treatments[origin] = fields.spelling("for_\(origin.rawValue)") ?? isFiltered.map { $0 ? .filter : .accept }
    }
    guard !treatments.isEmpty else { throw ShapeError(path: "policy", expected: "a policy") }
    self.treatments = treatments
    let summary = fields.fields("summary")
    pendingRequestsCount = summary.count("pending_requests_count")
    pendingNotificationsCount = summary.count("pending_notifications_count")
    raw = json
  }
}

extension Client.Notifications {
  /// Fetches the notification policy.
  public func policy() async throws(FediverseError) -> NotificationPolicy {
    let older = Call.get("/api/v1/notifications/policy").needing(.notificationPolicy)
    return try await client.perform(.get("/api/v2/notifications/policy"), orElse: older).entity()
  }

  /// Changes the policy for some categories; the others stay unchanged.
  public func setPolicy(
    _ treatments: [NotificationPolicy.Origin: NotificationPolicy.Treatment]
  ) async throws(FediverseError) -> NotificationPolicy {
    let changes = treatments.sorted { $0.key.rawValue < $1.key.rawValue }
    let newer = JSON.Object(changes.map { ("for_\($0.key.rawValue)", .string($0.value.rawValue)) })
    let call = Call.patch("/api/v2/notifications/policy", .json(.object(newer)))
    // Version 1 of the API can only filter.
    guard changes.allSatisfy({ $0.value == .accept || $0.value == .filter }) else {
      return try await client.perform(call.needing(.notificationPolicy)).entity()
    }
    let filters = JSON.Object(changes.map { ("filter_\($0.key.rawValue)", .bool($0.value == .filter)) })
    let older = Call.put("/api/v1/notifications/policy", .json(.object(filters))).needing(.notificationPolicy)
    return try await client.perform(call, orElse: older).entity()
  }

  /// The calls about notification requests: notifications held back by the policy.
  public var requests: Requests { Requests(client: client) }

  /// The calls about notification requests: notifications held back by the policy (Mastodon 4.3).
  public struct Requests: Sendable {
    let client: Client

    /// The notification requests, newest first.
    public var all: PagedList<NotificationRequest> {
      PagedList(client, .get("/api/v1/notifications/requests").needing(.notificationPolicy))
    }

    /// Fetches a notification request by identifier.
    public func request(_ id: String) async throws(FediverseError) -> NotificationRequest {
      try await client.perform(.get("/api/v1/notifications/requests/\(id)").needing(.notificationPolicy)).entity()
    }

    /// Accepts requests: shows their notifications, and all later ones by the same accounts.
    public func accept(_ ids: [String]) async throws(FediverseError) {
      try await decide("accept", on: ids)
    }

    /// Dismisses requests.
    public func dismiss(_ ids: [String]) async throws(FediverseError) {
      try await decide("dismiss", on: ids)
    }

    /// Returns whether all accepted notifications have been merged into the main list.
    public func areMerged() async throws(FediverseError) -> Bool {
      let call = Call.get("/api/v1/notifications/requests/merged").needing(.notificationPolicy)
      return try await client.perform(call).json()["merged"]?.bool ?? false
    }

    private func decide(_ decision: String, on ids: [String]) async throws(FediverseError) {
      guard let first = ids.first else { return }
      let call: Call =
        ids.count == 1
        ? .ensure("/api/v1/notifications/requests/\(first)/\(decision)")
        : .ensure("/api/v1/notifications/requests/\(decision)", .json(.members(["id": .texts(ids)])))
      _ = try await client.perform(call.needing(.notificationPolicy))
    }
  }
}

/// The notifications by one account that the policy held back.
public struct NotificationRequest: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// When the first of them was created.
  public let createdAt: Timestamp?
  /// When the last of them was created.
  public let updatedAt: Timestamp?
  /// The sender.
  public let account: Account?
  /// The number of notifications.
  public let notificationsCount: Int
  /// The latest status among them.
  public let lastStatus: Status?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a request.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "notification request")
    id = try fields.id()
    createdAt = fields.time("created_at")
    updatedAt = fields.time("updated_at")
    account = fields.entity("account")
    notificationsCount = fields.count("notifications_count") ?? 0
    lastStatus = fields.entity("last_status")
    raw = json
  }
}
