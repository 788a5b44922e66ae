/// How an app spells values in its parameters, for the many ways in which apps do.
///
/// A dialect decides what is written. Reading is more liberal: every spelling of a truth value and of a date is taken,
/// whatever the dialect, because no two of them can be mistaken for each other.
public struct Dialect: Sendable, Hashable {
  /// How truth values are written.
  public var booleans: Booleans
  /// How dates are written.
  public var dates: Dates
  /// How lists are written and read.
  public var lists: Lists
  /// How the names of parameters follow from coding keys.
  public var keys: Keys

  /// A dialect; what is not named is `true` and `false`, ISO 8601, repeated keys, and names as they are written.
  public init(
    booleans: Booleans = .trueFalse, dates: Dates = .iso8601, lists: Lists = .repeatedKeys, keys: Keys = .asWritten
  ) {
    self.booleans = booleans
    self.dates = dates
    self.lists = lists
    self.keys = keys
  }

  /// The spellings of a truth value.
  public enum Booleans: Sendable, Hashable, CaseIterable {
    /// `true` and `false`.
    case trueFalse
    /// `yes` and `no`.
    case yesNo
    /// `YES` and `NO`.
    case capitalYesNo
    /// `1` and `0`.
    case oneZero
    /// The name alone, without `=`, where it holds; nothing where it does not, or `false` where it is optional or the
    /// member of a dictionary.
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
    /// The name once for each element; an empty list is nothing at all, or the name alone where it is optional or the
    /// member of a dictionary.
    case repeatedKeys
    /// One value, its elements joined by `,`; no element may hold one.
    case commas
    /// One JSON array.
    case json
  }

  /// The spellings of a name.
  public enum Keys: Sendable, Hashable, CaseIterable {
    /// As the coding key has it: `excludeTrashed`.
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

  /// The truth value that a text spells in any dialect; `nil` where it spells none.
  package static func truth(of text: String) -> Bool? { Bool.read(text) }

  /// The text of a truth value where one must stand.
  func text(_ isTrue: Bool) -> String {
    switch booleans {
    case .trueFalse, .flag: isTrue ? "true" : "false"
    case .yesNo: isTrue ? "yes" : "no"
    case .capitalYesNo: isTrue ? "YES" : "NO"
    case .oneZero: isTrue ? "1" : "0"
    }
  }
}
