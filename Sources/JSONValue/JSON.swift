/// A JSON value (RFC 8259) whose objects keep the order and duplicates of their members.
///
/// Numbers keep their spelling, because identifiers and counts of real servers do not all fit a `Double`.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object(Object)

  /// A number, kept as it is spelled (RFC 8259, section 6).
  public struct Number: Sendable, Hashable {
    /// The spelling, such as `-12.5e3`.
    public let text: String

    /// Creates a number from a spelling that is known to be valid.
    package init(verbatim text: String) {
      self.text = text
    }

    /// The value, if it is an integer that fits.
    public var int: Int? { Int(text) ?? expanded }

    /// The nearest `Double`; infinite if the spelling is out of range.
    public var double: Double { Double(text) ?? .nan }

    /// The integer value of a spelling with a fraction or exponent, computed from the digits because a `Double` rounds.
    private var expanded: Int? {
      let halves = text.split { $0 == "e" || $0 == "E" }
      let parts = (halves.first ?? "").split(separator: ".")
      let digits = parts.joined()
      let significant = digits.prefix(through: digits.lastIndex { $0 != "0" } ?? digits.startIndex)
      guard significant.contains(where: { ("1"..."9").contains($0) }) else { return 0 }
      let exponent = halves.count > 1 ? Int(halves[1]) : 0
      guard let exponent, (-1_000_000...1_000_000).contains(exponent) else { return nil }
      let fraction = parts.dropFirst().reduce(0) { $0 + $1.count }
      let zeros = exponent - fraction + digits.count - significant.count
      guard (0...18).contains(zeros) else { return nil }
      return Int(significant + String(repeating: "0", count: zeros))
    }
  }

  /// The members of an object, in order.
  public struct Object: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// Names and values, in order; duplicates are kept.
    public private(set) var members: [(name: String, value: JSON)]

    /// Creates an object with these members.
    public init(_ members: [(name: String, value: JSON)] = []) {
      self.members = members
    }

    public init(dictionaryLiteral elements: (String, JSON)...) {
      members = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of the last member of this name, which is how most parsers treat duplicates. Setting replaces it in
    /// place or appends it; setting `nil` removes every member of the name. Names are compared as spelled (RFC 8259,
    /// section 8.3).
    public subscript(name: String) -> JSON? {
      get { members.last { $0.name.isSpelled(like: name) }?.value }
      set {
        guard let newValue else {
          members.removeAll { $0.name.isSpelled(like: name) }
          return
        }
        if let index = members.lastIndex(where: { $0.name.isSpelled(like: name) }) {
          members[index].value = newValue
        } else {
          members.append((name, newValue))
        }
      }
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.map { (name: $0.0, value: $0.1) }))
  }
  public init(nilLiteral: ()) { self = .null }
}

extension JSON {
  /// Creates an integer.
  public static func int(_ value: Int) -> JSON {
    .number(Number(verbatim: String(value)))
  }

  /// The member of this name, if the value is an object that has one.
  public subscript(name: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The element at this index, if the value is an array that has one.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text, if the value is a string.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements, if the value is an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, if the value is an object.
  public var object: Object? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The value, if it is `true` or `false`.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The value, if it is an integer.
  public var int: Int? {
    guard case .number(let number) = self else { return nil }
    return number.int
  }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }
}
