extension Client {
  /// The calls about accounts.
  public var accounts: Accounts { Accounts(client: self) }

  /// The calls about accounts.
  public struct Accounts: Sendable {
    let client: Client

    /// Fetches the account of the access token.
    public func verifyCredentials() async throws(FediverseError) -> Account {
      try await client.perform(.ownAccount).entity()
    }

    /// Fetches an account by identifier.
    public func account(_ id: String) async throws(FediverseError) -> Account {
      try await client.perform(.get("/api/v1/accounts/\(id)")).entity()
    }

    /// Fetches an account by name, `user` or `user@domain`, if the server already knows it.
    public func lookup(_ acct: String) async throws(FediverseError) -> Account {
      try await client.perform(.get("/api/v1/accounts/lookup", [("acct", acct)]).needing(.accountLookup)).entity()
    }

    /// A selection of an account's statuses.
    public struct Selection: Sendable, Hashable {
      /// Whether to include only statuses with media.
      public var hasMedia: Bool?
      /// Whether to leave out replies.
      public var excludesReplies: Bool?
      /// Whether to leave out reblogs.
      public var excludesReblogs: Bool?
      /// Whether to include only pinned statuses.
      public var isPinned: Bool?
      /// The hashtag that statuses must have, with or without `#`.
      public var tag: String?

      /// Selects every status.
      public init() {}

      var query: [(name: String, value: String)] {
        var query = QueryItems()
        query.set("only_media", hasMedia)
        query.set("exclude_replies", excludesReplies)
        query.set("exclude_reblogs", excludesReblogs)
        query.set("pinned", isPinned)
        query.set("tagged", tag?.bareTag)
        return query.pairs
      }
    }

    /// The statuses and reblogs of an account, newest first.
    ///
    /// - Parameters:
    ///   - id: the identifier of the account.
    ///   - selection: which statuses to include; all by default.
    public func statuses(of id: String, _ selection: Selection = Selection()) -> PagedList<Status> {
      let list = PagedList<Status>(ordered: client, .get("/api/v1/accounts/\(id)/statuses", selection.query))
      return selection.excludesReblogs == true ? list.matching { $0.reblog == nil } : list
    }

    /// The followers of an account.
    public func followers(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/accounts/\(id)/followers"))
    }

    /// The accounts that an account follows.
    public func following(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/accounts/\(id)/following"))
    }
  }
}
