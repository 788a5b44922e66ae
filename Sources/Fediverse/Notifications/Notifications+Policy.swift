import JSONValue

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
