public import JSONValue

extension Client {
  /// The calls about lists of accounts.
  public var lists: Lists { Lists(client: self) }

  /// The calls about lists of accounts.
  public struct Lists: Sendable {
    let client: Client

    /// Lists your lists.
    public func all() async throws(FediverseError) -> Rows<UserList> {
      try await client.perform(.get("/api/v1/lists").needing(.lists)).rows()
    }

    /// Fetches a list by identifier.
    public func list(_ id: String) async throws(FediverseError) -> UserList {
      try await client.perform(.get("/api/v1/lists/\(id)").needing(.lists)).entity()
    }

    /// Lists your lists that include an account.
    public func lists(with accountID: String) async throws(FediverseError) -> Rows<UserList> {
      try await client.perform(.get("/api/v1/accounts/\(accountID)/lists").needing(.listMembership)).rows()
    }

    /// The members of a list.
    public func members(of id: String) -> PagedList<Account> {
      PagedList(client, .get("/api/v1/lists/\(id)/accounts").needing(.lists))
    }

    /// Adds accounts to a list; existing members stay.
    public func add(_ accountIDs: [String], to id: String) async throws(FediverseError) {
      guard !accountIDs.isEmpty else { return }
      do throws(FediverseError) {
        _ = try await client.perform(.ensure("/api/v1/lists/\(id)/accounts", .form(Self.fields(accountIDs))))
      } catch  where error.status == 422 {
        // Mastodon refuses the whole request if one account is already a member.
        guard let missing = try? await missing(accountIDs, in: id), missing.count < accountIDs.count else {
          throw error
        }
        try await add(missing, to: id)
      }
    }

    /// Removes accounts from a list.
    public func remove(_ accountIDs: [String], from id: String) async throws(FediverseError) {
      guard !accountIDs.isEmpty else { return }
      try await client.remove(.delete("/api/v1/lists/\(id)/accounts", Self.fields(accountIDs)))
    }

    private func missing(_ accountIDs: [String], in id: String) async throws(FediverseError) -> [String] {
      var missing: [String] = []
      for account in accountIDs {
        let lists = try await lists(with: account).elements
        if !lists.contains(where: { $0.id == id }) { missing.append(account) }
      }
      return missing
    }

    private static func fields(_ accountIDs: [String]) -> [(name: String, value: String)] {
      accountIDs.map { ("account_ids[]", $0) }
    }
  }
}

/// Which replies a list shows.
public struct RepliesPolicy: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Replies to any account you follow.
  public static let followed = RepliesPolicy(rawValue: "followed")
  /// Replies to members of the list.
  public static let members = RepliesPolicy(rawValue: "list")
  /// No replies.
  public static let nobody = RepliesPolicy(rawValue: "none")
}

/// A list of accounts with a timeline of its own.
public struct UserList: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The title.
  public let title: String
  /// Which replies it shows.
  public let repliesPolicy: RepliesPolicy?
  /// Whether its statuses are hidden from the home timeline.
  public let isExclusive: Bool?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a list.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "list")
    // Friendica has lists such as 'channel:latest'.
    id = try fields.id(separator: ":")
    title = fields.text("title") ?? ""
    repliesPolicy = fields.spelling("replies_policy")
    isExclusive = fields.truth("exclusive")
    raw = json
  }
}

extension Client.Lists {
  /// Creates a list.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - replies: which replies it shows; the server's default if `nil`.
  ///   - isExclusive: whether to hide its statuses from the home timeline.
  public func create(
    _ title: String, replies: RepliesPolicy? = nil, isExclusive: Bool? = nil
  ) async throws(FediverseError) -> UserList {
    let body = Self.body(title, replies, isExclusive)
    return try await client.perform(.post("/api/v1/lists", body).needing(.lists)).entity()
  }

  /// Changes a list. Arguments that are `nil` stay unchanged.
  ///
  /// - Parameters:
  ///   - id: the identifier of the list.
  ///   - title: the title; some servers change nothing without it.
  ///   - replies: which replies it shows.
  ///   - isExclusive: whether to hide its statuses from the home timeline.
  public func update(
    _ id: String, title: String? = nil, replies: RepliesPolicy? = nil, isExclusive: Bool? = nil
  ) async throws(FediverseError) -> UserList {
    let body = Self.body(title, replies, isExclusive)
    return try await client.perform(.put("/api/v1/lists/\(id)", body).needing(.lists)).entity()
  }

  /// Deletes a list; its members stay followed.
  public func delete(_ id: String) async throws(FediverseError) {
    try await client.remove(.delete("/api/v1/lists/\(id)").needing(.lists))
  }

  /// Lists all members of a list.
  public func allMembers(of id: String) async throws(FediverseError) -> Rows<Account> {
    let list = members(of: id)
    // A limit of 0 means no limit, but some servers return nothing and others ignore it.
    var page = try await list.page(limit: 0)
    if page.elements.isEmpty { page = try await list.page() }
    var (elements, unreadableRows, seen) = (page.elements, page.unreadableRows, Set<PageLink>())
    while let next = page.next, seen.insert(next).inserted {
      page = try await list.page(at: next)
      elements += page.elements
      unreadableRows += page.unreadableRows
    }
    return Rows(elements: elements, unreadableRows: unreadableRows)
  }

  private static func body(_ title: String?, _ replies: RepliesPolicy?, _ isExclusive: Bool?) -> Call.Body {
    var body = JSON.Object()
    body["title"] = title.map(JSON.string)
    body["replies_policy"] = replies.map { .string($0.rawValue) }
    body["exclusive"] = isExclusive.map(JSON.bool)
    return .json(.object(body))
  }
}
