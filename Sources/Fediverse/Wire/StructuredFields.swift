/// The members of a header that is a dictionary of RFC 9651: names with texts, numbers and truth values.
///
/// Members of other types, and what a member's value is qualified by, are passed over; a header that is not a
/// dictionary has no members.
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

  /// The text of a member, or its spelling where it is a number or truth value.
  subscript(name: String) -> String? { members[name] }

  /// The whole number of a member.
  func count(_ name: String) -> Int? { members[name].flatMap { Int($0) } }
}

/// What of a header has not been read yet.
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

  /// A value after its sign; a name alone is true.
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

  /// Whether another member follows, or nothing at all.
  mutating func skipComma() -> Bool {
    skipBlanks()
    guard !isAtEnd else { return true }
    guard rest.popFirst() == "," else { return false }
    skipBlanks()
    return !isAtEnd
  }
}
