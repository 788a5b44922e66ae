/// The states of a line while it is edited, for the key that takes changes back.
struct LineChanges {
  private var states: [EditedLine] = []
  /// Whether the last change typed a character of a word, to which the next such character belongs.
  private var isTyping = false

  /// The most changes that can be taken back.
  private static let most = 1000

  /// Notes the line as it is now.
  mutating func note(_ line: EditedLine) {
    guard let last = states.last else { return states = [line] }
    guard last.text != line.text else {
      states[states.count - 1] = line
      return
    }
    let types = line.isTyped(after: last)
    if types, isTyping { states.removeLast() }
    isTyping = types
    states.append(line)
    if states.count > Self.most { states.removeFirst() }
  }

  /// The line before the last change; `nil` if there was none.
  mutating func takeBack() -> EditedLine? {
    guard states.count > 1 else { return nil }
    states.removeLast()
    isTyping = false
    return states.last
  }
}

extension EditedLine {
  /// Whether a character of a word was typed into the other line.
  fileprivate func isTyped(after other: EditedLine) -> Bool {
    guard let typed = before.last, !typed.isWhitespace else { return false }
    return before.dropLast() == other.before && after == other.after
  }
}
