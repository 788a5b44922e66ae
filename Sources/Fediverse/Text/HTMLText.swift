/// The text of a status or a biography, which servers send in HTML.
public struct HTMLText: Sendable, Hashable {
  /// What becomes of the link to a quoted status that servers add for programs that know no quotes.
  public enum InlineQuotes: Sendable, Hashable {
    /// It stays in the text.
    case shown
    /// It is left out, because the quoted status is shown by other means.
    case hidden
  }

  private let html: String
  private let mentions: [Mention]
  private let inlineQuotes: InlineQuotes

  /// The text of this markup.
  ///
  /// - Parameters:
  ///   - html: the markup.
  ///   - mentions: the accounts that the text names, by whose names their links are shown.
  ///   - inlineQuotes: whether a link to what is quoted is shown.
  public init(_ html: String, mentions: [Mention] = [], inlineQuotes: InlineQuotes = .shown) {
    self.html = html
    self.mentions = mentions
    self.inlineQuotes = inlineQuotes
  }

  /// The text without markup: paragraphs stand apart by an empty line, quotations begin with `> `, items with `- ` or
  /// a number, a shortened link is written whole, and controls become signs. What sets the direction of writing stays.
  public var plain: String {
    var lexer = HTMLLexer(html)
    var layout = TextLayout(keepsLineBreaks: !lexer.hasMarkup)
    var walk = HTMLWalk(mentions: mentions, inlineQuotes: inlineQuotes)
    while let token = lexer.next() {
      walk.take(token, into: &layout)
    }
    walk.finish(into: &layout)
    return layout.text
  }

  /// A plain text from elsewhere with its controls made into signs.
  static func inert(_ text: String) -> String {
    var layout = TextLayout(keepsLineBreaks: true)
    layout.add(text)
    return layout.text
  }
}
