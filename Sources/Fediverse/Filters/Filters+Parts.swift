import JSONValue

extension Client.Filters {
  /// Lists the keywords of a filter.
  public func keywords(of filterID: String) async throws(FediverseError) -> Rows<FilterKeyword> {
    try await client.perform(.get("/api/v2/filters/\(filterID)/keywords").needing(.filters)).rows()
  }

  /// Fetches a keyword by identifier.
  public func keyword(_ id: String) async throws(FediverseError) -> FilterKeyword {
    try await client.perform(.get("/api/v2/filters/keywords/\(id)").needing(.filters)).entity()
  }

  /// Adds a keyword to a filter.
  public func add(_ keyword: NewFilter.Keyword, to filterID: String) async throws(FediverseError) -> FilterKeyword {
    let call = Call.post("/api/v2/filters/\(filterID)/keywords", .json(keyword.json))
    return try await client.perform(call.needing(.filters)).entity()
  }

  /// Changes a keyword of a filter.
  ///
  /// - Parameters:
  ///   - id: the identifier of the keyword.
  ///   - keyword: the new keyword.
  public func updateKeyword(
    _ id: String, to keyword: NewFilter.Keyword
  ) async throws(FediverseError) -> FilterKeyword {
    let call = Call.put("/api/v2/filters/keywords/\(id)", .json(keyword.json))
    return try await client.perform(call.needing(.filters)).entity()
  }

  /// Removes a keyword from its filter.
  public func deleteKeyword(_ id: String) async throws(FediverseError) {
    try await client.remove(.delete("/api/v2/filters/keywords/\(id)").needing(.filters))
  }

  /// Lists the statuses of a filter.
  public func statuses(of filterID: String) async throws(FediverseError) -> Rows<FilterStatus> {
    try await client.perform(.get("/api/v2/filters/\(filterID)/statuses").needing(.filters)).rows()
  }

  /// Fetches a filtered status by the identifier of its entry.
  public func status(_ id: String) async throws(FediverseError) -> FilterStatus {
    try await client.perform(.get("/api/v2/filters/statuses/\(id)").needing(.filters)).entity()
  }

  /// Adds a status to a filter.
  public func add(status statusID: String, to filterID: String) async throws(FediverseError) -> FilterStatus {
    let call = Call.post("/api/v2/filters/\(filterID)/statuses", .json(["status_id": .string(statusID)]))
    return try await client.perform(call.needing(.filters)).entity()
  }

  /// Removes a status from its filter.
  ///
  /// - Parameter id: the identifier of the entry, not of the status.
  public func removeStatus(_ id: String) async throws(FediverseError) {
    try await client.remove(.delete("/api/v2/filters/statuses/\(id)").needing(.filters))
  }
}
