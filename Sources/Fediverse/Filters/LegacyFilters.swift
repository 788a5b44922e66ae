public import JSONValue

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

/// A filter of one phrase (version 1 of the API).
public struct LegacyFilter: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The word or phrase.
  public let phrase: String
  /// Where it applies.
  public let contexts: [FilterContext]
  /// When the filter expires, or `nil` if it does not.
  public let expiresAt: Timestamp?
  /// Whether the server drops matching statuses for good.
  public let isIrreversible: Bool
  /// Whether it matches whole words only.
  public let isWholeWord: Bool
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a filter of version 1 of the API.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter")
    id = try fields.id()
    phrase = fields.text("phrase") ?? ""
    contexts = fields.texts("context").map { FilterContext(rawValue: $0) }
    expiresAt = fields.time("expires_at")
    isIrreversible = fields.truth("irreversible") ?? false
    isWholeWord = fields.truth("whole_word") ?? false
    raw = json
  }
}

/// A filter of version 1 of the API to create.
public struct NewLegacyFilter: Sendable, Hashable {
  /// The word or phrase.
  public var phrase: String
  /// Where it applies.
  public var contexts: [FilterContext]
  /// Whether it matches whole words only; the server's default if `nil`.
  public var isWholeWord: Bool?
  /// Whether the server drops matching statuses for good.
  public var isIrreversible: Bool?
  /// When it expires; as it was or never if `nil`.
  public var expiry: FilterExpiry?

  /// Creates a filter of one phrase.
  public init(_ phrase: String, contexts: [FilterContext]) {
    self.phrase = phrase
    self.contexts = contexts
  }

  var json: JSON {
    var object = JSON.Object()
    object["phrase"] = .string(phrase)
    object["context"] = .array(contexts.map { .string($0.rawValue) })
    object["irreversible"] = isIrreversible.map(JSON.bool)
    object["whole_word"] = isWholeWord.map(JSON.bool)
    object["expires_in"] = expiry?.json
    return .object(object)
  }
}
