public import JSONValue

/// Something a server describes in JSON.
public protocol Entity: Sendable {
  /// Reads the value leniently: only what nothing can be done without is required.
  init(json: JSON) throws(ShapeError)
}

/// Where a JSON value does not have the shape it needs.
public struct ShapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place, as names joined by points.
  public let path: String
  /// What was expected there.
  public let expected: String

  /// The place and what was expected there.
  public var description: String { "\(path) is not \(expected)" }
}

/// A set of spellings that servers add to: the known ones have names, others are kept as they came.
public protocol OpenSpelling: RawRepresentable, Sendable, Hashable, CustomStringConvertible where RawValue == String {
  /// The value of any spelling.
  init(rawValue: String)
}

extension OpenSpelling {
  /// The spelling.
  public var description: String { rawValue }
}
