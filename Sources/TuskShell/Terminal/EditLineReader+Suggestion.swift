import Glibc
import TuskCommon

/// A suggestion shown dimly after the cursor, with what is needed to place it.
struct Suggestion {
  /// The width in cells of the prompt.
  var promptWidth = 0
  /// The cells at the end of the row that the right prompt occupies.
  var reservedWidth = 0
  /// True while another function of the editor uses the line.
  var isSuspended = false
  /// The line that the suggestion continues.
  var line = ""
  /// The text that would be added to the line.
  var rest = ""
  /// The number of its cells on the screen.
  var drawnCells = 0
}

extension EditLineReader {
  /// Draws the suggestion if the cursor is at the end of the line and the row has room. libedit does not know about it,
  /// so it is erased before the next key is handled.
  func drawSuggestion() {
    // During a burst of keys or a paste, searching the history for each character would be slow.
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

  /// Overwrites with blanks, because an erase sequence would also remove the right prompt.
  func eraseSuggestion() {
    guard suggestion.drawnCells > 0 else { return }
    editor.write("\u{1B}7" + String(repeating: " ", count: suggestion.drawnCells) + "\u{1B}8")
    suggestion.drawnCells = 0
  }

  /// Appends the suggestion to the line, if there is one and the cursor is at the end.
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
