extension Client {
  /// The calls about statuses.
  public var statuses: Statuses { Statuses(client: self) }

  /// The calls about statuses.
  public struct Statuses: Sendable {
    let client: Client

    /// The status of this identifier.
    public func status(_ id: String) async throws(FediverseError) -> Status {
      try await client.perform(.get("/api/v1/statuses/\(id)")).entity()
    }

    /// The statuses around one: what it answers and what answers it.
    public func context(_ id: String) async throws(FediverseError) -> Context {
      try await client.perform(.get("/api/v1/statuses/\(id)/context")).entity()
    }

    /// Publishes a status.
    ///
    /// - Parameter idempotencyKey: a text of its own for each status, by which many servers know a repeated request.
    public func publish(
      _ status: NewStatus, idempotencyKey: String? = nil
    ) async throws(FediverseError) -> Status {
      var call = Call.post("/api/v1/statuses", .json(status.json))
      call.idempotencyKey = idempotencyKey
      return try await client.perform(call).entity()
    }

    /// Favorites a status.
    public func favorite(_ id: String) async throws(FediverseError) -> Status {
      try await client.perform(.ensure("/api/v1/statuses/\(id)/favourite")).entity()
    }

    /// Passes a status on to the followers; the answer is the new status, with the old one inside.
    public func reblog(_ id: String) async throws(FediverseError) -> Status {
      try await client.perform(.ensure("/api/v1/statuses/\(id)/reblog")).entity()
    }
  }
}
