import JSONValue

extension Client.Notifications {
  /// What becomes of notifications by those whom the signed-in account does not know.
  public func policy() async throws(FediverseError) -> NotificationPolicy {
    do throws(FediverseError) {
      return try await client.perform(.get("/api/v2/notifications/policy").needing(.notificationPolicy)).entity()
    } catch  where error.meansNoPath {
      guard let answer = try? await client.perform(.get("/api/v1/notifications/policy")) else { throw error }
      return try answer.entity()
    }
  }

  /// Changes what becomes of some notifications; the others stay as they are.
  public func setPolicy(
    _ treatments: [NotificationPolicy.Origin: NotificationPolicy.Treatment]
  ) async throws(FediverseError) -> NotificationPolicy {
    let changes = treatments.sorted { $0.key.rawValue < $1.key.rawValue }
    let newer = JSON.object(JSON.Object(changes.map { ("for_\($0.key.rawValue)", .string($0.value.rawValue)) }))
    do throws(FediverseError) {
      let call = Call.patch("/api/v2/notifications/policy", .json(newer))
      return try await client.perform(call.needing(.notificationPolicy)).entity()
    } catch  where error.meansNoPath {
      // The first edition can do nothing but filter.
      guard changes.allSatisfy({ $0.value == .accept || $0.value == .filter }) else { throw error }
      let older = JSON.Object(changes.map { ("filter_\($0.key.rawValue)", .bool($0.value == .filter)) })
      guard let answer = try? await client.perform(.put("/api/v1/notifications/policy", .json(.object(older)))) else {
        throw error
      }
      return try answer.entity()
    }
  }
}
