import JSONValue

extension Client {
  /// The calls about filters (version 2 of the API).
  public var filters: Filters { Filters(client: self) }

  /// The calls about filters (version 2 of the API).
  public struct Filters: Sendable {
    let client: Client

    /// Lists your filters.
    public func all() async throws(FediverseError) -> Rows<Filter> {
      try await client.perform(.get("/api/v2/filters").needing(.filters)).rows()
    }

    /// Fetches a filter by identifier.
    public func filter(_ id: String) async throws(FediverseError) -> Filter {
      try await client.perform(.get("/api/v2/filters/\(id)").needing(.filters)).entity()
    }

    /// Creates a filter.
    public func create(_ filter: NewFilter) async throws(FediverseError) -> Filter {
      let feature = Self.feature(for: filter.action)
      return try await client.perform(.post("/api/v2/filters", .json(filter.json)).needing(feature)).entity()
    }

    /// Changes a filter.
    public func update(_ id: String, _ changes: FilterChanges) async throws(FediverseError) -> Filter {
      let body = Call.Body.json(.object(changes.object))
      let feature = Self.feature(for: changes.action)
      return try await client.perform(.put("/api/v2/filters/\(id)", body).needing(feature)).entity()
    }

    /// Deletes a filter and its keywords.
    public func delete(_ id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v2/filters/\(id)").needing(.filters))
    }

    private static func feature(for action: FilterAction?) -> Feature {
      action == .blur ? .filterBlur : .filters
    }
  }
}
