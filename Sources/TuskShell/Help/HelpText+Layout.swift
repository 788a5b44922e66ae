import TuskCommon

/// The layout of help: names and what they mean side by side.
extension HelpText {
  func section(_ title: String, _ rows: [(String, String)]) -> String {
    rows.isEmpty ? "" : "\n\(title)\n\(columns(rows))"
  }

  /// A longer name takes a line of its own, so that one name does not leave all meanings a narrow column.
  private static let longestName = 36

  /// Names and what they mean, side by side.
  func columns(_ rows: [(String, String)]) -> String {
    let limit = min(Self.longestName, width - 24)
    let margin = rows.map(\.0.cellWidth).filter { $0 <= limit }.max() ?? 4
    let indent = String(repeating: " ", count: margin + 4)
    return rows.map { name, meaning in
      guard !meaning.isEmpty else { return "  \(name)\n" }
      let lines = meaning.wrapped(toCells: width - margin - 4).joined(separator: "\n" + indent)
      return name.cellWidth <= margin
        ? "  \(name.padded(toCells: margin))  \(lines)\n" : "  \(name)\n\(indent)\(lines)\n"
    }.joined()
  }

  /// Words without meanings, as many in each row as fit.
  func lines(_ words: [String]) -> [(String, String)] {
    words.joined(separator: " ").wrapped(toCells: width - 4).map { ($0, "") }
  }

  /// A summary below a usage line.
  func paragraph(_ text: String) -> String {
    "\n  " + text.wrapped(toCells: width - 4).joined(separator: "\n  ") + "\n"
  }

  /// A usage line, continued on indented lines if it is long.
  func usage(_ text: String) -> String {
    text.wrapped(toCells: width - 4).joined(separator: "\n    ")
  }

  /// An example, continued on further lines if it is long, as in a script. The middle of a word that is longer than a
  /// line, such as a key, is left out.
  func example(_ text: String) -> String {
    let limit = width - 6
    var lines: [String] = []
    for word in words(of: text) {
      let shown =
        word.count <= limit || word.contains("\"") ? word : word.prefix(limit / 2) + "…" + word.suffix(limit / 4)
      if let last = lines.last, last.cellWidth + 1 + shown.cellWidth <= limit {
        lines[lines.count - 1] += " " + shown
      } else {
        lines.append(shown)
      }
    }
    return "\nexample\n  " + lines.joined(separator: " \\\n    ") + "\n"
  }

  /// The words of a line of the language; text in quotes is one, because a line cannot continue there.
  private func words(of line: String) -> [String] {
    var words: [String] = []
    var isQuoted = false
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      if isQuoted { words[words.count - 1] += " " + part } else { words.append(String(part)) }
      if !part.count(where: { $0 == "\"" }).isMultiple(of: 2) { isQuoted.toggle() }
    }
    return words
  }
}
