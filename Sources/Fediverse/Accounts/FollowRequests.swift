public import JSONValue

extension Client {
  /// The calls about those who want to follow.
  public var followRequests: FollowRequests { FollowRequests(client: self) }

  /// The calls about those who want to follow.
  public struct FollowRequests: Sendable {
    let client: Client

    /// Who waits to be let in.
    public var all: PagedList<FollowRequest> {
      PagedList(client, .get("/api/v1/follow_requests").needing(.followRequests))
    }

    /// Whom the signed-in account asked and who has not answered (GoToSocial).
    public var outgoing: PagedList<Account> { PagedList(client, .get("/api/v1/follow_requests/outgoing")) }

    /// Lets somebody in.
    ///
    /// - Parameter id: the identifier of the request, which on Friendica is not that of the account.
    public func accept(_ id: String) async throws(FediverseError) -> Relationship {
      try await answer("authorize", to: id)
    }

    /// Keeps somebody out.
    ///
    /// - Parameter id: the identifier of the request, which on Friendica is not that of the account.
    public func reject(_ id: String) async throws(FediverseError) -> Relationship {
      try await answer("reject", to: id)
    }

    private func answer(_ act: String, to id: String) async throws(FediverseError) -> Relationship {
      let call = Call.ensure("/api/v1/follow_requests/\(id)/\(act)").needing(.followRequests)
      return try await client.perform(call).entity()
    }
  }
}

/// Somebody's wish to follow the signed-in account.
public struct FollowRequest: Entity, Hashable, Identifiable {
  /// What the request is accepted or rejected by.
  ///
  /// It is the identifier of the account on most servers. On Friendica it is one of the request, and no call about
  /// accounts takes it.
  public let id: String
  /// Who wants to follow; on Friendica its `id` is that of the request, so that it is known by its name alone.
  public let account: Account
  /// The whole object as the server sent it.
  public var raw: JSON { account.raw }

  /// Reads a request, which is written as an account.
  public init(json: JSON) throws(ShapeError) {
    account = try Account(json: json)
    id = account.id
  }
}
