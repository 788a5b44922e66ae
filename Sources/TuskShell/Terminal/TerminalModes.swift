import Glibc

/// The terminal's modes at the start of the session, which are restored before the process ends.
package struct TerminalModes: Sendable {
  private let original: termios?
  private let descriptor: Int32
  /// What turns bracketed paste off.
  static var pasteOff: StaticString { "\u{1B}[?2004l" }

  package init(descriptor: Int32 = Terminal.Stream.input.rawValue) {
    self.descriptor = descriptor
    var modes = termios()
    original = tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  /// Starts the session: whatever ends the process restores the modes. Does nothing without a terminal.
  func begin() {
    guard let original else { return }
    TerminalRescue.begin(original, of: descriptor)
  }

  /// Makes an interrupt keep what is typed while a command runs, for the next line.
  func keepTypeahead() { Self.keepTypeahead(descriptor) }

  /// The same of a terminal; calls only async-signal-safe functions.
  static func keepTypeahead(_ descriptor: Int32) {
    var present = termios()
    guard tcgetattr(descriptor, &present) == 0 else { return }
    present.c_lflag |= tcflag_t(NOFLSH)
    tcsetattr(descriptor, TCSANOW, &present)
  }

  /// Whether an interrupt keeps what is typed; calls only async-signal-safe functions.
  static func keepsTypeahead(_ descriptor: Int32) -> Bool {
    var present = termios()
    return tcgetattr(descriptor, &present) == 0 && present.c_lflag & tcflag_t(NOFLSH) != 0
  }

  /// Restores the modes and turns bracketed paste off; does nothing without a terminal.
  func end() {
    guard original != nil else { return }
    TerminalRescue.end()
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
