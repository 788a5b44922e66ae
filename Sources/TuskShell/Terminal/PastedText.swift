/// Text inserted into a line other than by single keys: from a paste, a completion or a suggestion.
enum PastedText {
  /// The text without characters that could control the terminal or hide something; only newlines and tabs are kept.
  /// Trailing newlines are removed, so that the cursor stays after the last word.
  static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      // The terminal sends a pasted newline as a carriage return, like the Enter key; libedit's modes exchange the two,
      // so that CR LF arrives in either order.
      let isEnd = scalar == "\r" || scalar == "\n"
      let isSecond = isEnd && previous != scalar && (previous == "\r" || previous == "\n")
      let endsLine = isEnd && !isSecond
      previous = isSecond ? " " : scalar
      switch scalar.value {
      case _ where endsLine: result.append("\n")
      case 0x09: result.append(scalar)
      case 0..<0x20, 0x7F..<0xA0: continue
      default: if !scalar.isBidirectionalControl { result.append(scalar) }
      }
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }
}

extension EditLineReader {
  /// Inserts bracketed paste as one piece, which only the Enter key can submit.
  func paste() -> KeyOutcome {
    let end: [Unicode.Scalar] = Array("\u{1B}[201~".unicodeScalars)
    var pasted: [Unicode.Scalar] = []
    var signals: [UInt8] = []
    reading: while true {
      switch keys.next() {
      case .signals(let numbers): signals += numbers
      case .end: break reading
      case .key(let scalar):
        pasted.append(scalar)
        guard scalar == "~", pasted.suffix(end.count).elementsEqual(end) else { continue }
        pasted.removeLast(end.count)
        break reading
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: pasted)
    let inserted = PastedText.cleaned(String(text))
    hasPastedRows = hasPastedRows || inserted.contains("\n")
    editor.insert(inserted)
    if !signals.isEmpty { serve(signals) }
    return .redraw
  }
}
