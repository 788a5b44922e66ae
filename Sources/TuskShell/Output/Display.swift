import Synchronization
package import TuskActions
package import TuskRuntime
import XCallbackURL

/// Shows what a running program has to tell: results on standard output, each flushed when it is there.
package final class Display: Sendable {
  private let streams: StandardStreams
  private let terminal: Terminal
  private let standardFormat: Renderer.Format
  private let alwaysJSON: Bool
  private let state = Mutex(State())

  private struct State {
    var format: Renderer.Format?
    var isClosed = false
  }

  /// - Parameters:
  ///   - format: what answers look like where a command does not say; `nil` leaves it to the terminal.
  ///   - wantsJSON: whether everything is shown as JSON, errors too.
  package init(streams: StandardStreams, terminal: Terminal, format: Renderer.Format? = nil, wantsJSON: Bool) {
    self.streams = streams
    standardFormat = format ?? (terminal.isTerminal(.output) ? .human : .tabs)
    self.terminal = terminal
    alwaysJSON = wantsJSON
  }

  /// Whether nobody reads the results any more.
  package var isClosed: Bool { state.withLock(\.isClosed) }

  /// Whether the command that runs wants JSON, its errors included.
  package var wantsJSON: Bool { alwaysJSON || state.withLock { $0.format == .json } }

  /// Shows an event of a run.
  package func show(_ event: Interpreter.Event) {
    switch event {
    case .begins(let options, let commandWantsJSON):
      state.withLock { $0.format = format(options, wantsJSON: commandWantsJSON || alwaysJSON) }
    case .result(let result) where result.signature.effect == .present: break
    case .result(let result): write(renderer.text(of: result))
    case .planned(let url): write(url.description + "\n")
    case .printed(let line): write((terminal.isTerminal(.output) ? TerminalText.block(line) : line) + "\n")
    }
  }

  /// Shows records that an action presents.
  package func show(_ presentation: Presentation) {
    write(renderer.text(of: presentation))
  }

  private func write(_ text: String) {
    guard !text.isEmpty, !streams.write(text) else { return }
    state.withLock { $0.isClosed = true }
  }

  private func format(_ options: [String: String], wantsJSON: Bool) -> Renderer.Format {
    if options["ids"] == "true" { return .ids }
    return wantsJSON ? .json : standardFormat
  }

  private var renderer: Renderer {
    Renderer(
      format: state.withLock(\.format) ?? standardFormat, width: Terminal.size().columns,
      isColored: terminal.allowsColor(on: .output))
  }
}
