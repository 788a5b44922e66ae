extension Client {
  /// The calls about filters of version 1 of the API.
  public var legacyFilters: LegacyFilters { LegacyFilters(client: self) }

  /// The calls about filters of version 1 of the API.
  public struct LegacyFilters: Sendable {
    let client: Client

    /// Lists your filters.
    public func all() async throws(FediverseError) -> Rows<LegacyFilter> {
      try await client.perform(.get("/api/v1/filters").needing(.legacyFilters)).rows()
    }

    /// Fetches a filter by identifier.
    public func filter(_ id: String) async throws(FediverseError) -> LegacyFilter {
      try await client.perform(.get("/api/v1/filters/\(id)").needing(.legacyFilters)).entity()
    }

    /// Creates a filter.
    public func create(_ filter: NewLegacyFilter) async throws(FediverseError) -> LegacyFilter {
      try await client.perform(.post("/api/v1/filters", .json(filter.json)).needing(.legacyFilters)).entity()
    }

    /// Replaces a filter.
    public func update(_ id: String, to filter: NewLegacyFilter) async throws(FediverseError) -> LegacyFilter {
      try await client.perform(.put("/api/v1/filters/\(id)", .json(filter.json)).needing(.legacyFilters)).entity()
    }

    /// Deletes a filter.
    public func delete(_ id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/filters/\(id)").needing(.legacyFilters))
    }
  }
}
