/// The text of a status or biography, sent by servers as HTML.
public struct HTMLText: Sendable, Hashable {
  /// What to do with the link to a quoted status that servers add for clients without support for quotes.
  public enum InlineQuotes: Sendable, Hashable {
    /// Keeps the link in the text.
    case shown
    /// Removes the link, because the quoted status is shown otherwise.
    case hidden
  }

  /// How many bytes of HTML are read; no server accepts a status nearly as long.
  static let readableSize = 1 << 20

  private let html: String
  private let mentions: [Mention]
  private let inlineQuotes: InlineQuotes

  /// Creates a text from HTML.
  ///
  /// - Parameters:
  ///   - html: the HTML.
  ///   - mentions: the mentioned accounts, whose names replace their links.
  ///   - inlineQuotes: whether to keep the link to a quoted status.
  public init(_ html: String, mentions: [Mention] = [], inlineQuotes: InlineQuotes = .shown) {
    self.html = html
    self.mentions = mentions
    self.inlineQuotes = inlineQuotes
  }

  /// The text without markup. Paragraphs are separated by an empty line, quotations begin with `> `, list items with `-
  /// ` or a number. Readings and the long forms of abbreviations follow in parentheses, `^` and `_` mark what is raised
  /// or lowered. Shortened links are written in full. Control characters become visible symbols, except those that
  /// set the writing direction. Of more than 1 MiB of HTML only the beginning is read, and the text ends with `…`.
  public var plain: String {
    if let paragraph { return paragraph }
    var lexer = HTMLLexer(html)
    var layout = TextLayout(keepsLineBreaks: !lexer.hasMarkup)
    var walk = HTMLWalk(mentions: mentions, inlineQuotes: inlineQuotes)
    while let token = lexer.next() {
      walk.take(token, into: &layout)
    }
    walk.finish(into: &layout)
    if lexer.isCut { layout.add("…") }
    return layout.text
  }

  /// The text of a single paragraph without further markup, which needs no layout; `nil` for other HTML.
  private var paragraph: String? {
    var text = html[...]
    if text.utf8.starts(with: "<p>".utf8), text.utf8.suffix(4).elementsEqual("</p>".utf8) {
      text = text.dropFirst(3).dropLast(4)
    }
    guard text.utf8.count < Self.readableSize else { return nil }
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<", "&": return nil
      case " ": if previous == " " { return nil }
      case "\u{2028}", "\u{2029}": return nil
      default: guard scalar.isDirectional || scalar.inert == scalar, scalar.value >= 0x20 else { return nil }
      }
      previous = scalar
    }
    return previous == " " && !text.isEmpty ? nil : String(text)
  }

  /// Replaces the control characters of an untrusted plain text with visible symbols.
  static func inert(_ text: String) -> String {
    var layout = TextLayout(keepsLineBreaks: true)
    layout.add(text)
    return layout.text
  }
}
