import JSONValue

extension Client {
  /// How far timelines were read.
  public func markers(
    of timelines: [MarkedTimeline] = [.home, .notifications]
  ) async throws(FediverseError) -> Markers {
    let query = timelines.map { (name: "timeline[]", value: $0.rawValue) }
    return try await perform(.get("/api/v1/markers", query).needing(.markers)).entity()
  }

  /// Marks timelines as read, each up to and with a status or notification, and gives their markers.
  public func mark(_ lastRead: [MarkedTimeline: String]) async throws(FediverseError) -> Markers {
    let names = lastRead.sorted { $0.key.rawValue < $1.key.rawValue }
    let body = JSON.Object(names.map { ($0.key.rawValue, ["last_read_id": .string($0.value)]) })
    return try await perform(.ensure("/api/v1/markers", .json(.object(body))).needing(.markers)).entity()
  }
}
