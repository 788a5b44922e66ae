public import JSONValue

extension Client.Notifications {
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
