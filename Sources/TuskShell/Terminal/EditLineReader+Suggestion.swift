import Glibc

/// What is shown dimly behind the cursor, and what is needed to place it.
struct Suggestion {
  /// The cells before the first row of the line.
  var promptWidth = 0
  /// The cells at the right end of the row that belong to the right prompt.
  var reservedWidth = 0
  /// While another function of the editor uses the line.
  var isSuspended = false
  /// The line that it continues.
  var line = ""
  /// What would be added to the line.
  var rest = ""
  /// How many cells of it are on the screen.
  var drawnCells = 0
}

extension EditLineReader {
  /// Draws how the line could go on, where the cursor stands at its end and the row has room. libedit knows nothing of
  /// it, so that it is wiped before the next key is served.
  func drawSuggestion() {
    // A burst of keys or a paste would otherwise look through the history once for each of its characters.
    guard showsSuggestions, !suggestion.isSuspended, !keys.hasPending else { return }
    let line = editor.line
    guard line.isAtEnd, !line.text.isEmpty, earlier.isEmpty, !line.text.contains("\n") else { return }
    suggestion.line = line.text
    suggestion.rest = rest(of: line.text) ?? ""
    let used = suggestion.promptWidth + line.text.cellWidth + suggestion.reservedWidth
    let shown = TerminalText.field(suggestion.rest).truncated(toCells: Terminal.size().columns - used - 2)
    suggestion.drawnCells = shown.cellWidth
    guard suggestion.drawnCells > 0 else { return }
    editor.write("\u{1B}7\u{1B}[2m" + shown + "\u{1B}[22m\u{1B}8")
  }

  /// Blanks instead of an erasing sequence, because that would take the right prompt along.
  func eraseSuggestion() {
    guard suggestion.drawnCells > 0 else { return }
    editor.write("\u{1B}7" + String(repeating: " ", count: suggestion.drawnCells) + "\u{1B}8")
    suggestion.drawnCells = 0
  }

  /// Adds the suggestion to the line, where the cursor stands at its end and there is one.
  func takeSuggestion() -> Bool {
    let line = editor.line
    guard showsSuggestions, line.isAtEnd, line.text == suggestion.line, !suggestion.rest.isEmpty else { return false }
    editor.insert(PastedText.cleaned(suggestion.rest))
    suggestion.rest = ""
    return true
  }

  private func rest(of text: String) -> String? {
    if let line = history.lines.last(where: { $0.hasPrefix(text) && $0.utf8.count > text.utf8.count }) {
      return String(line.utf8.dropFirst(text.utf8.count))
    }
    return advice.suggest(text)
  }
}
