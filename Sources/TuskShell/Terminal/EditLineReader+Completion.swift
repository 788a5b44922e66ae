extension EditLineReader {
  /// Inserts what all candidates have in common, and lists them if there are several. A second Tab asks for more.
  func complete() -> KeyOutcome {
    let line = editor.line
    let isFurther = lastTab == line
    lastTab = line
    let offset = earlier.utf8.count
    let completions = advice.complete(earlier + line.text, offset + line.cursor, isFurther)
    let range = completions.range.lowerBound - offset..<completions.range.upperBound - offset
    guard !completions.candidates.isEmpty, range.lowerBound >= 0, range.upperBound <= line.text.utf8.count else {
      return .beep
    }
    let typed = line.text(in: range)
    let addition = CompletionText.common(to: completions.candidates, extending: typed)
    let longer = addition.map { line.replacing(range, with: PastedText.cleaned($0)) }
    if let longer, completions.candidates.count == 1 {
      editor.replace(with: longer)
      return .redraw
    }
    let texts = completions.candidates.map(\.text)
    // The same list once more would only push the first one up.
    guard longer != nil || !isFurther || texts != lastListed else { return .beep }
    list(completions.candidates, then: longer ?? line)
    (lastTab, lastListed) = (editor.line, texts)
    return .nothing
  }

  /// Lists candidates below the line, and shows the line again below them.
  private func list(_ candidates: [Completions.Candidate], then line: EditedLine) {
    let size = Terminal.size()
    let listed = candidates.filter(\.isListed)
    var rows = CandidateList(listed).rows(columns: size.columns, limit: max(2, size.rows - 5))
    if listed.count < candidates.count { rows.append("… and \(candidates.count - listed.count) more") }
    moveBelowLine()
    editor.write(rows.map { $0 + "\n" }.joined())
    editor.replace(with: line)
    editor.draw()
    straighten()
  }
}

/// The text that Tab inserts.
enum CompletionText {
  /// The replacement for the typed text: the whole candidate and its suffix if there is only one, otherwise the
  /// common prefix; nil if it would add nothing.
  static func common(to candidates: [Completions.Candidate], extending typed: String) -> String? {
    guard let first = candidates.first else { return nil }
    // A flag that nobody began, such as consent, is listed but not filled in.
    guard !first.text.hasPrefix("--") || typed.count > 2 || candidates.count > 1 else { return nil }
    guard candidates.count > 1 else { return first.text + first.suffix == typed ? nil : first.text + first.suffix }
    let shared = candidates.dropFirst().reduce(Substring(first.text)) { shared, candidate in
      shared.prefix(zip(shared, candidate.text).prefix { $0 == $1 }.count)
    }
    return shared.count > typed.count && shared.hasPrefix(typed) ? String(shared) : nil
  }
}

extension EditedLine {
  /// The text between two UTF-8 offsets.
  func text(in range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  /// The line with that range replaced and the cursor after the replacement.
  func replacing(_ range: Range<Int>, with piece: String) -> EditedLine {
    let bytes = Array(text.utf8)
    let kept = bytes[..<range.lowerBound] + Array(piece.utf8)
    return EditedLine(text: String(decoding: kept + bytes[range.upperBound...], as: UTF8.self), cursor: kept.count)
  }
}
