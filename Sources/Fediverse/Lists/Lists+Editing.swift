import JSONValue

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
