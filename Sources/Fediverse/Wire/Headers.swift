/// The header fields of a message in order; names are compared case-insensitively.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// A header field.
  public struct Field: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name as written.
    public let name: String
    /// The value.
    public let value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// The field as on the wire, with secrets redacted.
    public var description: String { "\(name): \(isSecret ? "…" : value)" }
    /// The field as on the wire, with secrets redacted.
    public var debugDescription: String { description }
    /// An empty mirror, so that dumps show no secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    /// `Sec-WebSocket-Protocol` can carry a token in place of a subprotocol.
    private static let secretNames = [
      "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Sec-WebSocket-Protocol",
    ]

    var isSecret: Bool {
      Self.secretNames.contains { $0.isSameName(as: name) }
    }

    /// Whether the value contains no line break or other control character.
    var isSound: Bool {
      !name.isEmpty && value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }
  }

  /// All fields in order.
  public private(set) var fields: [Field]

  /// Creates headers from fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Creates headers from names and values, in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value with this name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.isSameName(as: name) }?.value
  }

  /// All values with this name, joined by commas (RFC 9110 section 5.3).
  public func list(_ name: String) -> String? {
    let values = fields.filter { $0.name.isSameName(as: name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Appends a field.
  public mutating func add(_ name: String, _ value: String) {
    add(Field(name: name, value: value))
  }

  mutating func add(_ field: Field) {
    fields.append(field)
  }
}

extension String {
  func isSameName(as other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  /// The byte with an ASCII capital letter converted to lower case.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
