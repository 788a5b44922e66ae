/// A search through older lines that start with the typed text.
struct Recall {
  /// The typed text.
  let draft: EditedLine
  /// The position of the shown line in the history.
  var place: Int
  /// The line that was put into the editor; a different content there ends the search.
  var shown: EditedLine

  /// The text that older lines must start with.
  var prefix: Substring { draft.before }
}

extension EditLineReader {
  /// Moves one row up; in the first row, shows the next older line that starts with the text before the cursor.
  func older() -> KeyOutcome {
    let line = editor.line
    let walk = recall.flatMap { $0.shown == line ? $0 : nil }
    if walk == nil, let count = line.scalarsUp {
      editor.move(byScalars: -count)
      return .moveCursor
    }
    let lines = history.lines
    var walked = walk ?? Recall(draft: line, place: lines.count, shown: line)
    let found = lines[..<walked.place].lastIndex { $0.hasPrefix(walked.prefix) && $0 != walked.draft.text }
    guard let found else { return .beep }
    show(EditedLine(text: lines[found], cursor: lines[found].utf8.count), at: found, of: &walked)
    return .redraw
  }

  /// Moves one row down; during a search, shows the next newer line, and after the newest one the typed text.
  func newer() -> KeyOutcome {
    let line = editor.line
    guard var walked = recall, walked.shown == line else {
      guard let count = line.scalarsDown else { return .beep }
      editor.move(byScalars: count)
      return .moveCursor
    }
    let lines = history.lines
    let found = lines.indices.dropFirst(walked.place + 1).first {
      lines[$0].hasPrefix(walked.prefix) && lines[$0] != walked.draft.text
    }
    if let found {
      show(EditedLine(text: lines[found], cursor: lines[found].utf8.count), at: found, of: &walked)
    } else {
      editor.replace(with: walked.draft)
      recall = nil
    }
    return .redraw
  }

  private func show(_ line: EditedLine, at place: Int, of walk: inout Recall) {
    walk.place = place
    walk.shown = line
    recall = walk
    editor.replace(with: line)
  }
}
