/// How an app spells values in its parameters.
///
/// A dialect applies to writing. Every spelling of booleans and dates is accepted when reading, because they cannot be
/// confused.
public struct Dialect: Sendable, Hashable {
  /// How booleans are written.
  public var booleans: Booleans
  /// How dates are written.
  public var dates: Dates
  /// How lists are written and read.
  public var lists: Lists
  /// How the names of parameters are derived from coding keys.
  public var keys: Keys

  /// Creates a dialect; the defaults are `true` and `false`, ISO 8601, repeated keys, and names as in the coding keys.
  public init(
    booleans: Booleans = .trueFalse, dates: Dates = .iso8601, lists: Lists = .repeatedKeys, keys: Keys = .asWritten
  ) {
    self.booleans = booleans
    self.dates = dates
    self.lists = lists
    self.keys = keys
  }

  /// The spellings of a boolean.
  public enum Booleans: Sendable, Hashable, CaseIterable {
    /// `true` and `false`.
    case trueFalse
    /// `yes` and `no`.
    case yesNo
    /// `YES` and `NO`.
    case capitalYesNo
    /// `1` and `0`.
    case oneZero
    /// Only the name, without `=`, for true; nothing for false, or `false` if the value is optional or in a dictionary.
    case flag
  }

  /// The spellings of a date.
  public enum Dates: Sendable, Hashable, CaseIterable {
    /// ISO 8601 in UTC, with as much of a fraction as the date has: `2023-11-14T22:13:20Z`.
    case iso8601
    /// Seconds since 1970-01-01T00:00:00Z, with as much of a fraction as the date has.
    case unixSeconds
  }

  /// The spellings of a list.
  public enum Lists: Sendable, Hashable, CaseIterable {
    /// The name once for each element; for an empty list nothing, or only the name if the list is optional or in a
    /// dictionary.
    case repeatedKeys
    /// One value with elements separated by `,`; no element may contain a comma.
    case commas
    /// One JSON array.
    case json
  }

  /// The spellings of a name.
  public enum Keys: Sendable, Hashable, CaseIterable {
    /// As the coding key: `excludeTrashed`.
    case asWritten
    /// `exclude-trashed`.
    case kebabCase
    /// `exclude_trashed`.
    case snakeCase
  }
}

extension Dialect {
  func name(of key: any CodingKey) -> String {
    switch keys {
    case .asWritten: key.stringValue
    case .kebabCase: key.stringValue.separatingWords(by: "-")
    case .snakeCase: key.stringValue.separatingWords(by: "_")
    }
  }

  /// Reads a boolean of any dialect.
  package static func truth(of text: String) -> Bool? { Bool.read(text) }

  /// The text of a boolean where a value is required.
  func text(_ isTrue: Bool) -> String {
    switch booleans {
    case .trueFalse, .flag: isTrue ? "true" : "false"
    case .yesNo: isTrue ? "yes" : "no"
    case .capitalYesNo: isTrue ? "YES" : "NO"
    case .oneZero: isTrue ? "1" : "0"
    }
  }
}
