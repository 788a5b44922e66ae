/// Escapes text for HTML and extracts text from it.
///
/// Neither works on characters, because HTML recognizes a quote even when a combining accent follows it.
enum HTML {
  private static let inlineTags: Set<String> = ["a", "b", "code", "del", "em", "i", "s", "span", "strong", "u"]

  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text without tags, for search and filters.
  static func plainText(_ html: String) -> String {
    var rest = Array(html.utf8)[...]
    var text: [UInt8] = []
    text.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"):
        let tag = rest.prefix { $0 != UInt8(ascii: ">") }
        rest = rest[tag.endIndex...].dropFirst()
        if rest.startIndex > tag.endIndex, !isInline(tag) { text.append(UInt8(ascii: " ")) }
      case UInt8(ascii: "&"):
        let entity = entities.first { rest.starts(with: $0.name.utf8) }
        text.append(entity?.character ?? byte)
        rest = rest.dropFirst(entity?.name.utf8.count ?? 0)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let entities: [(name: String, character: UInt8)] = [
    ("lt;", UInt8(ascii: "<")), ("gt;", UInt8(ascii: ">")), ("quot;", UInt8(ascii: "\"")),
    ("#39;", UInt8(ascii: "'")), ("amp;", UInt8(ascii: "&")),
  ]

  /// Whether a tag does not separate words.
  private static func isInline(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    return inlineTags.contains(String(decoding: name, as: UTF8.self))
  }
}
