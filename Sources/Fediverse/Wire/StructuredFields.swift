/// The members of a dictionary header (RFC 9651): names with strings, numbers and Booleans.
///
/// Members of other types and all parameters are ignored; a header that is not a dictionary has no members.
struct StructuredFields: Sendable, Hashable {
  private let members: [String: String]

  init(_ header: String) {
    members = Self.members(of: header) ?? [:]
  }

  private static func members(of header: String) -> [String: String]? {
    var members: [String: String] = [:]
    var reader = Reader(rest: header[...])
    reader.skipBlanks()
    while !reader.isAtEnd {
      guard let name = reader.key(), let value = reader.value(), reader.skipParameters() else { return nil }
      members[name] = value
      guard reader.skipComma() else { return nil }
    }
    return members
  }

  /// The value of a member, with numbers and Booleans converted to text.
  subscript(name: String) -> String? { members[name] }

  /// The integer value of a member.
  func count(_ name: String) -> Int? { members[name].flatMap { Int($0) } }
}

/// The unread rest of a header.
private struct Reader {
  var rest: Substring

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skipBlanks() {
    rest = rest.drop { $0 == " " || $0 == "\t" }
  }

  mutating func key() -> String? {
    guard let first = rest.first, first == "*" || first.isASCII && first.isLowercase else { return nil }
    let key = rest.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || "_-.*".contains($0)) }
    rest = rest.dropFirst(key.count)
    return String(key)
  }

  /// The value after `=`; a bare name means true.
  mutating func value() -> String? {
    guard rest.first == "=" else { return "true" }
    rest = rest.dropFirst()
    return bare()
  }

  private mutating func bare() -> String? {
    if rest.first == "\"" { return quoted() }
    let item = rest.prefix { !" \t,;=\"()".contains($0) }
    guard !item.isEmpty else { return nil }
    rest = rest.dropFirst(item.count)
    return ["?1": "true", "?0": "false"][item] ?? String(item)
  }

  private mutating func quoted() -> String? {
    rest = rest.dropFirst()
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else { return nil }
        text.append(escaped)
      default: text.append(character)
      }
    }
    return nil
  }

  mutating func skipParameters() -> Bool {
    while rest.first == ";" {
      rest = rest.dropFirst()
      skipBlanks()
      guard key() != nil, value() != nil else { return false }
    }
    return true
  }

  /// Skips the comma before another member; false if the rest is malformed.
  mutating func skipComma() -> Bool {
    skipBlanks()
    guard !isAtEnd else { return true }
    guard rest.popFirst() == "," else { return false }
    skipBlanks()
    return !isAtEnd
  }
}
