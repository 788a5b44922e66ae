extension EditLineReader {
  package func readSecret(prompt: String) -> LineEvent<String> {
    ask(prompt) { _ in "" }
  }

  /// Reads a short answer that cannot come from the history, from a paste, or from keys typed before the question.
  package func readAnswer(prompt: String) -> LineEvent<String> {
    ask(prompt) { TerminalText.field($0) }
  }

  private func ask(_ prompt: String, showing: (String) -> String) -> LineEvent<String> {
    guard !queue.isStopped else { return .endOfInput }
    keys.discard()
    editor.write(TerminalText.styled(prompt))
    let event = modes.withSilentKeys { typedLine(after: prompt, showing: showing) }
    editor.write("\n")
    return event
  }

  private func typedLine(after prompt: String, showing: (String) -> String) -> LineEvent<String> {
    var typed = ""
    while true {
      guard case .key(let key) = keys.next() else {
        // Signals and messages wait until the question is answered; only a request to stop ends it.
        if queue.isStopped || keys.hasEnded { return .endOfInput }
        continue
      }
      switch key.value {
      case 0x0A, 0x0D: return .line(typed)
      case 0x03: return .interrupted
      case 0x04 where typed.isEmpty: return .endOfInput
      case 0x15: typed = ""
      case 0x08, 0x7F: typed = String(typed.dropLast())
      case 0..<0x20, 0x80..<0xA0: continue
      default: typed.unicodeScalars.append(key)
      }
      let shown = showing(typed)
      if !shown.isEmpty || showing("x") == "x" { editor.write("\r\u{1B}[K" + TerminalText.styled(prompt) + shown) }
    }
  }
}
