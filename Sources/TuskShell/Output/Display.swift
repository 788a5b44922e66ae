import Glibc
import JSONValue
import Synchronization
package import TuskActions
import TuskLanguage
package import TuskRuntime
import XCallbackURL

/// Shows what a running program has to tell: results on standard output, each flushed when it is there.
package final class Display: Sendable {
  private let streams: StandardStreams
  private let terminal: Terminal
  private let standardFormat: Renderer.Format
  private let alwaysJSON: Bool
  private let rehearses: Bool
  private let state = Mutex(State())

  private struct State {
    var format: Renderer.Format?
    var isClosed = false
    /// Whether the results could not be written, although somebody may want them.
    var isBroken = false
    /// Whether the command has shown an answer already.
    var hasShown = false
    /// What is done as soon as nobody reads the results.
    var whenClosed: @Sendable () -> Void = {}
    /// How the columns of the list stand that is shown.
    var layout: Table.Layout?
  }

  /// - Parameters:
  ///   - format: what answers look like where a command does not say; `nil` leaves it to the terminal.
  ///   - wantsJSON: whether everything is shown as JSON, errors too.
  ///   - rehearses: whether all but URLs is shown as comments, so that what is shown can be run.
  package init(
    streams: StandardStreams, terminal: Terminal, format: Renderer.Format? = nil, wantsJSON: Bool,
    rehearses: Bool = false
  ) {
    self.streams = streams
    standardFormat = format ?? (wantsJSON ? .json : terminal.isTerminal(.output) ? .human : .tabs)
    self.terminal = terminal
    alwaysJSON = wantsJSON
    self.rehearses = rehearses
  }

  /// Whether nobody reads the results any more.
  package var isClosed: Bool { state.withLock(\.isClosed) }

  /// What is done as soon as nobody reads the results, for lists that have no end.
  package func whenClosed(_ act: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenClosed = act }
  }

  /// Whether results were lost.
  package var isBroken: Bool { state.withLock(\.isBroken) }

  /// Whether the command that runs wants JSON, its errors included.
  package var wantsJSON: Bool { alwaysJSON || state.withLock { $0.format == .json } }

  /// Forgets how the last command wanted to be answered.
  package func startCommand() {
    state.withLock {
      $0.format = nil
      $0.hasShown = false
    }
  }

  /// Shows an event of a run.
  package func show(_ event: Interpreter.Event) {
    switch event {
    case .begins(let options): state.withLock { $0.format = format(for: options) }
    case .result(let result, _) where result.signature.effect == .present: break
    case .result(let result, continues: false): tellFirst(result)
    case .result(let result, continues: true): tellRest(result)
    case .shown(let runtimeValue): tellApart(renderer.text(of: runtimeValue))
    case .planned(let line): write(line + "\n")
    case .noted(let text): write("# \(TerminalText.field(text))\n")
    case .printed(let line, toErrors: true): streams.report(TerminalText.block(line) + "\n")
    case .printed(let line, toErrors: false): tell(printed(line) + "\n")
    case .progress(let text): showProgress(text)
    case .skipped: break
    }
  }

  /// What goes on, on a line that the next one takes the place of; nobody but a person wants to know.
  private func showProgress(_ text: String?) {
    guard hasPassingLine else { return }
    let width = max(Terminal.size(of: Terminal.Stream.errors.rawValue).columns - 1, 10)
    streams.report(passing: text.map { "\u{1B}[2m\(TerminalText.field($0).prefix(width))\u{1B}[0m" })
  }

  private var hasPassingLine: Bool { terminal.isTerminal(.errors) && terminal.allowsColor(on: .errors) }

  /// The text that an event writes to a file; `nil` for events that are for people only.
  package func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? {
    let format = format(for: options)
    let renderer = Renderer(format: format == .human ? .tabs : format, width: 100, isColored: false)
    switch event {
    case .result(let result, _): return renderer.text(of: result)
    case .shown(let runtimeValue): return renderer.text(of: runtimeValue)
    case .printed(let line, toErrors: false): return line + "\n"
    case .begins, .planned, .noted, .printed, .progress, .skipped: return nil
    }
  }

  /// Shows that a server has to be waited for: at the terminal while it lasts, elsewhere where it is long.
  package func show(_ delay: Delay) {
    let line = "waiting until \(LocalTime.ahead(delay.until)): \(delay.reason)"
    guard !hasPassingLine else { return showProgress(line + "; Ctrl-C gives up") }
    guard !alwaysJSON, delay.isLong else { return }
    streams.report(TerminalText.field(line) + "\n")
  }

  /// Tells a person something beside the answer; where rows are JSON, so are errors, and nobody reads it.
  package func tell(note: String) {
    guard !wantsJSON else { return }
    streams.report(TerminalText.field(note) + "\n")
  }

  /// Shows that something is missing in a stream; where rows are JSON, its own row says it all.
  package func show(_ gap: Gap) { tell(note: gap.message) }

  /// Takes away what was shown of a server that had to be waited for.
  package func endDelay() { showProgress(nil) }

  /// Shows records that an action presents.
  package func show(_ presentation: Presentation) {
    tellApart(renderer.text(of: presentation))
  }

  private func tellFirst(_ result: ActionResult) {
    state.withLock { $0.layout = nil }
    guard !result.isYetToCome else { return }
    let (text, layout) = renderer.page(of: result, below: nil)
    state.withLock { $0.layout = layout }
    tellApart(text)
  }

  /// Shows a further page of a list, as part of the same table where it is one.
  private func tellRest(_ result: ActionResult) {
    guard result.items?.isEmpty == false else { return }
    let above = state.withLock(\.layout)
    let (text, layout) = renderer.page(of: result, below: above)
    state.withLock { $0.layout = layout }
    if layout == above { tell(text) } else { tellApart(text) }
  }

  /// Shows one of several answers of a command; for a person they stand apart.
  private func tellApart(_ text: String) {
    let isFirst = state.withLock { state in
      defer { state.hasShown = true }
      return !state.hasShown
    }
    let isBlock = text.count { $0 == "\n" } > 1
    tell((isBlock && !isFirst && renderer.format == .human ? "\n" : "") + text)
  }

  private func printed(_ line: String) -> String {
    guard !alwaysJSON else { return JSON.string(line).text }
    return terminal.isTerminal(.output) ? TerminalText.block(line) : line
  }

  private func tell(_ text: String) {
    guard rehearses else { return write(text) }
    // By scalars: a carriage return before a newline would make one character of them, which no line ends with.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.dropLast(text.hasSuffix("\n") ? 1 : 0).map { "# \(String($0))\n" }.joined())
  }

  private func write(_ text: String) {
    guard !text.isEmpty, !streams.write(text) else { return }
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
    return options.json || alwaysJSON ? .json : standardFormat
  }

  private var renderer: Renderer {
    Renderer(
      format: state.withLock(\.format) ?? standardFormat, width: Terminal.size().columns,
      isColored: terminal.allowsColor(on: .output))
  }
}

extension ActionResult {
  /// Whether it is the beginning of a list without end that has brought nothing so far.
  fileprivate var isYetToCome: Bool {
    next != nil && items?.isEmpty ?? false && signature.items?.isEndless ?? false
  }
}
