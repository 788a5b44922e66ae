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

extension Client.Accounts {
  /// Fetches accounts by identifier, leaving out unknown ones.
  public func accounts(_ ids: [String]) async throws(FediverseError) -> Rows<Account> {
    try await rows("/api/v1/accounts", ids, needing: .accountBatch)
  }

  /// Fetches your relationships to accounts, leaving out unknown ones.
  ///
  /// - Parameters:
  ///   - ids: the identifiers of the accounts.
  ///   - withSuspended: whether to include suspended accounts.
  public func relationships(
    _ ids: [String], withSuspended: Bool = false
  ) async throws(FediverseError) -> Rows<Relationship> {
    try await rows(
      "/api/v1/accounts/relationships", ids, and: withSuspended ? [("with_suspended", "true")] : [])
  }

  /// Fetches, for each account, the followers that you also follow.
  public func familiarFollowers(of ids: [String]) async throws(FediverseError) -> Rows<FamiliarFollowers> {
    try await rows("/api/v1/accounts/familiar_followers", ids, needing: .familiarFollowers)
  }

  /// Searches accounts by name or address.
  ///
  /// - Parameters:
  ///   - query: the beginning of a name, a full name with its domain, or a URL.
  ///   - following: whether to search only the accounts you follow.
  ///   - resolve: whether the server looks up a full name on other servers.
  ///   - limit: the greatest number of results; servers cap it at 80.
  ///   - offset: the number of results to skip.
  public func search(
    _ query: String, following: Bool = false, resolve: Bool = false, limit: Int? = nil, offset: Int? = nil
  ) async throws(FediverseError) -> Rows<Account> {
    var fields = QueryItems()
    fields.set("q", query)
    fields.set("following", following ? true : nil)
    fields.set("resolve", resolve ? true : nil)
    fields.set("limit", limit)
    fields.set("offset", offset)
    return try await client.perform(.get("/api/v1/accounts/search", fields.pairs)).rows()
  }

  /// Fetches rows by identifier in batches, because servers refuse long queries.
  private func rows<Row: Entity>(
    _ path: Path, _ ids: [String], and query: [(name: String, value: String)] = [], needing feature: Feature? = nil
  ) async throws(FediverseError) -> Rows<Row> {
    var elements: [Row] = []
    var unreadableRows: [UnreadableRow] = []
    for start in stride(from: 0, to: ids.count, by: Self.mostAtOnce) {
      let some = ids[start..<min(start + Self.mostAtOnce, ids.count)]
      var call = Call.get(path, some.map { (name: "id[]", value: $0) } + query)
      call.feature = feature
      let rows: Rows<Row> = try await client.perform(call).rows()
      elements += rows.elements
      unreadableRows += rows.unreadableRows
    }
    return Rows(elements: elements, unreadableRows: unreadableRows)
  }

  private static var mostAtOnce: Int { 40 }
}
