/// A JSON value (RFC 8259) whose objects keep the order and the repeats of their members.
///
/// Numbers keep the spelling they arrived with, because identifiers and counts of real servers do not all fit a `Double`.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object(Object)

  /// A number by its spelling, as RFC 8259 section 6 has it.
  public struct Number: Sendable, Hashable {
    /// The digits as written, `-12.5e3`.
    public let text: String

    /// Takes a spelling that is known to be a JSON number.
    package init(verbatim text: String) {
      self.text = text
    }

    /// The value if it is a whole number that fits.
    public var int: Int? { Int(text) ?? expanded }

    /// The nearest binary floating-point value; infinite where the spelling is out of range.
    public var double: Double { Double(text) ?? .nan }

    /// The whole number that a fraction or an exponent comes to, worked out on the digits because a `Double` rounds.
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

  /// The members of an object in the order in which they were written.
  public struct Object: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// Name and value, in order; a repeated name is kept.
    public private(set) var members: [(name: String, value: JSON)]

    /// An object with these members.
    public init(_ members: [(name: String, value: JSON)] = []) {
      self.members = members
    }

    public init(dictionaryLiteral elements: (String, JSON)...) {
      members = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of the last member of this name, as most parsers resolve repeats. Setting replaces it in place, or
    /// appends; `nil` removes every member of the name. Names are compared as they are spelled (RFC 8259 section 8.3).
    public subscript(name: String) -> JSON? {
      get { members.last { Self.isSame($0.name, name) }?.value }
      set {
        guard let newValue else {
          members.removeAll { Self.isSame($0.name, name) }
          return
        }
        if let index = members.lastIndex(where: { Self.isSame($0.name, name) }) {
          members[index].value = newValue
        } else {
          members.append((name, newValue))
        }
      }
    }

    public static func == (left: Object, right: Object) -> Bool {
      left.members.elementsEqual(right.members) { isSame($0.name, $1.name) && $0.value == $1.value }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
      left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    public func hash(into hasher: inout Hasher) {
      for member in members {
        hasher.combine(member.name)
        hasher.combine(member.value)
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
  /// A whole number.
  public static func int(_ value: Int) -> JSON {
    .number(Number(verbatim: String(value)))
  }

  /// The member of this name, where the value is an object that has one.
  public subscript(name: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The element at this place, where the value is an array that reaches so far.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text, where the value is a string.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements, where the value is an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, where the value is an object.
  public var object: Object? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The value, where it is `true` or `false`.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The whole number, where the value is one.
  public var int: Int? {
    guard case .number(let number) = self else { return nil }
    return number.int
  }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }
}
