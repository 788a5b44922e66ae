/// Text that comes into a line other than by single keys: from a paste, a completion or a suggestion.
enum PastedText {
  /// The text without what could drive the terminal or hide something: of all controls only newline and tab stay. The
  /// newlines at its end go, so that the cursor stays behind the last word.
  static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      // The terminal sends the newlines of a paste as the Enter key does.
      let endsLine = scalar == "\r" || (scalar == "\n" && previous != "\r")
      previous = scalar
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
  /// Takes what the terminal brackets as pasted, as one piece that only the Enter key can send.
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
    editor.insert(PastedText.cleaned(String(text)))
    if !signals.isEmpty { serve(signals) }
    return .redraw
  }
}
