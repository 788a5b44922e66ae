/// A search through older lines that start with the typed text.
struct Recall {
  /// The typed text.
  let draft: EditedLine
  /// How many lines before the newest the shown line was run; -1 for the typed text.
  var age: Int
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
    var walked = walk ?? Recall(draft: line, age: -1, shown: line)
    let found = history.nearest(from: walked.age + 1, by: 1) {
      $0.hasPrefix(walked.prefix) && $0 != walked.draft.text
    }
    guard let found else { return .beep }
    show(EditedLine(text: found.line, cursor: found.line.utf8.count), at: found.age, of: &walked)
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
    let found = history.nearest(from: walked.age - 1, by: -1) {
      $0.hasPrefix(walked.prefix) && $0 != walked.draft.text
    }
    if let found {
      show(EditedLine(text: found.line, cursor: found.line.utf8.count), at: found.age, of: &walked)
    } else {
      editor.replace(with: walked.draft)
      recall = nil
    }
    return .redraw
  }

  private func show(_ line: EditedLine, at age: Int, of walk: inout Recall) {
    walk.age = age
    walk.shown = line
    recall = walk
    editor.replace(with: line)
  }
}
