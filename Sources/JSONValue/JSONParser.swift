/// An error in a JSON text, with its position.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The zero-based offset in the UTF-8 text.
  public let offset: Int
  /// What was expected there.
  public let message: String

  public var description: String { "not JSON: \(message) at byte \(offset)" }
}

extension JSON {
  /// Parses a JSON text as defined by RFC 8259; only white space may surround it.
  ///
  /// - Parameter depth: the greatest nesting of arrays and objects; deeper texts are refused, because a server could
  ///   otherwise exhaust the stack.
  /// - Throws: ``JSONSyntaxError`` with the offset of the first invalid byte.
  public init(parsing text: String, depth: Int = 128) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), depth: depth)
  }

  /// Parses a JSON text from its UTF-8 bytes; invalid UTF-8 in strings becomes U+FFFD.
  public init(parsing bytes: [UInt8], depth: Int = 128) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, depth: depth)
    self = try parser.document()
  }
}

/// A recursive-descent parser over bytes.
///
///     value  = object | array | string | number | "true" | "false" | "null"
///     object = "{" [ string ":" value { "," string ":" value } ] "}"
///     array  = "[" [ value { "," value } ] "]"
private struct JSONParser {
  let bytes: [UInt8]
  var depth: Int
  var at = 0

  init(bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    self.depth = depth
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    let value = try value()
    skipBlanks()
    guard at == bytes.count else { throw expected("the end of the text") }
    return value
  }

  private mutating func value() throws(JSONSyntaxError) -> JSON {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONSyntaxError) -> JSON
  ) throws(JSONSyntaxError) -> JSON {
    guard depth > 0 else { throw expected("less nesting") }
    depth -= 1
    defer { depth += 1 }
    at += 1
    return try read(&self)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSON {
    var members: [(name: String, value: JSON)] = []
    skipBlanks()
    if take(UInt8(ascii: "}")) { return .object(JSON.Object()) }
    while true {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw expected("a member's name") }
      let name = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw expected("':'") }
      members.append((name, try value()))
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw expected("',' or '}'") }
      return .object(JSON.Object(members))
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSON {
    var elements: [JSON] = []
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      elements.append(try value())
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw expected("',' or ']'") }
      return .array(elements)
    }
  }

  private mutating func word(_ spelling: String, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    guard bytes[at...].starts(with: spelling.utf8) else { throw expected("'\(spelling)'") }
    at += spelling.utf8.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSON.Number {
    let start = at
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits("a value") }
    if take(UInt8(ascii: ".")) { try digits("a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      try digits("a digit")
    }
    return JSON.Number(verbatim: String(decoding: bytes[start..<at], as: UTF8.self))
  }

  private mutating func digits(_ what: String) throws(JSONSyntaxError) {
    let start = at
    while let byte = peek, (0x30...0x39).contains(byte) { at += 1 }
    guard at > start else { throw expected(what) }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    at += 1
    let start = at
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
    if peek == UInt8(ascii: "\"") {
      at += 1
      return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
    }
    return try escapedString(Array(bytes[start..<at]))
  }

  private mutating func escapedString(_ prefix: [UInt8]) throws(JSONSyntaxError) -> String {
    var text = prefix
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        at += 1
        text.append(contentsOf: try escape())
      case 0..<0x20:
        throw expected("an escape for a control character")
      default:
        text.append(byte)
        at += 1
      }
    }
    throw expected("the closing '\"'")
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    guard let byte = peek else { throw expected("an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try Array(String(unicodeEscape()).utf8)
    default:
      at -= 1
      throw expected("an escape")
    }
  }

  /// Reads a `\uXXXX` escape after its `u`; an unpaired surrogate becomes U+FFFD.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    let first = try hexQuad()
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? replacement }
    let back = at
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      at = back
      return replacement
    }
    let second = try hexQuad()
    guard (0xDC00..<0xE000).contains(second) else {
      at = back
      return replacement
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? replacement
  }

  private mutating func hexQuad() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private func expected(_ what: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: at, message: "expected \(what)")
  }
}
