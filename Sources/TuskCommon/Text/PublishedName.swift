/// A mention or a hashtag in a text, as servers read it when the text is posted.
package struct PublishedName: Sendable, Hashable {
  /// As written, with its sign: `@bob@b.example`, `#tea`.
  package let text: String
  /// The offset of its sign in UTF-8.
  package let offset: Int

  /// Whether it is an account or a group, which is notified.
  package var isAccount: Bool { text.first != "#" && text.first != "＃" }

  /// The names in a text. Servers differ a little, so this finds what any of them could take for a name.
  package static func all(in text: String) -> [PublishedName] {
    guard text.utf8.contains(where: { [0x21, 0x23, 0x40, 0xEF].contains($0) }) else { return [] }
    let scalars = Array(text.unicodeScalars)
    var names: [PublishedName] = []
    var offset = 0
    var address = WebAddress()
    for (index, scalar) in scalars.enumerated() {
      defer { offset += UTF8.width(scalar) }
      let isInAddress = address.reaches(index, in: scalars)
      guard isSign(scalar), let name = name(at: index, in: scalars, isInAddress: isInAddress) else { continue }
      address.end()
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

  /// `!` is the sign of a group, which some servers read as a mention.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "!" || scalar == "@" || scalar == "#" || scalar == "\u{FF20}" || scalar == "\u{FF03}"
  }

  static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// No server has longer names.
  static let longest = 500

  /// The name at a sign, without the sign; `nil` if no server reads one there.
  private static func name(at sign: Int, in scalars: [Unicode.Scalar], isInAddress: Bool) -> String? {
    if let markup = markup(after: sign, in: scalars) { return text(markup) }
    let name = name(after: sign, in: scalars)
    let before = sign > 0 ? scalars[sign - 1] : " "
    let isHidden = isInAddress && before == "/"
    guard isHidden || isLetterOrDigit(before) else { return name.isEmpty ? nil : name }
    // Friendica reads accounts with a host everywhere, and Pixelfed behind "RT". Pleroma reads a name behind a letter
    // unless it reads an address of e-mail; what looks like one is posted.
    guard scalars[sign] == "@" else { return nil }
    return name.contains("@") || !isHidden && !name.isEmpty && !name.contains(".") ? name : nil
  }

  private static func name(after sign: Int, in scalars: [Unicode.Scalar]) -> String {
    switch scalars[sign] {
    case "#", "\u{FF03}": return hashtag(after: sign, in: scalars)
    default: return account(after: sign, in: scalars)
    }
  }

  /// Misskey ends a hashtag only at these characters, so it may consist of emoji, and Mastodon knows "1·a".
  private static func hashtag(after sign: Int, in scalars: [Unicode.Scalar]) -> String {
    let name = scalars[(sign + 1)...].prefix(longest).prefix { scalar in
      !scalar.properties.isWhitespace && !".,!?'\"#＃:/[]【】()「」（）<>\u{2060}".unicodeScalars.contains(scalar)
    }
    // Digits alone are no hashtag, and "#️⃣" is an emoji.
    let isTag = name.contains { !("0"..."9").contains($0) } && !name.elementsEqual("\u{FE0F}\u{20E3}".unicodeScalars)
    return isTag ? text(name) : ""
  }

  private static func account(after sign: Int, in scalars: [Unicode.Scalar]) -> String {
    func part(from start: Int) -> Int {
      end(ofPartFrom: start, in: scalars) { isWord($0) || $0 == "." || $0 == "-" }
    }
    let local = part(from: sign + 1)
    guard local > sign + 1 else { return "" }
    let host = local < scalars.count && scalars[local] == "@" ? part(from: local + 1) : local
    let hasHost = host > local + 1
    guard hasHost || scalars[sign] != "!" else { return "" }
    return text(scalars[(sign + 1)..<(hasHost ? host : local)])
  }

  /// The end of a part of a name, which ends with a character of a word.
  private static func end(
    ofPartFrom start: Int, in scalars: [Unicode.Scalar], _ isPart: (Unicode.Scalar) -> Bool
  ) -> Int {
    var end = start
    while end < scalars.count, end - start < longest, isPart(scalars[end]) { end += 1 }
    while end > start, !isWord(scalars[end - 1]) { end -= 1 }
    return end
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
