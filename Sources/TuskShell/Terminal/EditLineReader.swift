import CEditLine
import Glibc
package import TuskLanguage

/// The line editor at a terminal: libedit, extended with completion, history, pasting and messages.
///
/// Confined to one thread; other threads communicate with it through its ``queue``. It reads a complete input and
/// leaves adding it to the history to the caller, because only the caller knows which parts are secret.
package final class EditLineReader: LineReader {
  /// What the editor asks the shell while a line is being typed; none of these may wait for a network.
  package struct Advice {
    /// The completions at this UTF-8 offset of the text; asked again, they are more.
    package let complete: (_ text: String, _ cursor: Int, _ isFurther: Bool) -> Completions
    /// Whether an older line may continue this one; not where one key would take the subject of a deletion.
    package let recalls: (_ text: String) -> Bool
    /// A continuation of the line, shown dimly after the cursor when the history has none.
    package let suggest: (_ text: String) -> String?
    /// What may follow the line, in parts that are shown whole or not at all. No key takes it, because it is help, not
    /// text.
    package let usage: (_ text: String) -> [String]
    /// The length of the status that is being typed, shown at the end of the row.
    package let length: (_ text: String) -> String?

    package init(
      complete: @escaping (_ text: String, _ cursor: Int, _ isFurther: Bool) -> Completions = { _, _, _ in .none },
      recalls: @escaping (_ text: String) -> Bool = { _ in true },
      suggest: @escaping (_ text: String) -> String? = { _ in nil },
      usage: @escaping (_ text: String) -> [String] = { _ in [] },
      length: @escaping (_ text: String) -> String? = { _ in nil }
    ) {
      self.complete = complete
      self.recalls = recalls
      self.suggest = suggest
      self.usage = usage
      self.length = length
    }
  }

  /// How a key other than Enter ended the reading of a line.
  enum Ending {
    case interrupted
    case stopped
  }

  /// Lets other threads show text above the prompt or end the reading.
  package let queue: ReaderQueue
  /// Whether a continuation of the line, or what may follow it, is shown dimly after the cursor, and the length of a
  /// text at the end of the row; the right arrow accepts a continuation.
  package var showsSuggestions = true
  /// Makes the prompt again after messages, which may change what it says; `nil` for a prompt that stays as it is.
  package var renewedPrompt: (() -> Prompt)?
  /// Lets the person change the text of the line in another program; `nil` where the line stays.
  package var editLine: ((_ text: String) -> String?)?

  let editor: EditLine
  let keys: KeySource
  let history: History
  let advice: Advice
  private let wake: WakePipe
  let callbacks: EditLineCallbacks
  /// Restores the terminal when the process ends without leaving the reader.
  package let modes = TerminalModes()

  /// The lines already entered of an unfinished input, each with its newline.
  var earlier = ""
  /// Whether several rows of the input were pasted at once.
  var hasPastedRows = false
  var ending: Ending?
  var recall: Recall?
  var lastTab: EditedLine?
  /// Whether the line on the screen is not as libedit draws it.
  var isStraightened = false
  var killed = KilledText()
  var changes = LineChanges()
  /// What the last Tab listed.
  var lastListed: [String] = []
  var suggestion = Suggestion()
  private(set) var currentPrompt = ""
  /// The prompt of the line, which a search replaces for a while.
  private var linePrompt = ""
  private var awaitsFirstKey = false
  /// Whether the editor controls the terminal.
  private var isEditing = false

  /// Returns nil if libedit cannot be started; lines are then read as bytes.
  package init?(program: String = "tusk", history: History, advice: Advice = Advice()) {
    modes.begin()
    guard let wake = WakePipe(), let editor = EditLine(program: program) else {
      modes.end()
      return nil
    }
    self.wake = wake
    self.editor = editor
    self.history = history
    self.advice = advice
    queue = ReaderQueue(pipe: wake)
    keys = KeySource(descriptor: Terminal.Stream.input.rawValue, wake: wake)
    callbacks = EditLineCallbacks()
    callbacks.connect(self)
    SignalGroup.screen.route(to: wake.writeEnd)
  }

  deinit {
    SignalGroup.screen.unroute()
    modes.end()
  }

  package func readLine(prompt: Prompt) -> LineEvent<ParsedSource> {
    showQueuedMessages()
    guard !queue.isStopped else { return .endOfInput }
    let prompt = renewedPrompt?() ?? prompt
    earlier = ""
    hasPastedRows = false
    // The keys of vi move within libedit's buffer by themselves.
    editor.rowMark = editor.usesViKeys ? "" : Prompt.withoutColors(prompt.continuation)
    callbacks.rightPrompt = CText(Prompt.marked(prompt.right))
    suggestion.reservedWidth = Prompt.visibleWidth(of: prompt.right)
    setPastesBracketed(true)
    defer { setPastesBracketed(false) }
    linePrompt = prompt.text
    show(prompt: linePrompt)
    var unfinished: ParsedSource?
    while true {
      let event = editOneLine().map { ParsedSource(Source(earlier + $0), mode: .repl) }
      switch event {
      case .line(let input) where input.isIncomplete:
        unfinished = input
        earlier = input.source.text + "\n"
        show(prompt: prompt.continuation)
      case .endOfInput where ending == nil:
        // Its diagnostic says what is missing.
        return unfinished.map { .line($0) } ?? event
      default:
        return event
      }
    }
  }

  private func editOneLine() -> LineEvent<String> {
    ending = nil
    recall = nil
    lastTab = nil
    isStraightened = false
    changes = LineChanges()
    changes.note(EditedLine(text: "", cursor: 0))
    awaitsFirstKey = true
    isEditing = true
    let line = editor.readLine()
    isEditing = false
    modes.keepTypeahead()
    if ending == .interrupted { return .interrupted }
    guard ending == nil, let line else {
      editor.write("\n")
      return .endOfInput
    }
    return .line(line)
  }

  /// Changes the prompt and redraws.
  func show(prompt: String) {
    currentPrompt = prompt
    callbacks.prompt = CText(Prompt.marked(prompt))
    suggestion.promptWidth = Prompt.visibleWidth(of: prompt)
  }

  /// Turns bracketed paste on or off: the terminal marks pasted text, so that its newlines do not act as the Enter key.
  func setPastesBracketed(_ on: Bool) {
    editor.write(on ? "\u{1B}[?2004h" : "\(TerminalModes.pasteOff)")
  }

  /// Waits for the next key, handling messages and window changes meanwhile; nil when the terminal is gone.
  func nextKey() -> Unicode.Scalar? {
    if awaitsFirstKey {
      awaitsFirstKey = false
      keys.adoptTypeAhead()
    }
    if !keys.hasPending {
      if editor.hasBrokenRows { redrawing { editor.mendRows() } }
      changes.note(editor.line)
      straighten()
    }
    drawSuggestion()
    while true {
      switch keys.next() {
      // Nothing that a terminal sends is the key that stands for a lone escape.
      case .key(KeyFunction.loneEscape): continue
      case .key(let scalar):
        eraseSuggestion()
        let isLone = scalar == KeySource.escape && editor.usesViKeys && keys.isLoneEscape()
        return isLone ? KeyFunction.loneEscape : scalar
      case .signals(let numbers):
        serve(numbers)
        guard !queue.isStopped else {
          ending = .stopped
          return nil
        }
      case .end:
        ending = .stopped
        return nil
      }
    }
  }

  /// Shows new messages above the prompt and redraws the prompt and line below them.
  func serve(_ signals: [UInt8]) {
    eraseSuggestion()
    if signals.contains(UInt8(SIGCONT)) { reenterRawMode() }
    redrawing {
      if signals.contains(UInt8(SIGWINCH)) { editor.takeNewSize() }
      showQueuedMessages()
      renewPrompt()
    }
    straighten()
    drawSuggestion()
  }

  /// Shows the prompt as it is after messages, unless another is in its place.
  private func renewPrompt() {
    guard currentPrompt == linePrompt, let text = renewedPrompt?().text, text != linePrompt else { return }
    linePrompt = text
    show(prompt: text)
  }

  private func showQueuedMessages() {
    for text in queue.take() { editor.write(TerminalText.styled(text) + "\n") }
    let works = queue.takeWorks()
    guard !works.isEmpty else { return }
    // The work may ask questions, as commands do, and reads lines in the terminal's normal mode.
    editor.leaveRawMode()
    for work in works { work() }
    if isEditing { reenterRawMode() }
  }

  /// Erases the prompt and line and leaves the cursor where they began.
  func clearDrawnLine() {
    let columns = Terminal.size().columns
    let rows = editor.drawnLine.rowsAboveCursor(promptWidth: suggestion.promptWidth, columns: columns)
    editor.write((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J")
  }

  /// Makes a change, which may print above the prompt, and redraws the prompt and line.
  func redrawing(_ change: () -> Void) {
    clearDrawnLine()
    change()
    editor.draw()
    straighten()
  }

  /// Moves to the row below the line, so that text can be printed there; follow it with ``EditLine/draw()``.
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
