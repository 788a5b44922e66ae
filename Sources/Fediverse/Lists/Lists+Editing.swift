import JSONValue

extension Client.Lists {
  /// Makes a list.
  ///
  /// - Parameters:
  ///   - title: what it is called.
  ///   - replies: whose replies it shows; as the server likes where not given.
  ///   - isExclusive: whether the home timeline leaves out what it shows.
  public func create(
    _ title: String, replies: RepliesPolicy? = nil, isExclusive: Bool? = nil
  ) async throws(FediverseError) -> UserList {
    let body = Self.body(title, replies, isExclusive)
    return try await client.perform(.post("/api/v1/lists", body).needing(.lists)).entity()
  }

  /// Changes a list; what is not given stays.
  ///
  /// - Parameters:
  ///   - id: the identifier of the list.
  ///   - title: what it is called, without which some servers change nothing.
  ///   - replies: whose replies it shows.
  ///   - isExclusive: whether the home timeline leaves out what it shows.
  public func update(
    _ id: String, title: String? = nil, replies: RepliesPolicy? = nil, isExclusive: Bool? = nil
  ) async throws(FediverseError) -> UserList {
    let body = Self.body(title, replies, isExclusive)
    return try await client.perform(.put("/api/v1/lists/\(id)", body).needing(.lists)).entity()
  }

  /// Removes a list; its members stay followed.
  public func delete(_ id: String) async throws(FediverseError) {
    _ = try await client.perform(.delete("/api/v1/lists/\(id)").needing(.lists))
  }

  /// Everybody in a list.
  public func allMembers(of id: String) async throws(FediverseError) -> Rows<Account> {
    let list = members(of: id)
    // No limit is written as a limit of nothing, which some servers take by its word and others not at all.
    var page = try await list.page(limit: 0)
    if page.elements.isEmpty { page = try await list.page() }
    var (elements, oddRows, seen) = (page.elements, page.oddRows, Set<PageLink>())
    while let next = page.next, seen.insert(next).inserted {
      page = try await list.page(at: next)
      elements += page.elements
      oddRows += page.oddRows
    }
    return Rows(elements: elements, oddRows: oddRows)
  }

  private static func body(_ title: String?, _ replies: RepliesPolicy?, _ isExclusive: Bool?) -> Call.Body {
    var body = JSON.Object()
    body["title"] = title.map(JSON.string)
    body["replies_policy"] = replies.map { .string($0.rawValue) }
    body["exclusive"] = isExclusive.map(JSON.bool)
    return .json(.object(body))
  }
}
