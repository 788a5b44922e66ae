extension Client {
  /// The calls about what others may do with the account's own statuses (GoToSocial).
  public var interactionRequests: InteractionRequests { InteractionRequests(client: self) }

  /// The calls about what others may do with the account's own statuses (GoToSocial).
  public struct InteractionRequests: Sendable {
    let client: Client

    /// What waits for a decision, newest first.
    ///
    /// - Parameters:
    ///   - statusID: the status that it is about; any of the account's where not given.
    ///   - kinds: which of favorites, replies and reblogs are wanted; all where empty.
    public func all(
      about statusID: String? = nil, kinds: [InteractionRequest.Kind] = []
    ) -> PagedList<InteractionRequest> {
      var query = statusID.map { [(name: "status_id", value: $0)] } ?? []
      if !kinds.isEmpty {
        let fields: [(String, InteractionRequest.Kind)] = [
          ("favourites", .favorite), ("replies", .reply), ("reblogs", .reblog),
        ]
        query += fields.map { (name: $0.0, value: String(kinds.contains($0.1))) }
      }
      return PagedList(ordered: client, .get("/api/v1/interaction_requests", query).needing(.interactionRequests))
    }

    /// The request of this identifier.
    public func request(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await client.perform(.get("/api/v1/interaction_requests/\(id)").needing(.interactionRequests)).entity()
    }

    /// Allows what is wanted.
    public func authorize(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await decide("authorize", on: id)
    }

    /// Refuses what is wanted.
    public func reject(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await decide("reject", on: id)
    }

    private func decide(_ decision: String, on id: String) async throws(FediverseError) -> InteractionRequest {
      let call = Call.ensure("/api/v1/interaction_requests/\(id)/\(decision)").needing(.interactionRequests)
      return try await client.perform(call).entity()
    }
  }
}
