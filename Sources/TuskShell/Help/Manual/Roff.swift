import TuskCommon

/// Text in the man macros.
enum Roff {
  /// The longest line of a file; longer ones are hard to compare.
  private static let longestLine = 80

  static func head(_ name: String, section: Int, of book: String, _ summary: String) -> String {
    """
    .TH \(name.uppercased().replacing("-", with: "\\-")) \(section) "\(Version.date)" "tusk \(Version.number)" "\(book)"
    .ad l
    .nh
    .SH NAME
    \(escaped(name)) \\- \(escaped(summary))

    """
  }

  /// A word and its meaning.
  ///
  /// - Parameter column: where the meaning begins, on the line of a word that is shorter; `nil` for the usual place.
  static func entry(_ word: String, _ meaning: String, column: Int? = nil) -> String {
    ".TP\(column.map { " \($0)" } ?? "")\n.B \(escaped(word))\n\(escaped(meaning))\n"
  }

  /// Entries without blank lines between them.
  static func closeEntries(_ entries: [String]) -> String {
    entries.isEmpty ? "" : ".PD 0\n" + entries.joined() + ".PD\n"
  }

  /// Items with a blank line between them.
  static func items(_ items: [String]) -> String { items.joined(separator: ".PP\n") }

  /// The usage of a verb in bold, and the text below it.
  static func item(_ usage: String, _ body: String) -> String {
    let lines = usage.split(separator: "\n").map { "\\fB\(escaped(String($0)))\\fR\n" }
    return ".nf\n" + lines.joined() + ".fi\n.RS 2\n" + body + ".RE\n"
  }

  /// The page with long lines of text broken at blanks.
  static func folded(_ page: String) -> String {
    var isVerbatim = false
    return page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line == ".nf" || line == ".fi" { isVerbatim = line == ".nf" }
      guard !isVerbatim, !line.hasPrefix("."), line.count > longestLine else { return String(line) }
      return folded(line: line)
    }.joined(separator: "\n")
  }

  private static func folded(line: Substring) -> String {
    var lines: [String] = []
    for word in line.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= longestLine {
        lines[lines.count - 1] += " " + word
      } else {
        // At the start of a line these would begin a macro.
        let isMacro = word.hasPrefix(".") || word.hasPrefix("'")
        lines.append(isMacro && !lines.isEmpty ? "\\&" + word : String(word))
      }
    }
    return lines.joined(separator: "\n")
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
