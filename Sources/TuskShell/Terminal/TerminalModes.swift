import Glibc

/// The modes the terminal had when the session began, to be brought back from any thread before the process ends.
package struct TerminalModes: Sendable {
  private let original: termios?
  private let descriptor: Int32

  package init(descriptor: Int32 = Terminal.Stream.input.rawValue) {
    self.descriptor = descriptor
    var modes = termios()
    original = tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  /// Brings the modes back and ends the marking of pastes; does nothing where there is no terminal.
  package func restore() {
    guard var original else { return }
    tcsetattr(descriptor, TCSADRAIN, &original)
    guard isatty(Terminal.Stream.output.rawValue) == 1 else { return }
    let off = Array("\u{1B}[?2004l".utf8)
    _ = write(Terminal.Stream.output.rawValue, off, off.count)
  }

  /// Runs the body while typed characters arrive at once, unseen and with no effect of their own. What was typed before
  /// is dropped, so that no key pressed too early answers a question.
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
