import JSONValue

extension Client {
  /// The calls about filters.
  public var filters: Filters { Filters(client: self) }

  /// The calls about filters.
  public struct Filters: Sendable {
    let client: Client

    /// Every filter.
    public func all() async throws(FediverseError) -> Rows<Filter> {
      try await client.perform(.get("/api/v2/filters").needing(.filters)).rows()
    }

    /// The filter of this identifier.
    public func filter(_ id: String) async throws(FediverseError) -> Filter {
      try await client.perform(.get("/api/v2/filters/\(id)").needing(.filters)).entity()
    }

    /// Makes a filter.
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

    /// Removes a filter with its words.
    public func delete(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v2/filters/\(id)").needing(.filters))
    }

    private static func feature(for action: FilterAction?) -> Feature {
      action == .blur ? .filterBlur : .filters
    }
  }
}
