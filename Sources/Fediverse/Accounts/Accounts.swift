import JSONValue

extension Client {
  /// The calls about accounts.
  public var accounts: Accounts { Accounts(client: self) }

  /// The calls about accounts.
  public struct Accounts: Sendable {
    let client: Client

    /// Fetches the account of the access token.
    ///
    /// - Throws: ``FediverseError`` also if its name is not one, because programs write it to files and show it in
    ///   commands.
    public func verifyCredentials() async throws(FediverseError) -> Account {
      try await client.perform(.ownAccount).entity(as: OwnAccount.self).account
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

/// The account of the access token, whose name must be well-formed if there is one.
private struct OwnAccount: Entity {
  let account: Account

  init(json: JSON) throws(ShapeError) {
    account = try Account(json: json)
    let parts = account.acct.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard account.acct.isEmpty || parts.first.map(Self.isName) ?? false, Self.isName(account.username) else {
      throw ShapeError(path: "account.acct", expected: "a user name")
    }
    guard
      parts.count < 2 || (parts[0] != "" && Self.isMade(parts[1], of: ".-:[]") && Instance.domain(of: parts[1]) != nil)
    else {
      throw ShapeError(path: "account.acct", expected: "a user name with a domain")
    }
  }

  private static func isName(_ text: String) -> Bool {
    // A mark would become one character with the '@' before it.
    text.utf8.count <= 255 && "@\(text)".first == "@" && isMade(text, of: ".-~+")
  }

  /// Whether the text has only letters, digits and these signs.
  private static func isMade(_ text: String, of signs: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.isWord || signs.unicodeScalars.contains($0) }
  }
}
