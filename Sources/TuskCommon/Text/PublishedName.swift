/// A mention or a hashtag in a text, as servers read it when the text is posted.
package struct PublishedName: Sendable, Hashable {
  /// As written, with its sign: `@bob@b.example`, `#tea`.
  package let text: String
  /// The offset of its sign in UTF-8.
  package let offset: Int

  /// Whether it is an account, which is notified.
  package var isAccount: Bool { text.first == "@" || text.first == "＠" }

  /// The names in a text. Servers differ a little, so this finds what any of them could take for a name.
  package static func all(in text: String) -> [PublishedName] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "#") || $0 == 0xEF }) else {
      return []
    }
    let scalars = Array(text.unicodeScalars)
    var names: [PublishedName] = []
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      defer { offset += UTF8.width(scalar) }
      let before = index > 0 ? scalars[index - 1] : " "
      guard isSign(scalar), !isWord(before), before != "/" else { continue }
      let name = name(after: index, in: scalars)
      guard !name.isEmpty else { continue }
      names.append(PublishedName(text: String(scalar) + name, offset: offset))
    }
    return names
  }

  /// The offsets of the characters that could start a name.
  package static func signs(in text: String) -> [Int] {
    var offsets: [Int] = []
    var offset = 0
    for scalar in text.unicodeScalars {
      if isSign(scalar) { offsets.append(offset) }
      offset += UTF8.width(scalar)
    }
    return offsets
  }

  /// The text with an invisible character after the sign of each name, so that no server reads it as a name.
  package static func defused(_ text: String, _ names: [PublishedName]) -> String {
    let offsets = Set(names.map(\.offset))
    var (defused, offset) = ("", 0)
    for scalar in text.unicodeScalars {
      defused.unicodeScalars.append(scalar)
      if offsets.contains(offset) { defused.unicodeScalars.append("\u{2060}") }
      offset += UTF8.width(scalar)
    }
    return defused
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "@" || scalar == "#" || scalar == "\u{FF20}" || scalar == "\u{FF03}"
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func name(after sign: Int, in scalars: [Unicode.Scalar]) -> String {
    let isAccount = scalars[sign] == "@" || scalars[sign] == "\u{FF20}"
    var end = sign + 1
    guard end < scalars.count, isWord(scalars[end]) else { return "" }
    while end < scalars.count, isWord(scalars[end]) || isAccount && ".-@".unicodeScalars.contains(scalars[end]) {
      end += 1
    }
    while !isWord(scalars[end - 1]) { end -= 1 }
    let name = scalars[(sign + 1)..<end]
    // Numbers alone are no hashtag.
    guard isAccount || name.contains(where: { $0.properties.numericType == nil }) else { return "" }
    return String(String.UnicodeScalarView(name))
  }
}
