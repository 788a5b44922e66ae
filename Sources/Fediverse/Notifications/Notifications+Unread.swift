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
