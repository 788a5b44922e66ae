extension EditLineReader {
  /// The state of an incremental search.
  private struct Search {
    var pattern = ""
    /// The position of the shown line in the history; the number of lines before anything is found.
    var place: Int
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
    var search = Search(place: history.lines.count)
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
    let lines = history.lines
    switch key.value {
    case 0x12: find(in: &search, among: lines.indices.prefix(search.place).reversed())
    case 0x13: find(in: &search, among: lines.indices.dropFirst(search.place + 1))
    case 0x08, 0x7F:
      search.pattern = String(search.pattern.dropLast())
      find(in: &search, among: lines.indices.reversed())
    case 0x03, 0x07: return .giveUp
    case KeyFunction.loneEscape.value: return .take
    case KeySource.escape.value where keys.isLoneEscape(): return .take
    case 0..<0x20:
      keys.pushBack(key)
      return .take
    default:
      search.pattern.unicodeScalars.append(key)
      find(in: &search, among: lines.indices.prefix(search.place + 1).reversed())
    }
    return .go
  }

  private func find(in search: inout Search, among places: some Sequence<Int>) {
    guard !search.pattern.isEmpty else { return }
    search.hasFailed = true
    for place in places {
      let line = history.lines[place]
      guard let range = line.firstRange(of: search.pattern) else { continue }
      search.hasFailed = false
      search.place = place
      search.found = EditedLine(text: line, cursor: line.utf8.distance(from: line.startIndex, to: range.lowerBound))
      return
    }
  }
}
