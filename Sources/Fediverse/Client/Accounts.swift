extension Client {
  /// The calls about accounts.
  public var accounts: Accounts { Accounts(client: self) }

  /// The calls about accounts.
  public struct Accounts: Sendable {
    let client: Client

    /// The account that the token stands for.
    public func verifyCredentials() async throws(FediverseError) -> Account {
      try await client.perform(.get("/api/v1/accounts/verify_credentials")).entity()
    }

    /// The account of this identifier.
    public func account(_ id: String) async throws(FediverseError) -> Account {
      try await client.perform(.get("/api/v1/accounts/\(id)")).entity()
    }

    /// The account of this name, `user` or `user@domain`, if the server knows it already.
    public func lookup(_ acct: String) async throws(FediverseError) -> Account {
      try await client.perform(.get("/api/v1/accounts/lookup", [("acct", acct)])).entity()
    }

    /// How the signed-in account stands to these accounts; unknown ones are left out.
    public func relationships(_ ids: [String]) async throws(FediverseError) -> Rows<Relationship> {
      var elements: [Relationship] = []
      var oddRows: [OddRow] = []
      for start in stride(from: 0, to: ids.count, by: Self.relationshipsAtOnce) {
        let some = ids[start..<min(start + Self.relationshipsAtOnce, ids.count)]
        let query = some.map { (name: "id[]", value: $0) }
        let rows: Rows<Relationship> = try await client.perform(.get("/api/v1/accounts/relationships", query)).rows()
        elements += rows.elements
        oddRows += rows.oddRows
      }
      return Rows(elements: elements, oddRows: oddRows)
    }

    /// Follows an account, or asks to where it approves its followers by hand.
    public func follow(_ id: String) async throws(FediverseError) -> Relationship {
      try await client.perform(.ensure("/api/v1/accounts/\(id)/follow")).entity()
    }

    /// Stops following an account.
    public func unfollow(_ id: String) async throws(FediverseError) -> Relationship {
      try await client.perform(.ensure("/api/v1/accounts/\(id)/unfollow")).entity()
    }

    /// What an account published and reblogged, newest first.
    public func statuses(of id: String) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/accounts/\(id)/statuses"))
    }

    /// Who follows an account.
    public func followers(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/accounts/\(id)/followers"))
    }

    /// Whom an account follows.
    public func following(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/accounts/\(id)/following"))
    }

    /// Servers refuse long queries.
    private static let relationshipsAtOnce = 40
  }
}
