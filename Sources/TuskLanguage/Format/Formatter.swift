/// Formats scripts: two spaces of indentation a block, one space between words, at most one empty line in a row.
///
/// Comments, multi-line texts, raw strings, and the line breaks of lists and continued lines stay as written.
package enum Formatter {
  /// The formatted script, which has the same syntax tree.
  ///
  /// - Throws: the first syntax error.
  package static func formatted(_ source: Source) throws(Diagnostic) -> String {
    var leaves = LeafCollector(source)
    leaves.visit(try Parser.parse(source))
    var layout = Layout()
    layout.add(FormatScanner(source, leaves: leaves.leaves).tokens())
    return layout.text
  }
}

/// A token that a layout places.
enum FormatToken: Hashable {
  /// A keyword or `|`.
  case keyword(String)
  case word(String)
  /// `name=`, followed by its value without a space.
  case key(String)
  /// A multi-line text: its quotes, and its lines without the indentation of the closing quotes.
  case text(quotes: String, lines: [String])
  case open(String), close(String)
  case comment(String)
  case lineEnd
  /// A backslash that continues the line.
  case continuation
}
