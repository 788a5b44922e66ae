public import JSONValue

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

/// What a client does with a status that matches a filter.
public struct FilterAction: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value; unknown values mean a warning.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Shows it behind a warning.
  public static let warn = FilterAction(rawValue: "warn")
  /// Does not show it.
  public static let hide = FilterAction(rawValue: "hide")
  /// Blurs its media.
  public static let blur = FilterAction(rawValue: "blur")
}

/// Where a filter applies.
public struct FilterContext: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The home timeline and lists.
  public static let home = FilterContext(rawValue: "home")
  /// Notifications.
  public static let notifications = FilterContext(rawValue: "notifications")
  /// Public timelines.
  public static let `public` = FilterContext(rawValue: "public")
  /// Threads.
  public static let thread = FilterContext(rawValue: "thread")
  /// Profiles.
  public static let account = FilterContext(rawValue: "account")
}

/// A server-side filter of words and statuses (version 2 of the API).
public struct Filter: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The title.
  public let title: String
  /// Where it applies.
  public let contexts: [FilterContext]
  /// When the filter expires, or `nil` if it does not.
  public let expiresAt: Timestamp?
  /// What clients do with matching statuses.
  public let action: FilterAction
  /// The filtered keywords; empty if the filter is part of a status's filter result.
  public let keywords: [FilterKeyword]
  /// The filtered statuses; empty if the filter is part of a status's filter result.
  public let statuses: [FilterStatus]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a filter.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter")
    id = try fields.id()
    title = fields.text("title") ?? ""
    contexts = fields.texts("context").map { FilterContext(rawValue: $0) }
    expiresAt = fields.time("expires_at")
    action = fields.spelling("filter_action") ?? .warn
    keywords = fields.entities("keywords")
    statuses = fields.entities("statuses")
    raw = json
  }
}

extension Filter {
  /// A filter of version 1 of the API: its title and its only keyword are its phrase.
  public init(_ legacy: LegacyFilter) {
    id = legacy.id
    title = legacy.phrase
    contexts = legacy.contexts
    expiresAt = legacy.expiresAt
    action = legacy.isIrreversible ? .hide : .warn
    keywords = [FilterKeyword(id: legacy.id, keyword: legacy.phrase, isWholeWord: legacy.isWholeWord)]
    statuses = []
    raw = legacy.raw
  }
}

/// A keyword of a filter.
public struct FilterKeyword: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The word or phrase.
  public let keyword: String
  /// Whether it matches whole words only.
  public let isWholeWord: Bool

  fileprivate init(id: String, keyword: String, isWholeWord: Bool) {
    (self.id, self.keyword, self.isWholeWord) = (id, keyword, isWholeWord)
  }

  /// Decodes a keyword of a filter.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter keyword")
    id = try fields.id()
    keyword = fields.text("keyword") ?? ""
    isWholeWord = fields.truth("whole_word") ?? false
  }
}

/// A filtered status.
public struct FilterStatus: Entity, Hashable, Identifiable {
  /// The identifier of the entry, valid on this server only.
  public let id: String
  /// The identifier of the status.
  public let statusID: String?

  /// Decodes a filtered status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter status")
    id = try fields.id()
    // GoToSocial sends the identifier as `phrase`.
    statusID = fields.word("status_id") ?? fields.word("phrase")
  }
}

/// When a filter expires.
public enum FilterExpiry: Sendable, Hashable {
  /// Never.
  case never
  /// After a number of seconds.
  case after(seconds: Int)

  /// An empty value removes the expiry.
  var json: JSON {
    switch self {
    case .never: .null
    case .after(let seconds): .int(seconds)
    }
  }
}

/// A filter to create.
public struct NewFilter: Sendable, Hashable {
  /// The title.
  public var title: String
  /// Where it applies.
  public var contexts: [FilterContext]
  /// What clients do with matching statuses; warn if `nil`.
  public var action: FilterAction?
  /// When it expires; never if `nil`.
  public var expiry: FilterExpiry?
  /// The keywords.
  public var keywords: [Keyword]

  /// Creates a filter of these keywords.
  public init(_ title: String, contexts: [FilterContext], keywords: [Keyword] = []) {
    self.title = title
    self.contexts = contexts
    self.keywords = keywords
  }

  /// A keyword to add to a filter.
  public struct Keyword: Sendable, Hashable {
    /// The word or phrase.
    public var text: String
    /// Whether it matches whole words only; the server's default if `nil`.
    public var isWholeWord: Bool?

    /// Creates a keyword.
    public init(_ text: String, isWholeWord: Bool? = nil) {
      self.text = text
      self.isWholeWord = isWholeWord
    }

    var json: JSON {
      var object = JSON.Object()
      object["keyword"] = .string(text)
      object["whole_word"] = isWholeWord.map(JSON.bool)
      return .object(object)
    }
  }

  var json: JSON {
    var changes = FilterChanges()
    changes.title = title
    changes.contexts = contexts
    changes.action = action
    changes.expiry = expiry == .never ? nil : expiry
    var object = changes.object
    object["keywords_attributes"] = keywords.isEmpty ? nil : .array(keywords.map(\.json))
    return .object(object)
  }
}

/// Changes to a filter. Properties that are `nil`, keywords and statuses stay unchanged.
public struct FilterChanges: Sendable, Hashable {
  /// The title.
  public var title: String?
  /// Where it applies.
  public var contexts: [FilterContext]?
  /// What clients do with matching statuses.
  public var action: FilterAction?
  /// When it expires.
  public var expiry: FilterExpiry?

  /// Creates changes without any change.
  public init() {}

  var object: JSON.Object {
    var object = JSON.Object()
    object["title"] = title.map(JSON.string)
    object["context"] = contexts.map { .array($0.map { .string($0.rawValue) }) }
    object["filter_action"] = action.map { .string($0.rawValue) }
    object["expires_in"] = expiry?.json
    return object
  }
}
