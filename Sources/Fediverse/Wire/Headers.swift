/// The header fields of a message in their order; names are compared without regard to letter case.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One header field.
  public struct Field: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name as written.
    public let name: String
    /// The value.
    public let value: String

    /// A field of this name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Name and value as on the wire, but no secret.
    public var description: String { "\(name): \(isSecret ? "…" : value)" }
    /// Name and value as on the wire, but no secret.
    public var debugDescription: String { description }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    /// A token may stand in place of the name of a subprotocol.
    private static let secretNames = [
      "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Sec-WebSocket-Protocol",
    ]

    private var isSecret: Bool {
      Self.secretNames.contains { $0.isSameName(as: name) }
    }

    /// Whether the value stays within its line.
    var isSound: Bool {
      !name.isEmpty && value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }
  }

  /// Every field, in order.
  public private(set) var fields: [Field]

  /// Headers of these fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Headers of these names and values, in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of this name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.isSameName(as: name) }?.value
  }

  /// Every value of this name, joined as RFC 9110 section 5.3 lets lists be joined.
  public func list(_ name: String) -> String? {
    let values = fields.filter { $0.name.isSameName(as: name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Adds a field after the others.
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
  /// The byte with an ASCII letter made small.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
