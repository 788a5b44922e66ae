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
    ///     `nil`. Older servers ignore it.
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

    /// Reblogs a status exactly once. Returns the reblog, which contains the original.
    ///
    /// If the original is reblogged already, also by a request whose response was lost, returns the original.
    ///
    /// - Parameters:
    ///   - id: the identifier of the status.
    ///   - visibility: the visibility of the reblog; the account's default if `nil`.
    ///   - beforeSending: called right before each request to reblog it.
    public func reblog(
      _ id: String, visibility: Visibility? = nil,
      beforeSending: (@Sendable () async throws(FediverseError) -> Void)? = nil
    ) async throws(FediverseError) -> Status {
      let body = visibility.map { Call.Body.json(["visibility": .string($0.rawValue)]) } ?? .none
      // GoToSocial and servers based on Misskey would reblog it a second time.
      if client.knownFlavor?.reblogsOnce != true, let status = try await reblogged(id) { return status }
      return try await once(
        make: { (_, state) throws(FediverseError) in
          var call = Call.post("/api/v1/statuses/\(id)/reblog", body)
          call.isLookedUp = true
          call.beforeSending = beforeSending
          return try await client.perform(call, &state).entity()
        },
        find: { _ throws(FediverseError) in try await reblogged(id) })
    }

    /// Finds the status that an earlier request whose outcome is unknown may have reblogged. Returns `nil` if it did not,
    /// so that the request can be repeated.
    ///
    /// - Parameters:
    ///   - id: the identifier of the status.
    ///   - last: when it was last sent.
    public func reblogged(_ id: String, until last: SendTime) async throws(FediverseError) -> Status? {
      try await client.lookingUntilProcessed(since: last) { () throws(FediverseError) in try await reblogged(id) }
    }

    /// The status, if the account has reblogged it.
    private func reblogged(_ id: String) async throws(FediverseError) -> Status? {
      let status = try await status(id)
      return status.isReblogged == true ? status : nil
    }

    /// Removes a reblog, given the identifier of the original status.
    public func unreblog(_ id: String) async throws(FediverseError) -> Status {
      try await post("unreblog", about: id)
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

    private func post(
      _ action: String, about id: String, needing feature: Feature? = nil
    ) async throws(FediverseError) -> Status {
      var call = Call.ensure("/api/v1/statuses/\(id)/\(action)")
      call.feature = feature
      return try await client.perform(call).entity()
    }
  }
}

extension Flavor {
  /// Whether the server returns the first reblog when a status is reblogged again, rather than make a second one.
  var reblogsOnce: Bool {
    switch self {
    case .mastodon, .pleroma, .akkoma: true
    default: false
    }
  }
}
