/// Why a value cannot be encoded as parameters, or decoded from them.
public struct CodingFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: Kind
  /// The parameter, and the place in it: `tags[2]`, `author.name`.
  public let key: String
  /// What is wrong, without the key.
  public let reason: String

  /// The kinds of faults.
  public enum Kind: Sendable, Hashable {
    /// A required parameter is missing or has no value.
    case missing
    /// A parameter is not valid for the type.
    case invalid
    /// The dialect cannot express the value so that it could be read again.
    case unwritable
  }

  public var description: String { "'\(key)' \(reason)" }

  init(_ kind: Kind, _ key: String, _ reason: String) {
    self.kind = kind
    self.key = key
    self.reason = reason
  }
}

extension CodingFault {
  /// Converts an error of a `Codable` type.
  ///
  /// - Parameter root: the name for a place outside all parameters.
  init(_ error: any Error, root: String) {
    switch error {
    case let fault as CodingFault: self = fault
    case DecodingError.keyNotFound(let key, let context):
      self.init(.missing, Self.key(context.codingPath + [key], root), "is missing")
    case DecodingError.valueNotFound(_, let context):
      self.init(.missing, Self.key(context.codingPath, root), context.debugDescription)
    case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
      self.init(.invalid, Self.key(context.codingPath, root), context.debugDescription)
    case EncodingError.invalidValue(_, let context):
      self.init(.unwritable, Self.key(context.codingPath, root), context.debugDescription)
    default: self.init(.invalid, root, "is refused: \(error)")
    }
  }

  private static func key(_ path: [any CodingKey], _ root: String) -> String {
    guard let first = path.first else { return root }
    return path.dropFirst().reduce(into: first.stringValue) { text, key in
      switch key.intValue {
      case let index? where key is WireKey: text += "[\(index)]"
      default: text += ".\(key.stringValue)"
      }
    }
  }
}

/// A key in the path to a value, with its name in the URL.
struct WireKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    self.intValue = nil
  }

  init(intValue: Int) {
    self.stringValue = String(intValue)
    self.intValue = intValue
  }
}
