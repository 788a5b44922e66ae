import Glibc
import TuskCommon

/// What is shown dimly beside the line, with what is needed to place and erase it.
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
  /// The number of cells on the screen after the cursor.
  var drawnCells = 0
  /// Whether the length of a text is shown at the end of the row.
  var hasLength = false
  /// The width of the terminal when it was drawn.
  var columns = 0
}

extension EditLineReader {
  /// If the cursor is at the end of the line and the row has room, draws the suggestion, or else what may follow, and
  /// the length of a text at the end of the row. libedit does not know about them, so they are erased before the next
  /// key is handled.
  func drawSuggestion() {
    // During a burst of keys or a paste, searching the history for each character would be slow.
    guard showsSuggestions, !suggestion.isSuspended, !keys.hasPending else { return }
    let line = editor.line
    guard line.isAtEnd, !line.text.isEmpty, earlier.isEmpty, !line.text.contains("\n") else { return }
    suggestion.line = line.text
    suggestion.rest = rest(of: line.text) ?? ""
    suggestion.columns = Terminal.size().columns
    let place = line.place(promptWidth: suggestion.promptWidth, columns: suggestion.columns)
    // The right prompt is on the first row only.
    let reserved = place.row == 0 ? suggestion.reservedWidth : 0
    var room = suggestion.columns - 2 - place.column - reserved
    guard room > 0, place.column > 0 else { return }
    let length = reserved == 0 ? length(of: line.text, cells: room) : ""
    if !length.isEmpty { room -= length.cellWidth + 2 }
    let shown =
      suggestion.rest.isEmpty
      ? usage(after: line.text, cells: room) : TerminalText.field(suggestion.rest).truncated(toCells: max(0, room))
    suggestion.drawnCells = shown.cellWidth
    suggestion.hasLength = !length.isEmpty
    guard suggestion.drawnCells > 0 || suggestion.hasLength else { return }
    let column = suggestion.columns - length.cellWidth
    let atEnd = length.isEmpty ? "" : "\u{1B}[\(column)G" + length
    editor.write("\u{1B}7\u{1B}[2m" + shown + atEnd + "\u{1B}[22m\u{1B}8")
  }

  /// Overwrites with blanks, because an erase sequence would also remove the right prompt.
  func eraseSuggestion() {
    guard suggestion.drawnCells > 0 || suggestion.hasLength else { return }
    if Terminal.size().columns != suggestion.columns {
      // The terminal may have moved the end of the row below the line. The prompt is drawn again for the new size.
      editor.write("\u{1B}[J")
    } else if suggestion.hasLength {
      // No right prompt is on the row.
      editor.write("\u{1B}[K")
    } else {
      editor.write("\u{1B}7" + String(repeating: " ", count: suggestion.drawnCells) + "\u{1B}8")
    }
    suggestion.drawnCells = 0
    suggestion.hasLength = false
  }

  /// Appends the suggestion to the line, if there is one and the cursor is at the end.
  func takeSuggestion() -> Bool {
    guard hasSuggestion else { return false }
    editor.insert(PastedText.cleaned(suggestion.rest))
    suggestion.rest = ""
    return true
  }

  /// Appends the suggestion up to the end of its first word, if there is one and the cursor is at the end.
  func takeSuggestedWord() -> Bool {
    guard hasSuggestion else { return false }
    let rest = suggestion.rest
    let word = rest.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
    editor.insert(PastedText.cleaned(String(rest[..<word.endIndex])))
    suggestion.rest = ""
    return true
  }

  /// Whether there is a suggestion for the line and the cursor is at the end.
  private var hasSuggestion: Bool {
    let line = editor.line
    return showsSuggestions && line.isAtEnd && line.text == suggestion.line && !suggestion.rest.isEmpty
  }

  private func rest(of text: String) -> String? {
    (advice.recalls(text) ? history.continuation(of: text) : nil) ?? advice.suggest(text)
  }

  /// As many parts of what may follow as there is room for.
  private func usage(after text: String, cells: Int) -> String {
    let parts = advice.usage(text).map { TerminalText.field($0) }
    var shown = ""
    for (index, part) in parts.enumerated() {
      let next = shown.isEmpty ? part : "\(shown) \(part)"
      let isLast = index == parts.count - 1
      guard next.cellWidth + (isLast ? 0 : 2) <= cells else { return shown.isEmpty ? "" : "\(shown) …" }
      shown = next
    }
    return shown
  }

  /// The length of the text, if there is one and room for it; empty otherwise.
  private func length(of text: String, cells: Int) -> String {
    guard let length = advice.length(text) else { return "" }
    return length.cellWidth + 2 <= cells ? length : ""
  }
}
