import JSONValue

/// A maker of random values and of random spellings of them, the same for the same seed (SplitMix64).
struct JSONGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    let stirred = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return stirred ^ stirred >> 31
  }

  mutating func value(depth: Int = 4) throws -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .int(Int.random(in: .min ... .max, using: &self) >> Int.random(in: 0..<64, using: &self))
    case 3: return try JSON(parsing: number())
    case 4: return .string(text())
    case 5:
      return .array(try (0..<Int.random(in: 0..<5, using: &self)).map { _ in try value(depth: depth - 1) })
    default:
      let members = try (0..<Int.random(in: 0..<5, using: &self)).map { _ in (text(), try value(depth: depth - 1)) }
      return .object(JSON.Object(members))
    }
  }

  mutating func number() -> String {
    let sign = any(["", "-"])
    let whole = any(["0", "1", "9", "10", "123456789", "18446744073709551616"])
    return sign + whole + any(["", "", ".0", ".125", ".000001"]) + any(["", "", "e0", "E+10", "e-7", "e400"])
  }

  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<8, using: &self) {
      let value = UInt32.random(in: 0..<any([0x20, 0x80, 0x800, 0x2100, 0x10000, 0x110000]), using: &self)
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return text
  }

  /// The value spelled with blanks and escapes that it does not need.
  mutating func spelling(of value: JSON) -> String {
    switch value {
    case .null, .bool, .number: blanks() + value.text + blanks()
    case .string(let text): blanks() + quoted(text) + blanks()
    case .array(let elements):
      blanks() + "[" + blanks() + elements.map { spelling(of: $0) }.joined(separator: ",") + "]" + blanks()
    case .object(let object):
      blanks() + "{" + blanks()
        + object.members.map { blanks() + quoted($0.name) + blanks() + ":" + spelling(of: $0.value) }.joined(
          separator: ",") + "}" + blanks()
    }
  }

  private mutating func blanks() -> String { any(["", "", "", " ", "\n", "\t\r\n  "]) }

  private mutating func quoted(_ text: String) -> String {
    let units = text.unicodeScalars.map { scalar in
      let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
      guard isPlain, Int.random(in: 0..<3, using: &self) > 0 else { return escaped(scalar) }
      return String(scalar)
    }
    return "\"\(units.joined())\""
  }

  /// The scalar as one or two `\uXXXX`, in either case.
  private mutating func escaped(_ scalar: Unicode.Scalar) -> String {
    let isUpper = Bool.random(using: &self)
    return UTF16.encode(scalar)?.map { unit in
      let hex = String(unit, radix: 16, uppercase: isUpper)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }.joined() ?? ""
  }

  mutating func any<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }
}
