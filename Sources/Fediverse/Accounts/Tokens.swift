extension Client {
  /// The calls about the sign-ins of the account.
  public var tokens: Tokens { Tokens(client: self) }

  /// The calls about the sign-ins of the account.
  public struct Tokens: Sendable {
    let client: Client

    /// Every sign-in, newest first.
    public var all: PagedList<TokenInfo> { PagedList(ordered: client, .get("/api/v1/tokens").needing(.tokens)) }

    /// The sign-in of this identifier.
    public func token(_ id: String) async throws(FediverseError) -> TokenInfo {
      try await client.perform(.get("/api/v1/tokens/\(id)").needing(.tokens)).entity()
    }

    /// Ends a sign-in, and gives what was known of it.
    public func invalidate(_ id: String) async throws(FediverseError) -> TokenInfo {
      try await client.perform(.ensure("/api/v1/tokens/\(id)/invalidate").needing(.tokens)).entity()
    }
  }
}
