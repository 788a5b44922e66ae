import TuskCommon

/// The layout of help: names and what they mean side by side, 80 cells wide.
extension HelpText {
  func section(_ title: String, _ rows: [(String, String)]) -> String {
    rows.isEmpty ? "" : "\n\(title)\n\(columns(rows))"
  }

  static let width = 80
  /// A longer name takes a line of its own, so that one name does not leave all meanings a narrow column.
  private static let longestName = 36

  /// Names and what they mean, side by side.
  func columns(_ rows: [(String, String)]) -> String {
    let margin = rows.map(\.0.cellWidth).filter { $0 <= Self.longestName }.max() ?? 4
    let indent = String(repeating: " ", count: margin + 4)
    return rows.map { name, meaning in
      guard !meaning.isEmpty else { return "  \(name)\n" }
      let lines = meaning.wrapped(toCells: Self.width - margin - 4).joined(separator: "\n" + indent)
      return name.cellWidth <= margin
        ? "  \(name.padded(toCells: margin))  \(lines)\n" : "  \(name)\n\(indent)\(lines)\n"
    }.joined()
  }

  /// Words without meanings, as many in each row as fit.
  func lines(_ words: [String]) -> [(String, String)] {
    words.joined(separator: " ").wrapped(toCells: Self.width - 4).map { ($0, "") }
  }

  /// A summary below a usage line.
  func paragraph(_ text: String) -> String {
    "\n  " + text.wrapped(toCells: Self.width - 4).joined(separator: "\n  ") + "\n"
  }

  /// A usage line, continued on indented lines if it is long.
  func usage(_ text: String) -> String {
    text.wrapped(toCells: Self.width - 4).joined(separator: "\n    ")
  }
}
