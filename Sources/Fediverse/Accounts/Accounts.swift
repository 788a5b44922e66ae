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
      try await client.perform(.get("/api/v1/accounts/lookup", [("acct", acct)]).needing(.accountLookup)).entity()
    }

    /// Which statuses of an account are wanted.
    public struct Selection: Sendable, Hashable {
      /// Whether only those with media are wanted.
      public var hasMedia: Bool?
      /// Whether answers to others are left out.
      public var excludesReplies: Bool?
      /// Whether reblogs are left out.
      public var excludesReblogs: Bool?
      /// Whether only those are wanted that stand first in the profile.
      public var isPinned: Bool?
      /// The tag that they must have, with or without its `#`.
      public var tag: String?

      /// Every status.
      public init() {}

      var query: [(name: String, value: String)] {
        var query = Fields()
        query.set("only_media", hasMedia)
        query.set("exclude_replies", excludesReplies)
        query.set("exclude_reblogs", excludesReblogs)
        query.set("pinned", isPinned)
        query.set("tagged", tag?.bareTag)
        return query.pairs
      }
    }

    /// What an account published and reblogged, newest first.
    ///
    /// - Parameters:
    ///   - id: the identifier of the account.
    ///   - selection: which of it is wanted; all where not given.
    public func statuses(of id: String, _ selection: Selection = Selection()) -> PagedList<Status> {
      PagedList(ordered: client, .get("/api/v1/accounts/\(id)/statuses", selection.query))
    }

    /// Who follows an account.
    public func followers(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/accounts/\(id)/followers"))
    }

    /// Whom an account follows.
    public func following(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/accounts/\(id)/following"))
    }
  }
}
