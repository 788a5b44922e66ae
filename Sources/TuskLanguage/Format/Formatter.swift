/// The one layout of a script: two blanks a block, one blank between words, no more than one empty line in a row.
///
/// What a person chose stays: comments, texts of several lines, raw strings, and where a list or a line is broken.
package enum Formatter {
  /// The script in its layout; it means the same as before.
  ///
  /// - Throws: the first mistake of a text that is no script.
  package static func formatted(_ source: Source) throws(Diagnostic) -> String {
    var leaves = LeafCollector(source)
    leaves.collect(try Parser.parse(source))
    var layout = Layout()
    layout.add(FormatScanner(source, leaves: leaves.leaves).tokens())
    return layout.text
  }
}

/// One thing that a layout places.
enum FormatToken: Hashable {
  /// A word of the language where it may begin a line: `for`, `end`, `|`.
  case keyword(String)
  case word(String)
  /// `name=`, to which its value is glued.
  case key(String)
  /// The quotes and the lines between them, cut to the depth of the closing ones.
  case text(quotes: String, lines: [String])
  case open(String), close(String)
  case comment(String)
  case lineEnd
  /// A backslash that joins a line to the next.
  case joint
}
