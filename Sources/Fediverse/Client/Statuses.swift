import JSONValue

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

    /// The text of a status as it was typed; only its author may see it.
    public func source(_ id: String) async throws(FediverseError) -> StatusSource {
      try await client.perform(.get("/api/v1/statuses/\(id)/source")).entity()
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

    /// Removes a status, and gives it with its text as it was typed, where the server does.
    public func delete(_ id: String) async throws(FediverseError) -> Status? {
      let answer = try await client.perform(.delete("/api/v1/statuses/\(id)"))
      // Friendica answers with an empty list.
      guard try answer.json().array == nil else { return nil }
      return try answer.entity()
    }

    /// Favorites a status.
    public func favorite(_ id: String) async throws(FediverseError) -> Status {
      try await bring("favourite", about: id)
    }

    /// Takes a favorite back.
    public func unfavorite(_ id: String) async throws(FediverseError) -> Status {
      try await bring("unfavourite", about: id)
    }

    /// Passes a status on to the followers; the answer is the new status, with the old one inside.
    public func reblog(_ id: String) async throws(FediverseError) -> Status {
      try await bring("reblog", about: id)
    }

    /// Takes a reblog back; the identifier is that of the status that was passed on.
    public func unreblog(_ id: String) async throws(FediverseError) -> Status {
      try await bring("unreblog", about: id)
    }

    /// Keeps a status among the bookmarks, which nobody else sees.
    public func bookmark(_ id: String) async throws(FediverseError) -> Status {
      try await bring("bookmark", about: id)
    }

    /// Removes a status from the bookmarks.
    public func unbookmark(_ id: String) async throws(FediverseError) -> Status {
      try await bring("unbookmark", about: id)
    }

    private func bring(_ act: String, about id: String) async throws(FediverseError) -> Status {
      try await client.perform(.ensure("/api/v1/statuses/\(id)/\(act)")).entity()
    }
  }
}
