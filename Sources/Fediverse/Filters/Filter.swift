public import JSONValue

/// What becomes of a status that a filter fits.
public struct FilterAction: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// The value of any spelling; one that is not known means a warning.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It stands behind a warning.
  public static let warn = FilterAction(rawValue: "warn")
  /// It is not shown at all.
  public static let hide = FilterAction(rawValue: "hide")
  /// Its media are blurred.
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
  /// The statuses around one.
  public static let thread = FilterContext(rawValue: "thread")
  /// Profiles.
  public static let account = FilterContext(rawValue: "account")
}

/// Words and statuses that somebody does not want to see.
public struct Filter: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// What it is called.
  public let title: String
  /// Where it applies.
  public let contexts: [FilterContext]
  /// When it ends, or `nil` for one that stays.
  public let expiresAt: Timestamp?
  /// What becomes of what it fits.
  public let action: FilterAction
  /// The words; none where a status tells which filter it fits.
  public let keywords: [FilterKeyword]
  /// The statuses; none where a status tells which filter it fits.
  public let statuses: [FilterStatus]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a filter.
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

/// A word or phrase of a filter.
public struct FilterKeyword: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The word or phrase.
  public let keyword: String
  /// Whether it must not be part of a longer word.
  public let isWholeWord: Bool

  /// Reads a word of a filter.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter keyword")
    id = try fields.id()
    keyword = fields.text("keyword") ?? ""
    isWholeWord = fields.truth("whole_word") ?? false
  }
}

/// A status of a filter.
public struct FilterStatus: Entity, Hashable, Identifiable {
  /// The identifier of the entry, local to the server that answered.
  public let id: String
  /// The identifier of the status.
  public let statusID: String?

  /// Reads a status of a filter.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "filter status")
    id = try fields.id()
    // GoToSocial was seen to call it a phrase.
    statusID = fields.word("status_id") ?? fields.word("phrase")
  }
}

/// A phrase that somebody does not want to see, as servers had it before filters of several words.
public struct LegacyFilter: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The word or phrase.
  public let phrase: String
  /// Where it applies.
  public let contexts: [FilterContext]
  /// When it ends, or `nil` for one that stays.
  public let expiresAt: Timestamp?
  /// Whether the server drops what it fits, so that it does not come back with the end of the filter.
  public let isIrreversible: Bool
  /// Whether it must not be part of a longer word.
  public let isWholeWord: Bool
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a filter of the first edition.
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
