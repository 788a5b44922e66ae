extension String {
  var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}

/// The words of a text, normalized so that typed and rendered text compare equal.
///
/// URLs are normalized in the case of the host, percent-encoding and trailing slash; names lose the server's own
/// domain; all whitespace is equivalent; typographic quotes, dashes and ellipses equal those that a keyboard has.
struct NormalizedWords: Hashable {
  private let words: [String]

  init(_ text: String, domains: [String]) {
    words = text.words.map { word in
      switch word.first {
      case "@": Self.name(word, domains)
      case "#": word.lowercased()
      default: Self.address(in: word) ?? Self.plain(Self.inner(word, domains))
      }
    }
    .filter { !$0.isEmpty }
  }

  /// Whether a server may have made the other text out of this one: it has dropped or added words, cut one, or corrected
  /// the spelling of some, but has no other words in their place. Words are compared by letters and digits, and links by
  /// their hosts.
  func resembles(_ other: NormalizedWords) -> Bool {
    guard words.isEmpty == other.words.isEmpty else { return false }
    let (mine, theirs) = (Self.cores(of: words), Self.cores(of: other.words))
    let (dropped, added) = (mine.subtracting(theirs), theirs.subtracting(mine))
    if dropped.isEmpty || added.isEmpty || Self.areRespelled(dropped, added) { return true }
    guard let cut = added.first, added.count == 1 else { return false }
    return dropped.contains { $0.hasPrefix(cut) }
  }

  /// Whether each word is another spelling of one of the others: a letter was added, dropped, moved or replaced.
  private static func areRespelled(_ words: Set<String>, _ others: Set<String>) -> Bool {
    guard words.count == others.count, words.count <= 8 else { return false }
    return words.allSatisfy { word in
      let isLong = word.count >= 3 && word.contains(where: \.isLetter)
      return isLong && others.contains { $0.count >= 3 && $0.difference(from: word).count <= 2 }
    }
  }

  /// The words by letters and digits alone; left out is what has none, like an emoji, and what normalization replaces,
  /// like a fullwidth letter.
  private static func cores(of words: [String]) -> Set<String> {
    let cores = words.flatMap { word in
      let link = word.firstRange(of: "://").map { word[$0.upperBound...].prefix { !"/?#".contains($0) } }
      let visible = (link ?? word[...]).unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
      return String(String.UnicodeScalarView(visible)).lowercased().split { !$0.isLetter && !$0.isNumber }
    }
    return Set(cores.filter { !$0.unicodeScalars.contains(where: \.isCompatibilityForm) }.map(String.init))
  }

  /// A word without what servers change in it: typographic punctuation and the marks of Markdown.
  private static func plain(_ word: String) -> String {
    var text = ""
    for character in word {
      switch character {
      case "*", "_", "`", "~", "\\": continue
      case "“", "”", "„", "«", "»": text.append("\"")
      case "‘", "’", "‚": text.append("'")
      case "–", "—": text.append("-")
      case "…": text.append("...")
      default: text.append(character)
      }
    }
    return text.replacing("--", with: "-")
  }

  /// A mention with the characters that follow it.
  private static func name(_ word: Substring, _ domains: [String]) -> String {
    let name = word.dropFirst().prefix { $0.isPartOfName }
    guard !name.isEmpty else { return String(word) }
    var rest = word.dropFirst(1 + name.count)
    var domain = ""
    if rest.first == "@" {
      var host = rest.dropFirst().prefix { $0.isPartOfName || $0 == ":" }
      while host.last == "." || host.last == ":" { host.removeLast() }
      rest = rest.dropFirst(1 + host.count)
      let authority = (try? ServerAddress("https://" + host).authority) ?? String(host)
      domain = domains.contains(authority) ? "" : "@" + authority
    }
    return "@" + name.lowercased() + domain + rest
  }

  /// A word with a mention after punctuation, like a bracket.
  private static func inner(_ word: Substring, _ domains: [String]) -> String {
    guard let at = word.firstIndex(of: "@"), !word[..<at].contains(where: { $0.isLetter || $0.isNumber }) else {
      return String(word)
    }
    return word[..<at] + name(word[at...], domains)
  }

  private static func address(in word: Substring) -> String? {
    guard word.utf8.contains(UInt8(ascii: ":")) else { return nil }
    let lower = word.lowercased()
    guard let start = ["https://", "http://"].compactMap({ lower.firstRange(of: $0)?.lowerBound }).min() else {
      return nil
    }
    let before = lower.distance(from: lower.startIndex, to: start)
    var written = word.dropFirst(before)
    while let last = written.last, ".,;:!?)]}>'\"…".contains(last) { written.removeLast() }
    guard let url = WebURL(String(written)) else { return nil }
    let fragment = written.drop { $0 != "#" }
    let after = word.dropFirst(before + written.count)
    let target = url.target.unescaped
    let path = target.hasSuffix("/") ? target.dropLast() : target[...]
    return [word.prefix(before), url.origin.baseURL[...], path, fragment, after].joined()
  }
}

extension Unicode.Scalar {
  /// Whether it is another form of usual letters or digits: superscript, circled, mathematical, ligature or fullwidth.
  fileprivate var isCompatibilityForm: Bool {
    switch value {
    case 0xAA, 0xB2, 0xB3, 0xB9, 0xBA, 0x2070...0x209F, 0x2100...0x218F, 0x2460...0x24FF, 0x3200...0x33FF,
      0xFB00...0xFB4F, 0xFF00...0xFFEF, 0x1D400...0x1D7FF, 0x1F100...0x1F2FF:
      true
    default: false
    }
  }
}

extension Character {
  fileprivate var isPartOfName: Bool {
    isLetter || isNumber || "_-.".contains(self)
  }
}
