import JSONValue

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that is written as one text, in a parameter or in JSON.
protocol Scalar {
  /// The noun for such values in error messages.
  static var noun: String { get }
  /// Reads a parameter.
  static func read(_ text: String) -> Self?
  /// Reads a value in JSON.
  static func read(_ json: JSON) -> Self?
  /// The value as JSON; `nil` if it cannot be expressed.
  func written(in dialect: Dialect) -> JSON?
}

extension Scalar {
  static func read(_ json: JSON) -> Self? { json.string.flatMap { read($0) } }
}

extension Bool: Scalar {
  static var noun: String { "true or false" }
  static func read(_ json: JSON) -> Bool? { json.bool }
  func written(in dialect: Dialect) -> JSON? { .bool(self) }

  static func read(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

extension String: Scalar {
  static var noun: String { "text" }
  static func read(_ text: String) -> String? { text }
  func written(in dialect: Dialect) -> JSON? { .string(self) }
}

extension Scalar where Self: FixedWidthInteger {
  static var noun: String { Self.isSigned ? "a whole number" : "a whole number of at least 0" }
  static func read(_ text: String) -> Self? { Self(text) }
  func written(in dialect: Dialect) -> JSON? { .number(JSON.Number(verbatim: String(self))) }

  static func read(_ json: JSON) -> Self? {
    guard case .number(let number) = json else { return nil }
    return Self(number.text) ?? number.int.flatMap { Self(exactly: $0) }
  }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}

extension Scalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var noun: String { "a number" }
  func written(in dialect: Dialect) -> JSON? { isFinite ? .number(JSON.Number(verbatim: String(self))) : nil }

  static func read(_ text: String) -> Self? {
    Self(text).flatMap { $0.isFinite ? $0 : nil }
  }

  static func read(_ json: JSON) -> Self? {
    guard case .number(let number) = json else { return nil }
    return read(number.text)
  }
}

extension Double: Scalar {}
extension Float: Scalar {}

extension Date: Scalar {
  static var noun: String { "a date" }

  static func read(_ text: String) -> Date? { Timestamp(text)?.date }

  static func read(_ json: JSON) -> Date? {
    switch json {
    case .number(let number):
      read(number.text) ?? (number.double.isFinite ? Date(timeIntervalSince1970: number.double) : nil)
    case .string(let text): read(text)
    default: nil
    }
  }

  func written(in dialect: Dialect) -> JSON? {
    guard let text = dialect.text(for: self) else { return nil }
    return switch dialect.dates {
    case .iso8601: .string(text)
    case .unixSeconds: .number(JSON.Number(verbatim: text))
    }
  }
}

extension URL: Scalar {
  static var noun: String { "a URL" }
  static func read(_ text: String) -> URL? { URL(string: text, encodingInvalidCharacters: false) }
  func written(in dialect: Dialect) -> JSON? { .string(absoluteString) }
}

extension Data: Scalar {
  static var noun: String { "Base64" }
  static func read(_ text: String) -> Data? { Data(lenientBase64: text) }
  func written(in dialect: Dialect) -> JSON? { .string(base64EncodedString()) }
}

extension Data {
  /// Reads Base64 (RFC 4648) in either alphabet, its padding optional.
  ///
  /// Blanks are read as `+`, which a form decoder turns into blanks.
  init?(lenientBase64 text: String) {
    // Byte by byte for speed, because every response with records is decoded here.
    var base64 = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    base64 += repeatElement(UInt8(ascii: "="), count: (4 - base64.count % 4) % 4)
    self.init(base64Encoded: Data(base64))
  }
}
