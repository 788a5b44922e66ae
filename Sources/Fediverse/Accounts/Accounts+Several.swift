extension Client.Accounts {
  /// The accounts of these identifiers; unknown ones are left out.
  public func accounts(_ ids: [String]) async throws(FediverseError) -> Rows<Account> {
    try await rows("/api/v1/accounts", ids, needing: .accountBatch)
  }

  /// How the signed-in account stands to these accounts; unknown ones are left out.
  ///
  /// - Parameters:
  ///   - ids: the identifiers of the accounts.
  ///   - withSuspended: whether accounts count too that the server has suspended.
  public func relationships(
    _ ids: [String], withSuspended: Bool = false
  ) async throws(FediverseError) -> Rows<Relationship> {
    try await rows(
      "/api/v1/accounts/relationships", ids, and: withSuspended ? [("with_suspended", "true")] : [])
  }

  /// Which of those whom the signed-in account follows follow these accounts too.
  public func familiarFollowers(of ids: [String]) async throws(FediverseError) -> Rows<FamiliarFollowers> {
    try await rows("/api/v1/accounts/familiar_followers", ids, needing: .familiarFollowers)
  }

  /// The accounts whose names begin like the query, or that a full name or address names.
  ///
  /// - Parameters:
  ///   - query: the beginning of a name, a name with its domain, or an address.
  ///   - following: whether only those count whom the signed-in account follows.
  ///   - resolve: whether the server asks another server for a full name.
  ///   - limit: how many are wanted; servers give no more than 80.
  ///   - offset: how many of the first are left out.
  public func search(
    _ query: String, following: Bool = false, resolve: Bool = false, limit: Int? = nil, offset: Int? = nil
  ) async throws(FediverseError) -> Rows<Account> {
    var fields = Fields()
    fields.set("q", query)
    fields.set("following", following ? true : nil)
    fields.set("resolve", resolve ? true : nil)
    fields.set("limit", limit)
    fields.set("offset", offset)
    return try await client.perform(.get("/api/v1/accounts/search", fields.pairs)).rows()
  }

  /// The rows about some accounts, asked for by parts, because servers refuse long queries.
  private func rows<Row: Entity>(
    _ path: Path, _ ids: [String], and query: [(name: String, value: String)] = [], needing feature: Feature? = nil
  ) async throws(FediverseError) -> Rows<Row> {
    var elements: [Row] = []
    var oddRows: [OddRow] = []
    for start in stride(from: 0, to: ids.count, by: Self.mostAtOnce) {
      let some = ids[start..<min(start + Self.mostAtOnce, ids.count)]
      var call = Call.get(path, some.map { (name: "id[]", value: $0) } + query)
      call.feature = feature
      let rows: Rows<Row> = try await client.perform(call).rows()
      elements += rows.elements
      oddRows += rows.oddRows
    }
    return Rows(elements: elements, oddRows: oddRows)
  }

  private static var mostAtOnce: Int { 40 }
}
