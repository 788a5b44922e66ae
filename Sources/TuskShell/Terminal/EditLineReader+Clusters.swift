import TuskCommon

extension EditLineReader {
  /// Draws the line if libedit would show another one: it counts the cells of each scalar, where the terminal draws whole
  /// characters, and leaves out scalars without cells.
  ///
  /// Only for a line in one row: in a longer one, libedit's rows end elsewhere.
  func straighten() {
    let line = editor.line
    guard let shown = line.shownText, fitsOneRow(line, shown.text) else {
      // libedit drew the change where it had drawn the line.
      if isStraightened { redrawing { isStraightened = false } }
      return
    }
    isStraightened = true
    let start = suggestion.promptWidth + 1
    let erased = suggestion.reservedWidth == 0 ? "\u{1B}[K" : "  "
    editor.write("\u{1B}[\(start)G\(shown.text)\(erased)\u{1B}[\(start + shown.before.cellWidth)G")
  }

  /// Whether the line takes one row, however its cells are counted.
  private func fitsOneRow(_ line: EditedLine, _ shown: String) -> Bool {
    let width = max(shown.cellWidth, line.text.unicodeScalars.reduce(0) { $0 + max($1.cellWidth, 1) })
    return suggestion.promptWidth + width + suggestion.reservedWidth + 2 < Terminal.size().columns
  }
}

extension EditedLine {
  /// The line as a terminal should show it, with invisible characters by code point, and what is before the cursor;
  /// `nil` if libedit shows it so. Control characters are left to libedit.
  var shownText: (text: String, before: String)? {
    let scalars = text.unicodeScalars
    guard text.utf8.count > scalars.count, !scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      return nil
    }
    let shown = TerminalText.exact(text)
    let isWhole = !scalars.contains { $0.cellWidth == 0 }
    let isLibedits = isWhole && scalars.reduce(0) { $0 + $1.cellWidth } == shown.cellWidth
    return isLibedits ? nil : (shown, TerminalText.exact(String(before)))
  }
}
