public import JSONValue

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
