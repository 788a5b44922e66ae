public import JSONValue

extension Client {
  /// The calls about requests to follow the signed-in account.
  public var followRequests: FollowRequests { FollowRequests(client: self) }

  /// The calls about requests to follow the signed-in account.
  public struct FollowRequests: Sendable {
    let client: Client

    /// The pending requests to follow you.
    public var all: PagedList<FollowRequest> {
      PagedList(client, .get("/api/v1/follow_requests").needing(.followRequests))
    }

    /// The accounts you requested to follow that have not responded (GoToSocial).
    public var outgoing: PagedList<Account> { PagedList(client, .get("/api/v1/follow_requests/outgoing")) }

    /// Accepts a follow request.
    ///
    /// - Parameter id: the identifier of the request; on Friendica it differs from that of the account.
    public func accept(_ id: String) async throws(FediverseError) -> Relationship {
      try await decide("authorize", to: id)
    }

    /// Rejects a follow request.
    ///
    /// - Parameter id: the identifier of the request; on Friendica it differs from that of the account.
    public func reject(_ id: String) async throws(FediverseError) -> Relationship {
      try await decide("reject", to: id)
    }

    private func decide(_ decision: String, to id: String) async throws(FediverseError) -> Relationship {
      let call = Call.ensure("/api/v1/follow_requests/\(id)/\(decision)").needing(.followRequests)
      return try await client.perform(call).entity()
    }
  }
}

/// A request to follow the signed-in account.
public struct FollowRequest: Entity, Hashable, Identifiable {
  /// The identifier by which the request is accepted or rejected.
  ///
  /// On most servers it is the identifier of the account. On Friendica it is an identifier of the request that calls
  /// about accounts do not accept.
  public let id: String
  /// The account that sent the request. On Friendica its `id` is that of the request, so only its name identifies it.
  public let account: Account
  /// The whole object as sent by the server.
  public var raw: JSON { account.raw }

  /// Decodes a request, which servers send as an account.
  public init(json: JSON) throws(ShapeError) {
    account = try Account(json: json)
    id = account.id
  }
}
