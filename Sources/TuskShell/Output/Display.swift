import Glibc
import JSONValue
import Synchronization
package import TuskActions
import TuskCommon
import TuskLanguage
package import TuskRuntime
import XCallbackURL

/// Shows the events of a running program; each result is flushed to standard output at once.
package final class Display: Sendable {
  let streams: StandardStreams
  let terminal: Terminal
  /// The variables of the process, which may name a pager.
  let environment: ProcessEnvironment
  private let standardFormat: Renderer.Format
  let alwaysJSON: Bool
  private let rehearses: Bool
  let state = Mutex(State())

  /// What the display knows of the running command and of what it showed.
  struct State {
    var options = CommandOptions()
    var format: Renderer.Format?
    var isClosed = false
    /// Whether writing results failed for a reason other than a closed pipe.
    var isBroken = false
    /// Whether a list that was to be whole lacks something.
    var isPartial = false
    /// Whether the command has already shown an answer.
    var hasShown = false
    /// Called once nobody reads the results any more.
    var whenClosed: @Sendable () -> Void = {}
    /// When the waits that were told end, by their reason.
    var delays: [String: Int] = [:]
    /// The column layout of the list being shown.
    var layout: Table.Layout?
    /// Whether rows are shown with numbers, which name them in the next commands.
    var numbersRows = false
    /// Keeps the names in what is shown with numbers.
    var names: ShownNames?
    /// Whether the command has already shown a list.
    var hasListed = false
    /// The rows that the person sees.
    var rows = ShownRows()
    /// How many notifications came since they were last listed.
    var unread = 0
    /// What 'it' named before the running line.
    var lastBefore: ShownRows.Row?
    /// The command of the pager; `nil` for what the environment names.
    var pagerCommand: String?
    /// Shows what takes more than a screen until the command ends.
    var pager: Pager?
    /// Whether the person left the pager before the command ended.
    var hasLeftPager = false
    /// Called when a pager gets the terminal, and when it has left it.
    var whilePaging: @Sendable (_ isPaging: Bool) -> Void = { _ in }
    /// What 'more' reads on: the list that was shown last, where it ended.
    var rest: UnreadList?
    /// Marks new rows of a line that is repeated; `nil` for other lines.
    var newRows: NewRows?
    /// Whether what is shown next goes on with the list above it.
    var continuesList = false
  }

  /// - Parameters:
  ///   - format: the format of answers if a command does not choose one; `nil` lets the terminal decide.
  ///   - wantsJSON: whether to show everything as JSON, including errors.
  ///   - rehearses: whether to show everything except URLs as comments, so that the output can be run.
  package init(
    streams: StandardStreams, terminal: Terminal, format: Renderer.Format? = nil, wantsJSON: Bool,
    rehearses: Bool = false, environment: ProcessEnvironment = ProcessEnvironment(variables: [:])
  ) {
    self.environment = environment
    self.streams = streams
    standardFormat = format ?? (wantsJSON ? .json : terminal.isTerminal(.output) ? .human : .tabs)
    self.terminal = terminal
    alwaysJSON = wantsJSON
    self.rehearses = rehearses
  }

  /// Whether nobody reads the results any more.
  package var isClosed: Bool { state.withLock(\.isClosed) }

  /// Sets what to call when nobody reads the results any more, for lists that have no end.
  package func whenClosed(_ act: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenClosed = act }
  }

  /// Whether results were lost.
  package var isBroken: Bool { state.withLock(\.isBroken) }

  /// Whether a list that was to be whole lacks something.
  package var isPartial: Bool { state.withLock(\.isPartial) }

  /// Whether the running command wants JSON, including its errors.
  package var wantsJSON: Bool { alwaysJSON || state.withLock { $0.format == .json } }

  /// Resets the format and layout of the previous command.
  package func startCommand() {
    state.withLock {
      $0.format = nil
      $0.options = CommandOptions()
      $0.hasShown = false
      $0.hasListed = $0.continuesList
      // 'it' is what the last line showed or made.
      $0.lastBefore = $0.rows.last ?? $0.lastBefore
      $0.rows.last = nil
    }
  }

  /// Ends a line; after one that failed, 'it' is what it was before.
  func endLine(hasFailed: Bool) {
    state.withLock {
      if hasFailed, $0.rows.last == nil { $0.rows.last = $0.lastBefore }
      $0.lastBefore = nil
    }
  }

  /// Shows an event of a run.
  package func show(_ event: Interpreter.Event) {
    switch event {
    case .started(let options):
      // The command may ask, and its answer is another one.
      endPaging()
      state.withLock { ($0.format, $0.options) = (format(for: options), options) }
    case .result(let result, _) where result.signature.effect == .present: break
    case .result(let result, let continues):
      if let page = result.page { tell(page, continues: continues) } else { tell(result) }
    case .rows(let page, let continues): tell(page, continues: continues)
    case .shown(let runtimeValue): tellApart(shown(runtimeValue))
    case .planned(let line): write(line + "\n")
    case .noted(let text): write("# \(TerminalText.field(text))\n")
    case .printed(let line, toErrors: true): report(TerminalText.block(line) + "\n")
    case .printed(let line, toErrors: false): tell(printed(line) + "\n")
    case .progress(let text): showProgress(text)
    case .skipped: break
    case .missing(let text, let isCounted): tell(missing: text, isCounted: isCounted)
    }
  }

  /// The text that an event writes to a file; `nil` for events that are for people only.
  package func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? {
    let format = format(for: options)
    let renderer = Renderer(options, format: format == .human ? .tabs : format, width: 100, isColored: false)
    switch event {
    case .result(let result, let continues): return renderer.text(of: result, isContinued: continues)
    case .rows(let page, let continues): return renderer.text(of: page.records, isContinued: continues)
    case .shown(let runtimeValue): return renderer.text(of: runtimeValue)
    case .printed(let line, toErrors: false): return line + "\n"
    case .started, .planned, .noted, .printed, .progress, .skipped, .missing: return nil
    }
  }

  /// Shows records that an action presents.
  package func show(_ presentation: Presentation) {
    let renderer = renderer(isContinued: false)
    note(presentation)
    tellApart(marking(renderer).text(of: presentation))
  }

  private func tell(_ result: ActionResult) {
    state.withLock { $0.layout = nil }
    let renderer = renderer(isContinued: false)
    note(result)
    tellApart(renderer.text(of: result))
  }

  private func tell(_ page: RowPage, continues: Bool) {
    let renderer = renderer(isContinued: continues)
    let page = newPart(of: page, for: renderer)
    if continues { tellRest(page, renderer) } else { tellFirst(page, renderer) }
  }

  private func tellFirst(_ page: RowPage, _ renderer: Renderer) {
    // 'more' goes on with the table above the prompt.
    let above = state.withLock { $0.continuesList ? $0.rest?.layout : nil }
    note(page, as: renderer, isContinued: false)
    let (text, layout) = marking(renderer).page(
      of: page.records, below: above, isContinued: showsOnlyNew(renderer), keepsColumns: true)
    keep(page.isYetToCome ? nil : layout)
    if !page.isYetToCome { tellApart(text) }
  }

  /// Shows a further page of a list, continuing its table if it is one.
  private func tellRest(_ page: RowPage, _ renderer: Renderer) {
    guard !page.rows.isEmpty else { return }
    // The first page of a stream is empty.
    let (above, isContinued, isMore) = state.withLock { ($0.layout, $0.hasShown, $0.continuesList) }
    note(page, as: renderer, isContinued: true)
    let (text, layout) = marking(renderer).page(
      of: page.records, below: above, isContinued: isContinued, keepsColumns: isMore)
    if layout == above { tell(text) } else { tellApart(text) }
    keep(layout)
    state.withLock { $0.hasShown = true }
  }

  /// Keeps the columns for the next page, and for 'more'.
  private func keep(_ layout: Table.Layout?) {
    state.withLock { state in
      state.layout = layout
      state.rest?.layout = layout
    }
  }

  /// Shows one of several answers of a command; in human format, they are separated by blank lines.
  private func tellApart(_ text: String) {
    let (isFirst, format) = state.withLock { state in
      defer { state.hasShown = true }
      return (!state.hasShown, state.format ?? standardFormat)
    }
    let isApart = !isFirst && format == .human && text.utf8.count { $0 == UInt8(ascii: "\n") } > 1
    tell((isApart ? "\n" : "") + text)
  }

  /// A line that the script prints: a JSON string in JSON; as it is for other programs, which need every character; and
  /// safe for people.
  private func printed(_ line: String) -> String {
    switch alwaysJSON ? .json : standardFormat {
    case .json: JSON.string(line).text
    case .human: TerminalText.block(line)
    case .tabs, .ids, .csv, .safeCSV: terminal.isTerminal(.output) ? TerminalText.block(line) : line
    }
  }

  /// A value of a script, which a terminal must not execute in any format.
  private func shown(_ value: RuntimeValue) -> String {
    let text = renderer.text(of: value)
    // Human format is safe by itself, and colored.
    return terminal.isTerminal(.output) && renderer.format != .human ? TerminalText.block(text) : text
  }

  private func tell(_ text: String) {
    guard rehearses else { return write(text) }
    // Split by scalars, because Swift treats CR LF as one character, which does not equal a newline.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.dropLast(text.hasSuffix("\n") ? 1 : 0).map { "# \(comment(String($0)))\n" }.joined())
  }

  /// A line as a comment, which no character of it ends.
  private func comment(_ line: String) -> String {
    line.split(separator: "\t", omittingEmptySubsequences: false).map { TerminalText.field(String($0)) }
      .joined(separator: "\t")
  }

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    if let pager = pager(for: text) {
      if !pager.write(streams.masked(text)) { leavePager() }
      return
    }
    guard !streams.write(text) else { return }
    let isBroken = errno != EPIPE
    let whenClosed = state.withLock { state in
      state.isClosed = true
      state.isBroken = isBroken
      return state.whenClosed
    }
    whenClosed()
  }

  private func format(for options: CommandOptions) -> Renderer.Format {
    if options.ids { return .ids }
    if options.csvSafe { return .safeCSV }
    if options.csv { return .csv }
    return options.json || alwaysJSON ? .json : standardFormat
  }

  /// The renderer of the running command.
  var renderer: Renderer {
    let (options, format) = state.withLock { ($0.options, $0.format) }
    var renderer = Renderer(
      options, format: format ?? standardFormat, width: Terminal.size().columns,
      isColored: terminal.allowsColor(on: .output))
    renderer.language = terminal.language
    renderer.isPlain = terminal.isPlain
    return renderer
  }
}
