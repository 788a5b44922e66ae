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
    outside { Glibc.kill(getpid(), SIGTSTP) }
    editor.draw()
    return .nothing
  }

  /// Opens an editor with the line; what is saved there becomes the line, which does not run by that.
  func openEditor() -> KeyOutcome {
    guard let editLine else { return .beep }
    var line = editor.line
    outside { if let text = editLine(line.text) { line = EditedLine(text: text, cursor: text.utf8.count) } }
    editor.replace(with: line)
    editor.draw()
    return .nothing
  }

  /// Does something below the line, with the terminal as programs expect it.
  private func outside(_ work: () -> Void) {
    moveBelowLine()
    setPastesBracketed(false)
    editor.leaveRawMode()
    work()
    editor.enterRawMode()
    setPastesBracketed(true)
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

  func previousWord() -> KeyOutcome {
    let count = editor.line.scalarsToWordStart
    return count > 0 ? move(byScalars: -count) : .beep
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

  func killWordBefore() -> KeyOutcome { kill(byScalars: -editor.line.scalarsToWordStart) }

  func killWord() -> KeyOutcome { kill(byScalars: editor.line.scalarsToWordEnd) }

  /// Deletes to the start of the row; there, joins it to the row above.
  func killToRowStart() -> KeyOutcome {
    let line = editor.line
    return kill(byScalars: -(line.scalarsToRowStart > 0 ? line.scalarsToRowStart : line.scalarsBack))
  }

  /// Deletes to the end of the row; there, joins it to the row below.
  func killToRowEnd() -> KeyOutcome {
    let line = editor.line
    return kill(byScalars: line.scalarsToRowEnd > 0 ? line.scalarsToRowEnd : line.scalarsForward)
  }

  private func kill(byScalars count: Int) -> KeyOutcome {
    guard count != 0 else { return .beep }
    let line = editor.line
    let piece = count < 0 ? line.before.unicodeScalars.suffix(-count) : line.after.unicodeScalars.prefix(count)
    if count < 0 { editor.deleteScalarsBack(-count) } else { editor.deleteScalarsForward(count) }
    killed.add(String(piece), before: count < 0, of: line, leaving: editor.line)
    return .redraw
  }

  func yank() -> KeyOutcome {
    guard !killed.text.isEmpty else { return .beep }
    editor.insert(killed.text)
    return .redraw
  }

  func undo() -> KeyOutcome {
    guard let line = changes.takeBack() else { return .beep }
    editor.replace(with: line)
    return .redraw
  }
}
