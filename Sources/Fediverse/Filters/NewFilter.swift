import JSONValue

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
