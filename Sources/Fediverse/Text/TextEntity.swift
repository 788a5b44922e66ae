/// A URL or mention in a text, which servers link and count with another length than its own.
struct TextEntity: Sendable, Hashable {
  /// The kind of entity.
  enum Kind: Sendable, Hashable {
    case url
    /// A mention, of which only the name before the second `@` counts.
    case mention(counted: String)
  }

  let kind: Kind
  /// The range in the Unicode scalars of the text.
  let range: Range<Int>

  /// The most characters of a URL that Mastodon links; a longer one counts like any text.
  private static let longestURL = 4096

  /// Returns the URLs and mentions of a text in order, without overlaps.
  static func all(in scalars: [Unicode.Scalar]) -> [TextEntity] {
    var entities: [TextEntity] = []
    let reader = TextEntityReader(scalars: scalars)
    var index = 0
    while index < scalars.count {
      guard let entity = reader.url(at: index) ?? reader.mention(at: index) else {
        index += 1
        continue
      }
      if entity.kind != .url || entity.range.count <= longestURL { entities.append(entity) }
      index = entity.range.upperBound
    }
    return entities
  }
}

/// Recognizes URLs and mentions as Mastodon does.
///
///     url     = scheme "://" label { "." label } [ ":" digits ] [ path ] [ "?" query ]
///     mention = "@" name [ "@" word { ( "." | "-" )+ word } ]
///     name    = ( letter | digit | "_" )+ { ( "." | "-" )+ ( letter | digit | "_" )+ }
///
/// Follows `StatusLengthValidator`, `Account::MENTION_RE` and `twitter_regex.rb` of Mastodon, and `regex.rb` of
/// twitter-text. Those list all top-level domains; here any run of letters at the end of a host is accepted.
private struct TextEntityReader {
  let scalars: [Unicode.Scalar]

  private static let schemes = ["https", "http", "dat", "dweb", "ipfs", "ipns", "ssb", "gopher", "gemini"]
    .map { Array($0.unicodeScalars) }

  private func scalar(_ index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  func url(at start: Int) -> TextEntity? {
    guard isFree(before: start), let host = afterScheme(at: start), let path = afterHost(at: host) else { return nil }
    return TextEntity(kind: .url, range: start..<afterQuery(at: afterPath(at: afterPort(at: path))))
  }

  /// A URL must not begin inside a word, name or hashtag.
  private func isFree(before start: Int) -> Bool {
    guard let before = scalar(start - 1) else { return true }
    return !before.isASCIIWord(and: "@$#") && !["＠", "＃", "\u{FFFE}", "\u{FEFF}", "\u{FFFF}"].contains(before)
  }

  private func afterScheme(at start: Int) -> Int? {
    guard let first = scalar(start), first.isASCIIWord() else { return nil }
    for scheme in Self.schemes {
      let end = start + scheme.count
      guard end + 3 <= scalars.count, scalars[end..<(end + 3)].elementsEqual("://".unicodeScalars),
        zip(scalars[start...], scheme).allSatisfy({ $0.0.lowercasedASCII == $0.1 })
      else { continue }
      return end + 3
    }
    return nil
  }

  /// The end of the longest host whose last label may be a top-level domain.
  private func afterHost(at start: Int) -> Int? {
    var (index, end, labels): (Int, Int?, Int) = (start, nil, 0)
    while let label = label(at: index) {
      labels += 1
      if labels > 1, let domain = topLevelDomain(in: index..<label) { end = domain }
      guard scalar(label) == "." else { break }
      index = label + 1
    }
    return end
  }

  /// The end of a label, whose first and last characters are not a hyphen or underscore.
  private func label(at start: Int) -> Int? {
    var index = start
    while let next = scalar(index), next.isHostPart || next == "-" || next == "_" { index += 1 }
    while index > start, scalars[index - 1] == "-" || scalars[index - 1] == "_" { index -= 1 }
    return index > start && scalars[start].isHostPart ? index : nil
  }

  private func topLevelDomain(in label: Range<Int>) -> Int? {
    let text = scalars[label]
    if text.starts(with: "xn--".unicodeScalars) { return label.upperBound }
    let isASCII = text.first?.isASCII == true
    let run = text.prefix { $0.isASCII == isASCII && $0.properties.isAlphabetic }
    guard run.count >= 2 else { return nil }
    return scalar(run.endIndex).map { $0.isASCIIWord(and: "@") && $0 != "_" } == true ? nil : run.endIndex
  }

  private func afterPort(at start: Int) -> Int {
    guard scalar(start) == ":" else { return start }
    var index = start + 1
    while let next = scalar(index), next.isDigit { index += 1 }
    return index > start + 1 ? index : start
  }

  /// The end of a path, without trailing punctuation.
  private func afterPath(at start: Int) -> Int {
    guard scalar(start) == "/" else { return start }
    var (index, end) = (start + 1, start + 1)
    while let next = scalar(index) {
      if next == "(", let close = afterParentheses(at: index, depth: 2) {
        (index, end) = (close, close)
        continue
      }
      guard next.isPathPart else { break }
      index += 1
      if next.endsPath { end = index }
    }
    return end
  }

  /// The end of balanced, non-empty parentheses.
  private func afterParentheses(at start: Int, depth: Int) -> Int? {
    var index = start + 1
    while let next = scalar(index), next != ")" {
      if next == "(", depth > 1, let close = afterParentheses(at: index, depth: depth - 1) {
        index = close
        continue
      }
      guard next.isPathPart else { return nil }
      index += 1
    }
    return scalar(index) == ")" && index > start + 1 ? index + 1 : nil
  }

  private func afterQuery(at start: Int) -> Int {
    guard scalar(start) == "?" else { return start }
    var (index, end) = (start + 1, start)
    while let next = scalar(index), next.isQueryPart {
      index += 1
      if next.endsQuery { end = index }
    }
    return end
  }

  func mention(at start: Int) -> TextEntity? {
    guard scalar(start) == "@", let name = afterWords(at: start + 1, { $0.isASCIIWord(and: "_") }) else { return nil }
    if let before = scalar(start - 1), before == "=" || before == "/" || before.isWord { return nil }
    let host = scalar(name) == "@" ? afterWords(at: name + 1, { $0.isWord }) : nil
    let end = host ?? name
    if let next = scalar(end), next == "@" || next == "＠" || next.isLatinAccent { return nil }
    if scalars[end...].starts(with: "://".unicodeScalars) { return nil }
    return TextEntity(kind: .mention(counted: String(scalars[start..<name])), range: start..<end)
  }

  /// The end of words joined by dots and hyphens.
  private func afterWords(at start: Int, _ isPart: (Unicode.Scalar) -> Bool) -> Int? {
    var (index, end): (Int, Int?) = (start, nil)
    while let next = scalar(index) {
      if isPart(next) {
        index += 1
        end = index
      } else if end != nil, next == "." || next == "-" {
        index += 1
      } else {
        break
      }
    }
    return end
  }
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
