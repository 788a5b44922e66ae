public import JSONValue

/// A value that a server sends as JSON.
public protocol Entity: Sendable {
  /// Reads the value leniently: only members that the value is useless without are required.
  ///
  /// - Throws: ``ShapeError`` if a required member is missing or has the wrong type.
  init(json: JSON) throws(ShapeError)
}

/// An error in the shape of a JSON value.
public struct ShapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path to the value, as names joined by dots.
  public let path: String
  /// What was expected there, such as `an object`.
  public let expected: String

  /// The path, and what was expected there.
  public var description: String { "\(path) is not \(expected)" }
}

/// A string enumeration that servers may extend: known values have names, others are kept as sent.
public protocol OpenSpelling: RawRepresentable, Sendable, Hashable, CustomStringConvertible where RawValue == String {
  /// Creates a value from any string.
  init(rawValue: String)
}

extension OpenSpelling {
  /// The string as sent.
  public var description: String { rawValue }
}
