import Synchronization
import TuskActions
import TuskCommon

/// What goes on while a person waits: progress and waits for servers.
extension Display {
  /// Shows progress on a transient line, at terminals only.
  ///
  /// - Parameter ending: what follows the text, also if the terminal is too narrow for all of it.
  func showProgress(_ text: String?, ending: String = "") {
    guard hasTransientLine else { return }
    let width = max(Terminal.size(of: Terminal.Stream.errors.rawValue).columns - 1, 10)
    let line = text.map { Self.line(TerminalText.field($0), ending: ending, width: width) }
    streams.report(transient: line.map { "\u{1B}[2m\($0)\u{1B}[0m" })
  }

  /// A text and its ending, of which the text is cut if there is no room for both.
  static func line(_ text: String, ending: String, width: Int) -> String {
    let room = max(width - ending.count, 0)
    let shown = text.count <= room ? text : text.prefix(max(room - 1, 0)) + "…"
    return String((shown + ending).prefix(width))
  }

  private var hasTransientLine: Bool {
    terminal.isTerminal(.errors) && terminal.allowsColor(on: .errors) && state.withLock { $0.pager == nil }
  }

  /// Shows that a server must be waited for: on a transient line at a terminal, elsewhere only for long waits.
  func show(_ delay: Delay) {
    let line = "waiting until \(LocalTime.ahead(delay.until)): \(delay.reason)"
    guard !hasTransientLine else { return showProgress(line, ending: "; Ctrl-C cancels") }
    guard !alwaysJSON, delay.isLong, isNew(delay) else { return }
    streams.report(TerminalText.field(line) + "\n")
  }

  /// Whether a wait differs from one that was told: requests that run at the same time wait for the same limit.
  private func isNew(_ delay: Delay) -> Bool {
    state.withLock { state in
      // Each wait is up to a second longer than the limit, by chance.
      if let told = state.delays[delay.reason], abs(delay.until - told) <= 2 { return false }
      state.delays[delay.reason] = delay.until
      return true
    }
  }

  /// Removes the message about waiting for a server.
  package func endDelay() { showProgress(nil) }
}
