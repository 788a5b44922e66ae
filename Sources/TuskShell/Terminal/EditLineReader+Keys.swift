import Glibc

extension EditLineReader {
  /// Registers Tusk's key functions, binds the usual keys to them, and then reads the user's own bindings.
  func bindKeys() {
    let functions = KeyFunction.all
    for function in functions { editor.add(function) }
    bind(functions)
    for function in KeyFunction.borrowed {
      for key in function.keys { editor.bind(key, to: function.name) }
    }
    editor.readUserFile()
    // `bind -v` starts from an empty keymap, in which pasting and Control-C would be lost.
    guard editor.usesViKeys else { return }
    bind(functions.filter { KeyFunction.indispensable.contains($0.name) })
    editor.bind(String(KeyFunction.loneEscape), to: "vi-command-mode")
    editor.bindInCommandMode(String(KeyFunction.loneEscape), to: "tusk-ignore")
  }

  private func bind(_ functions: [KeyFunction]) {
    for function in functions {
      for key in function.keys {
        editor.bind(key, to: function.name)
        if editor.usesViKeys { editor.bindInCommandMode(key, to: function.name) }
      }
    }
  }

  func interrupt() -> KeyOutcome {
    redrawing { editor.moveToEnd() }
    editor.write("^C\n")
    ending = .interrupted
    return .finish
  }

  func suspend() -> KeyOutcome {
    moveBelowLine()
    setPastesBracketed(false)
    editor.leaveRawMode()
    kill(getpid(), SIGTSTP)
    editor.enterRawMode()
    setPastesBracketed(true)
    editor.draw()
    return .nothing
  }

  func deleteOrLeave() -> KeyOutcome {
    editor.line.text.isEmpty ? .endOfInput : deleteForward()
  }

  func left() -> KeyOutcome { move(byScalars: -editor.line.scalarsBack) }

  func right() -> KeyOutcome { takeSuggestion() ? .redraw : move(byScalars: editor.line.scalarsForward) }

  func toRowStart() -> KeyOutcome { move(byScalars: -editor.line.scalarsToRowStart) }

  func toRowEnd() -> KeyOutcome { takeSuggestion() ? .redraw : move(byScalars: editor.line.scalarsToRowEnd) }

  /// Takes a word of the suggestion at the end of the line; elsewhere, moves to the end of the next word.
  func nextWord() -> KeyOutcome {
    if takeSuggestedWord() { return .redraw }
    let count = editor.line.scalarsToWordEnd
    return count > 0 ? move(byScalars: count) : .beep
  }

  private func move(byScalars count: Int) -> KeyOutcome {
    editor.move(byScalars: count)
    return .moveCursor
  }

  func eraseBack() -> KeyOutcome {
    let count = editor.line.scalarsBack
    guard count > 0 else { return .beep }
    editor.deleteScalarsBack(count)
    return .redraw
  }

  func deleteForward() -> KeyOutcome {
    let count = editor.line.scalarsForward
    guard count > 0 else { return .beep }
    editor.deleteScalarsForward(count)
    return .redraw
  }

  func insertNewline() -> KeyOutcome {
    editor.insert("\n")
    return .redraw
  }
}
