import JSONValue

/// When a filter ends.
public enum FilterExpiry: Sendable, Hashable {
  /// Not by itself.
  case never
  /// After so many seconds.
  case after(seconds: Int)

  /// Nothing is what takes an end away.
  var json: JSON {
    switch self {
    case .never: .null
    case .after(let seconds): .int(seconds)
    }
  }
}

/// A filter that is yet to be made.
public struct NewFilter: Sendable, Hashable {
  /// What it is called.
  public var title: String
  /// Where it applies.
  public var contexts: [FilterContext]
  /// What becomes of what it fits; a warning where not given.
  public var action: FilterAction?
  /// When it ends; not by itself where not given.
  public var expiry: FilterExpiry?
  /// The words.
  public var keywords: [Keyword]

  /// A filter of these words.
  public init(_ title: String, contexts: [FilterContext], keywords: [Keyword] = []) {
    self.title = title
    self.contexts = contexts
    self.keywords = keywords
  }

  /// A word or phrase that is yet to be part of a filter.
  public struct Keyword: Sendable, Hashable {
    /// The word or phrase.
    public var text: String
    /// Whether it must not be part of a longer word; as the server likes where not given.
    public var isWholeWord: Bool?

    /// A word or phrase.
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

/// What is to become different in a filter; what is not set stays, and so do its words and statuses.
public struct FilterChanges: Sendable, Hashable {
  /// What it is called.
  public var title: String?
  /// Where it applies.
  public var contexts: [FilterContext]?
  /// What becomes of what it fits.
  public var action: FilterAction?
  /// When it ends.
  public var expiry: FilterExpiry?

  /// No change at all.
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

/// A filter of the first edition that is yet to be made.
public struct NewLegacyFilter: Sendable, Hashable {
  /// The word or phrase.
  public var phrase: String
  /// Where it applies.
  public var contexts: [FilterContext]
  /// Whether it must not be part of a longer word; as the server likes where not given.
  public var isWholeWord: Bool?
  /// Whether the server drops what it fits.
  public var isIrreversible: Bool?
  /// The seconds until it ends; it stays where not given.
  public var duration: Int?

  /// A filter of one phrase.
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
    object["expires_in"] = duration.map(JSON.int)
    return .object(object)
  }
}
