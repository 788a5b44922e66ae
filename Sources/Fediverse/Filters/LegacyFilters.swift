extension Client {
  /// The calls about filters of the first edition.
  public var legacyFilters: LegacyFilters { LegacyFilters(client: self) }

  /// The calls about filters of the first edition.
  public struct LegacyFilters: Sendable {
    let client: Client

    /// Every filter.
    public func all() async throws(FediverseError) -> Rows<LegacyFilter> {
      try await client.perform(.get("/api/v1/filters").needing(.legacyFilters)).rows()
    }

    /// The filter of this identifier.
    public func filter(_ id: String) async throws(FediverseError) -> LegacyFilter {
      try await client.perform(.get("/api/v1/filters/\(id)").needing(.legacyFilters)).entity()
    }

    /// Makes a filter.
    public func create(_ filter: NewLegacyFilter) async throws(FediverseError) -> LegacyFilter {
      try await client.perform(.post("/api/v1/filters", .json(filter.json)).needing(.legacyFilters)).entity()
    }

    /// Makes another of a filter.
    public func update(_ id: String, to filter: NewLegacyFilter) async throws(FediverseError) -> LegacyFilter {
      try await client.perform(.put("/api/v1/filters/\(id)", .json(filter.json)).needing(.legacyFilters)).entity()
    }

    /// Removes a filter.
    public func delete(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/filters/\(id)").needing(.legacyFilters))
    }
  }
}
