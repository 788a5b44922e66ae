/// Text in the man macros.
enum Roff {
  /// A page of a manual is 80 columns wide, of which the margin takes 7.
  static let width = 73

  static func head(_ name: String, section: Int, of book: String, _ summary: String) -> String {
    """
    .TH \(name.uppercased().replacing("-", with: "\\-")) \(section) "" "tusk \(Version.number)" "\(book)"
    .SH NAME
    \(escaped(name)) \\- \(escaped(summary))

    """
  }

  /// A word and its meaning.
  static func entry(_ word: String, _ meaning: String) -> String {
    ".TP\n.B \(escaped(word))\n\(escaped(meaning))\n"
  }

  /// Entries without blank lines between them.
  static func closeEntries(_ entries: [String]) -> String {
    entries.isEmpty ? "" : ".PD 0\n" + entries.joined() + ".PD\n"
  }

  /// Lines that are not filled.
  static func verbatim(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return ".nf\n" + lines.map { escaped(String($0)) + "\n" }.joined() + ".fi\n"
  }

  /// Text with troff's special characters escaped.
  static func escaped(_ text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where !character.isASCII:
        character.unicodeScalars.map { "\\[u\($0.hexadecimal)]" }.joined()
      default: String(character)
      }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
