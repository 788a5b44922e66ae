public import JSONValue

/// What becomes of notifications by those whom the signed-in account does not know.
public struct NotificationPolicy: Entity, Hashable {
  /// Whom a notification may come from.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// Those whom the account does not follow.
    case notFollowing = "not_following"
    /// Those who do not follow the account.
    case notFollowers = "not_followers"
    /// Accounts of the last thirty days.
    case newAccounts = "new_accounts"
    /// Those who mention the account unasked where few see it.
    case privateMentions = "private_mentions"
    /// Accounts that those who look after the server have limited.
    case limitedAccounts = "limited_accounts"
    /// Programs.
    case bots
  }

  /// What becomes of a notification.
  public struct Treatment: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It stands with the others.
    public static let accept = Treatment(rawValue: "accept")
    /// It waits among the requests.
    public static let filter = Treatment(rawValue: "filter")
    /// It is not made.
    public static let drop = Treatment(rawValue: "drop")
  }

  /// What becomes of notifications by whom they come from, as far as the server knows a difference.
  public let treatments: [Origin: Treatment]
  /// How many accounts wait among the requests.
  public let pendingRequestsCount: Int?
  /// How many notifications wait among the requests.
  public let pendingNotificationsCount: Int?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a policy of either edition, which needs to say anything at all.
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
  /// What becomes of notifications by those whom the signed-in account does not know.
  public func policy() async throws(FediverseError) -> NotificationPolicy {
    let older = Call.get("/api/v1/notifications/policy").needing(.notificationPolicy)
    return try await client.perform(.get("/api/v2/notifications/policy"), orElse: older).entity()
  }

  /// Changes what becomes of some notifications; the others stay as they are.
  public func setPolicy(
    _ treatments: [NotificationPolicy.Origin: NotificationPolicy.Treatment]
  ) async throws(FediverseError) -> NotificationPolicy {
    let changes = treatments.sorted { $0.key.rawValue < $1.key.rawValue }
    let newer = JSON.Object(changes.map { ("for_\($0.key.rawValue)", .string($0.value.rawValue)) })
    let call = Call.patch("/api/v2/notifications/policy", .json(.object(newer)))
    // The first edition can do nothing but filter.
    guard changes.allSatisfy({ $0.value == .accept || $0.value == .filter }) else {
      return try await client.perform(call.needing(.notificationPolicy)).entity()
    }
    let filters = JSON.Object(changes.map { ("filter_\($0.key.rawValue)", .bool($0.value == .filter)) })
    let older = Call.put("/api/v1/notifications/policy", .json(.object(filters))).needing(.notificationPolicy)
    return try await client.perform(call, orElse: older).entity()
  }
}
