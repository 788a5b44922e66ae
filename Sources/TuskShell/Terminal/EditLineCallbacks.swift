import CEditLine

/// The C callbacks that libedit calls, and the memory they return to it.
final class EditLineCallbacks {
  var prompt = CText("")
  var rightPrompt = CText("")
  private let historySource = UnsafeMutablePointer<cel_history>.allocate(capacity: 1)
  private var historyPlace = 0
  private var historyLine = CText("")

  deinit {
    historySource.deallocate()
  }

  /// Connects the editor to its reader. Neither retains the other; both end together.
  func connect(_ reader: EditLineReader) {
    let editor = reader.editor
    editor.setContext(Unmanaged.passUnretained(reader).toOpaque())
    editor.setPrompts(
      left: { EditLineReader.of($0)?.callbacks.prompt.pointer },
      right: { EditLineReader.of($0)?.callbacks.rightPrompt.pointer })
    editor.takeControlKeys()
    editor.setReader { handle, place in
      guard let place, let reader = EditLineReader.of(handle) else { return -1 }
      guard let key = reader.nextKey() else { return 0 }
      place.pointee = wchar_t(key.value)
      return 1
    }
    connectHistory(reader)
    editor.useEmacsKeys()
    reader.bindKeys()
  }

  /// Lets vi's history commands, which use libedit's history, see ours.
  private func connectHistory(_ reader: EditLineReader) {
    historySource.initialize(
      to: cel_history(
        context: Unmanaged.passUnretained(reader).toOpaque(),
        step: { context, operation, number, place in
          guard let context else { return nil }
          let reader = Unmanaged<EditLineReader>.fromOpaque(context).takeUnretainedValue()
          let line = reader.callbacks.line(after: operation, number, in: reader.history)
          place?.pointee = Int32(reader.callbacks.historyPlace)
          return line
        }))
    reader.editor.setHistory(historySource)
  }

  /// Moves through the lines as libedit asks; "first" is the newest, and numbers count from 1.
  private func line(after operation: Int32, _ number: Int32, in history: History) -> UnsafePointer<CChar>? {
    let count = { history.lines.count }
    let place: Int
    switch operation {
    case H_FIRST: place = count()
    case H_LAST: place = 1
    case H_NEXT: place = historyPlace - 1
    case H_PREV: place = historyPlace + 1
    case H_SET: place = Int(number)
    case H_CURR: place = historyPlace
    default: return nil
    }
    guard place > 0, let line = history.line(count() - place) else { return nil }
    historyPlace = place
    historyLine = CText(line)
    return UnsafePointer(historyLine.pointer)
  }
}

extension EditLineReader {
  /// The reader that an editor belongs to.
  static func of(_ handle: OpaquePointer?) -> EditLineReader? {
    guard let context = cel_context(handle) else { return nil }
    return Unmanaged.fromOpaque(context).takeUnretainedValue()
  }
}
