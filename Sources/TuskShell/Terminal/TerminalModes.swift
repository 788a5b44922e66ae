import Glibc

/// The terminal's modes at the start of the session, which any thread can restore before the process ends.
package struct TerminalModes: Sendable {
  private let original: termios?
  private let descriptor: Int32

  package init(descriptor: Int32 = Terminal.Stream.input.rawValue) {
    self.descriptor = descriptor
    var modes = termios()
    original = tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  /// Restores the modes and turns bracketed paste off; does nothing without a terminal.
  package func restore() {
    guard var original else { return }
    tcsetattr(descriptor, TCSADRAIN, &original)
    guard isatty(Terminal.Stream.output.rawValue) == 1 else { return }
    let off = Array("\u{1B}[?2004l".utf8)
    _ = write(Terminal.Stream.output.rawValue, off, off.count)
  }

  /// Runs the body with the terminal delivering each key at once, without echo or special keys. Earlier input is
  /// discarded, so that a key pressed too early does not answer a question.
  func withSilentKeys<Result>(_ body: () -> Result) -> Result {
    var present = termios()
    guard tcgetattr(descriptor, &present) == 0 else { return body() }
    var silent = present
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(descriptor, TCSAFLUSH, &silent)
    defer { tcsetattr(descriptor, TCSADRAIN, &present) }
    return body()
  }
}
