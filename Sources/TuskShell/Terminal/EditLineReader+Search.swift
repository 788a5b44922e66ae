extension EditLineReader {
  /// The state of an incremental search.
  private struct Search {
    var pattern = ""
    /// How many lines before the newest the shown line was run; -1 before anything is found.
    var age = -1
    var found: EditedLine?
    var hasFailed = false

    var prompt: String { (hasFailed ? "no such line" : "history") + " '\(pattern)': " }
  }

  /// The effect of a key in a search.
  private enum SearchStep {
    case go
    case take
    case giveUp
  }

  /// Searches older lines for the text typed next. Control-R finds older matches, Control-S newer ones; Enter runs the
  /// line, Control-C and Control-G restore the previous line, and any other key edits the line found.
  func search() -> KeyOutcome {
    let draft = editor.line
    let prompt = currentPrompt
    suggestion.isSuspended = true
    defer { suggestion.isSuspended = false }
    var search = Search()
    while true {
      redrawing {
        show(prompt: search.prompt)
        if let found = search.found { editor.replace(with: found) }
      }
      guard let key = nextKey() else { return .endOfInput }
      let step = step(key, in: &search)
      guard step != .go else { continue }
      redrawing {
        show(prompt: prompt)
        if step == .giveUp { editor.replace(with: draft) }
      }
      return .nothing
    }
  }

  private func step(_ key: Unicode.Scalar, in search: inout Search) -> SearchStep {
    switch key.value {
    case 0x12: find(in: &search, from: search.age + 1, by: 1)
    case 0x13: find(in: &search, from: search.age - 1, by: -1)
    case 0x08, 0x7F:
      search.pattern = String(search.pattern.dropLast())
      find(in: &search, from: 0, by: 1)
    case 0x03, 0x07: return .giveUp
    case KeyFunction.loneEscape.value: return .take
    case KeySource.escape.value where keys.isLoneEscape(): return .take
    case 0..<0x20:
      keys.pushBack(key)
      return .take
    default:
      search.pattern.unicodeScalars.append(key)
      find(in: &search, from: max(search.age, 0), by: 1)
    }
    return .go
  }

  private func find(in search: inout Search, from age: Int, by step: Int) {
    let pattern = search.pattern
    guard !pattern.isEmpty else { return }
    let found = history.nearest(from: age, by: step) { $0.firstRange(of: pattern) != nil }
    search.hasFailed = found == nil
    guard let (age, line) = found, let range = line.firstRange(of: pattern) else { return }
    search.age = age
    search.found = EditedLine(text: line, cursor: line.utf8.distance(from: line.startIndex, to: range.lowerBound))
  }
}
