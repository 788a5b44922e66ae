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
