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

    /// The text of a status as it was typed; only its author may see it.
    public func source(_ id: String) async throws(FediverseError) -> StatusSource {
      try await client.perform(.get("/api/v1/statuses/\(id)/source").needing(.statusSource)).entity()
    }

    /// Publishes a status.
    ///
    /// - Parameters:
    ///   - status: what is published.
    ///   - idempotencyKey: a text of its own for each status, by which many servers know a repeated request.
    public func publish(
      _ status: NewStatus, idempotencyKey: String? = nil
    ) async throws(FediverseError) -> Status {
      var call = Call.post("/api/v1/statuses", .json(status.json(for: client.knownFlavor))).demanding(status.types)
      call.idempotencyKey = idempotencyKey
      return try await client.perform(call).entity()
    }

    /// Removes a status, and gives it with its text as it was typed, where the server does.
    ///
    /// - Parameters:
    ///   - id: the identifier of the status.
    ///   - media: whether what it shows is removed too, or kept for another status; as the server likes where
    ///     not given. Only new servers listen to it.
    public func delete(_ id: String, withMedia media: Bool? = nil) async throws(FediverseError) -> Status? {
      let query = media.map { [(name: "delete_media", value: String($0))] } ?? []
      let answer = try await client.perform(.delete("/api/v1/statuses/\(id)", query))
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

    /// Passes a status on to the followers, once; the answer is the new status, with the old one inside.
    ///
    /// Where the server's answer was lost and the old one is marked as reblogged, it is the old one.
    ///
    /// - Parameters:
    ///   - id: the identifier of the status.
    ///   - visibility: who may see that it was passed on; the account's default where not given.
    public func reblog(_ id: String, visibility: Visibility? = nil) async throws(FediverseError) -> Status {
      let body = visibility.map { Call.Body.json(["visibility": .string($0.rawValue)]) } ?? .none
      // What is built on Misskey passes a status on a second time.
      return try await once(
        make: { _ throws(FediverseError) in
          try await client.perform(.post("/api/v1/statuses/\(id)/reblog", body)).entity()
        },
        find: { _ throws(FediverseError) in
          let status = try await status(id)
          return status.isReblogged == true ? status : nil
        })
    }

    /// Takes a reblog back; the identifier is that of the status that was passed on.
    public func unreblog(_ id: String) async throws(FediverseError) -> Status {
      try await bring("unreblog", about: id)
    }

    /// Keeps a status among the bookmarks, which nobody else sees.
    public func bookmark(_ id: String) async throws(FediverseError) -> Status {
      try await bring("bookmark", about: id, needing: .bookmarks)
    }

    /// Removes a status from the bookmarks.
    public func unbookmark(_ id: String) async throws(FediverseError) -> Status {
      try await bring("unbookmark", about: id, needing: .bookmarks)
    }

    /// Shows one of the account's own statuses first in its profile.
    public func pin(_ id: String) async throws(FediverseError) -> Status {
      try await bring("pin", about: id, needing: .pinning)
    }

    /// Shows one of the account's own statuses in its profile like any other again.
    public func unpin(_ id: String) async throws(FediverseError) -> Status {
      try await bring("unpin", about: id, needing: .pinning)
    }

    /// Makes no more notifications of the thread that a status is part of.
    public func muteThread(of id: String) async throws(FediverseError) -> Status {
      try await bring("mute", about: id, needing: .threadMuting)
    }

    /// Makes notifications of the thread that a status is part of again.
    public func unmuteThread(of id: String) async throws(FediverseError) -> Status {
      try await bring("unmute", about: id, needing: .threadMuting)
    }

    private func bring(
      _ act: String, about id: String, needing feature: Feature? = nil
    ) async throws(FediverseError) -> Status {
      var call = Call.ensure("/api/v1/statuses/\(id)/\(act)")
      call.feature = feature
      return try await client.perform(call).entity()
    }
  }
}
