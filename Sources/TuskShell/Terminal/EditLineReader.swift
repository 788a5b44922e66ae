import CEditLine
import Glibc

/// The line editor at a terminal: libedit with completion, history, pasting and notices of our own.
///
/// It belongs to one thread; other threads talk to it by its ``notices``. It reads a finished input and leaves it to
/// the caller what of it goes into the history, because only the caller knows which parts are secret.
package final class EditLineReader: LineReader {
  /// What the editor asks the shell while a line is being typed; none of it may wait for a network.
  package struct Advice {
    /// What could stand at this UTF-8 offset of the text.
    package let complete: (_ text: String, _ cursor: Int) -> Completions
    /// Whether the input goes on in the next line.
    package let isIncomplete: (_ text: String) -> Bool
    /// How the line could go on, shown dimly behind the cursor where the history has no such line.
    package let suggest: (_ text: String) -> String?

    package init(
      complete: @escaping (_ text: String, _ cursor: Int) -> Completions = { _, _ in .none },
      isIncomplete: @escaping (_ text: String) -> Bool = { _ in false },
      suggest: @escaping (_ text: String) -> String? = { _ in nil }
    ) {
      self.complete = complete
      self.isIncomplete = isIncomplete
      self.suggest = suggest
    }
  }

  /// How the reading of one line was ended by a key, where it was not by Enter.
  enum Ending {
    case interrupted
    case stopped
  }

  /// The way for other threads to show a text above the prompt or to end the reading.
  package let notices: Notices
  /// Whether a line from the history is shown dimly behind the cursor, to be taken with the right arrow.
  package var showsSuggestions = true

  let editor: EditLine
  let keys: KeySource
  let history: History
  let advice: Advice
  private let wake: WakePipe
  let links: EditorLinks
  /// What to bring back before the process ends other than by leaving the reader.
  package let modes = TerminalModes()

  /// The finished lines of an unfinished input, each with its newline.
  var earlier = ""
  var ending: Ending?
  var recall: Recall?
  var lastTab: EditedLine?
  var suggestion = Suggestion()
  private(set) var currentPrompt = ""
  private var awaitsFirstKey = false
  /// Whether the terminal is in the editor's hands.
  private var isEditing = false

  /// Nil where libedit cannot be started; lines are then read as bytes.
  package init?(program: String = "tusk", history: History, advice: Advice = Advice()) {
    guard let wake = WakePipe(), let editor = EditLine(program: program) else { return nil }
    self.wake = wake
    self.editor = editor
    self.history = history
    self.advice = advice
    notices = Notices(pipe: wake)
    keys = KeySource(descriptor: Terminal.Stream.input.rawValue, wake: wake)
    links = EditorLinks()
    links.connect(self)
    SignalGroup.screen.route(to: wake.writeEnd)
  }

  deinit {
    SignalGroup.screen.unroute()
    modes.restore()
  }

  package func readLine(prompt: Prompt) -> LineEvent {
    showWaitingNotices()
    guard !notices.isStopped else { return .endOfInput }
    earlier = ""
    links.rightPrompt = CText(Prompt.marked(prompt.right))
    suggestion.reservedWidth = Prompt.visibleWidth(of: prompt.right)
    setPastesBracketed(true)
    defer { setPastesBracketed(false) }
    show(prompt: prompt.text)
    while true {
      switch editOneLine() {
      case .line(let line):
        let text = earlier + line
        guard advice.isIncomplete(text) else { return .line(text) }
        earlier = text + "\n"
        show(prompt: prompt.continuation)
      case .endOfInput where ending == nil && !earlier.isEmpty:
        // The parser will say what is missing.
        return .line(String(earlier.dropLast()))
      case let event:
        return event
      }
    }
  }

  private func editOneLine() -> LineEvent {
    ending = nil
    recall = nil
    lastTab = nil
    awaitsFirstKey = true
    isEditing = true
    let line = editor.readLine()
    isEditing = false
    if ending == .interrupted { return .interrupted }
    guard ending == nil, let line else {
      editor.write("\n")
      return .endOfInput
    }
    return .line(line)
  }

  /// Draws with another prompt from now on.
  func show(prompt: String) {
    currentPrompt = prompt
    links.prompt = CText(Prompt.marked(prompt))
    suggestion.promptWidth = Prompt.visibleWidth(of: prompt)
  }

  /// The terminal then marks pasted text, so that a newline in it is not taken for the Enter key.
  func setPastesBracketed(_ on: Bool) {
    editor.write(on ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
  }

  /// Waits for the next key and meanwhile serves notices and changes of the window; nil at the end of the terminal.
  func nextKey() -> Unicode.Scalar? {
    if awaitsFirstKey {
      awaitsFirstKey = false
      keys.adoptTypeAhead()
    }
    drawSuggestion()
    while true {
      switch keys.next() {
      case .key(let scalar):
        eraseSuggestion()
        return scalar
      case .signals(let numbers):
        serve(numbers)
        guard !notices.isStopped else {
          ending = .stopped
          return nil
        }
      case .end:
        ending = .stopped
        return nil
      }
    }
  }

  /// Shows what has come and brings prompt and line back below it.
  func serve(_ signals: [UInt8]) {
    eraseSuggestion()
    if signals.contains(UInt8(SIGCONT)) { reenterRawMode() }
    redrawing {
      if signals.contains(UInt8(SIGWINCH)) { editor.takeNewSize() }
      showWaitingNotices()
    }
    drawSuggestion()
  }

  private func showWaitingNotices() {
    for text in notices.take() { editor.write(TerminalText.styled(text) + "\n") }
    let works = notices.takeWorks()
    guard !works.isEmpty else { return }
    // What is done there may ask, as commands do, and reads lines as the terminal makes them.
    editor.leaveRawMode()
    for work in works { work() }
    if isEditing { reenterRawMode() }
  }

  /// Wipes prompt and line off the screen and leaves the cursor where they began.
  func clearDrawnLine() {
    let columns = Terminal.size().columns
    let rows = editor.line.rowsAboveCursor(promptWidth: suggestion.promptWidth, columns: columns)
    editor.write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
  }

  /// Changes prompt or line, or prints something above them, and draws them anew.
  func redrawing(_ change: () -> Void) {
    clearDrawnLine()
    change()
    editor.draw()
  }

  /// Moves to the row below the line, so that something can be printed there; ``EditLine/draw()`` comes after it.
  func moveBelowLine() {
    redrawing { editor.moveToEnd() }
    editor.write("\n")
  }

  func reenterRawMode() {
    editor.leaveRawMode()
    editor.enterRawMode()
    setPastesBracketed(true)
  }
}
