/// A walk through the older lines that start with what had been typed.
struct Recall {
  /// What had been typed.
  let draft: EditedLine
  /// Where in the history the shown line stands.
  var place: Int
  /// What is in the editor now; anything else there means that the walk is over.
  var shown: EditedLine

  /// What an older line must start with.
  var prefix: Substring { draft.before }
}

extension EditLineReader {
  /// One row up; in the first row, the next older line that starts with what stands before the cursor.
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

  /// One row down; during a walk the next newer line, and after the newest what had been typed.
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
