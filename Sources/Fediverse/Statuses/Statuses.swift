import JSONValue

extension Client {
  /// The calls about statuses.
  public var statuses: Statuses { Statuses(client: self) }

  /// The calls about statuses.
  public struct Statuses: Sendable {
    let client: Client

    /// Fetches a status by identifier.
    public func status(_ id: String) async throws(FediverseError) -> Status {
      try await client.perform(.get("/api/v1/statuses/\(id)")).entity()
    }

    /// Fetches the source text of your status.
    public func source(_ id: String) async throws(FediverseError) -> StatusSource {
      try await client.perform(.get("/api/v1/statuses/\(id)/source").needing(.statusSource)).entity()
    }

    /// Publishes a status.
    ///
    /// - Parameters:
    ///   - status: the status to publish.
    ///   - idempotencyKey: a unique key for the status, by which many servers recognize repeated requests.
    public func publish(
      _ status: NewStatus, idempotencyKey: String? = nil
    ) async throws(FediverseError) -> Status {
      try await client.perform(await call(publishing: status, idempotencyKey)).entity()
    }

    func call(publishing status: NewStatus, _ idempotencyKey: String?) async -> Call {
      // The form of a poll depends on the software; without a profile, the call is refused for lack of one.
      if status.poll != nil { _ = try? await client.profile() }
      var call = Call.post("/api/v1/statuses", status.body(for: client.knownFlavor)).requiring(
        status.requiredFeatures)
      call.idempotencyKey = idempotencyKey
      return call
    }

    /// Deletes a status. Returns it with its source text, if the server sends it; `nil` if the response was lost and the
    /// status is gone.
    ///
    /// - Parameters:
    ///   - id: the identifier of the status.
    ///   - media: whether to delete its media too, rather than keep them for another status; the server's default if
    ///     `nil`. Servers without ``Feature/mediaDeletion`` ignore it.
    public func delete(_ id: String, withMedia media: Bool? = nil) async throws(FediverseError) -> Status? {
      var query = QueryItems()
      query.set("delete_media", media)
      let response: CallResponse
      do throws(FediverseError) {
        response = try await client.perform(.delete("/api/v1/statuses/\(id)", query.pairs))
      } catch {
        guard error.meansRemoved else { throw error }
        return nil
      }
      // Friendica responds with an empty array.
      guard try response.json().array == nil else { return nil }
      return try response.entity()
    }

    /// Favorites a status.
    public func favorite(_ id: String) async throws(FediverseError) -> Status {
      try await post("favourite", about: id)
    }

    /// Removes a favorite.
    public func unfavorite(_ id: String) async throws(FediverseError) -> Status {
      try await post("unfavourite", about: id)
    }

    /// Bookmarks a status, visible only to you.
    public func bookmark(_ id: String) async throws(FediverseError) -> Status {
      try await post("bookmark", about: id, needing: .bookmarks)
    }

    /// Removes a bookmark.
    public func unbookmark(_ id: String) async throws(FediverseError) -> Status {
      try await post("unbookmark", about: id, needing: .bookmarks)
    }

    /// Pins your status to your profile.
    public func pin(_ id: String) async throws(FediverseError) -> Status {
      try await post("pin", about: id, needing: .pinning)
    }

    /// Unpins your status from your profile.
    public func unpin(_ id: String) async throws(FediverseError) -> Status {
      try await post("unpin", about: id, needing: .pinning)
    }

    /// Mutes notifications of the conversation that a status belongs to.
    public func muteThread(of id: String) async throws(FediverseError) -> Status {
      try await post("mute", about: id, needing: .threadMuting)
    }

    /// Unmutes notifications of the conversation that a status belongs to.
    public func unmuteThread(of id: String) async throws(FediverseError) -> Status {
      try await post("unmute", about: id, needing: .threadMuting)
    }

    func post(
      _ action: String, about id: String, needing feature: Feature? = nil
    ) async throws(FediverseError) -> Status {
      var call = Call.ensure("/api/v1/statuses/\(id)/\(action)")
      call.feature = feature
      return try await client.perform(call).entity()
    }
  }
}
