import CTestSupport
import Glibc
import TestSupport
import Testing

/// A program on a terminal of its own, typed at and read by a test.
///
/// Everything that waits, waits for a text the program writes; the deadline only ends a test that has failed.
final class PseudoTerminal {
  /// What was expected and what came instead.
  struct Silence: Error, CustomStringConvertible {
    let expected: String
    let transcript: String
    var description: String {
      "the terminal never showed \(expected.debugDescription), but:\n\(transcript.debugDescription)"
    }
  }

  private let master: Int32
  private let path: [CChar]
  private let child: ChildProcess
  private let deadline: ContinuousClock.Instant
  private var received: [UInt8] = []
  /// Up to where the transcript has been matched.
  private var matched = 0

  /// Starts the program as the leader of a session whose terminal has that size.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String], columns: UInt16 = 80, rows: UInt16 = 24
  ) throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&master, &slave, &name, nil, &size) == 0)
    defer { close(slave) }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    self.master = master
    path = name
    // The leader of a new session takes the first terminal it opens as its own.
    child = try ChildProcess(program, arguments, environment: environment, asSessionLeader: true) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    deadline = .now + .seconds(60)
  }

  deinit {
    child.crash()
    close(master)
  }

  /// Presses keys.
  func type(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Pastes as a terminal does that was asked to mark pastes.
  func paste(_ text: String) {
    type(
      "\u{1B}[200~" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r")
        + "\u{1B}[201~")
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) { child.signal(number) }

  /// Whether an interrupt keeps what was typed.
  var keepsInputAtInterrupt: Bool {
    var modes = termios()
    return tcgetattr(master, &modes) == 0 && modes.c_lflag & tcflag_t(NOFLSH) != 0
  }

  /// What was typed and the program left, which the next one on the terminal reads.
  func unreadInput() throws -> String {
    let slave = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    try #require(slave >= 0)
    defer { close(slave) }
    var block = [UInt8](repeating: 0, count: 4096)
    let count = read(slave, &block, block.count)
    return String(decoding: block.prefix(max(count, 0)), as: UTF8.self)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Everything the program has written so far, escape sequences included.
  var transcript: String { String(decoding: received, as: UTF8.self) }

  /// Waits until the text stands behind what was matched before.
  func expect(_ text: String) throws {
    let wanted = Array(text.utf8)
    while true {
      if let end = Self.end(of: wanted, in: received[matched...]) {
        matched = end
        return
      }
      guard try receive(awaiting: text) else { throw Silence(expected: text, transcript: transcript) }
    }
  }

  /// Waits until the program has ended and says with which code.
  func exitCode() throws -> Int32 {
    while try receive(awaiting: "the end") {}
    return child.exitStatus
  }

  /// Whether the terminal echoes and gathers lines, as programs find it.
  var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(master, &modes) == 0 else { return false }
    return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
  }

  /// Reads what has come; false where the program has closed the terminal.
  private func receive(awaiting text: String) throws -> Bool {
    let left = deadline - ContinuousClock.now
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(
      clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000)
    guard milliseconds > 0, poll(&waiting, 1, milliseconds) != 0 else {
      throw Silence(expected: text, transcript: transcript)
    }
    var block = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &block, block.count)
    guard count > 0 else { return false }
    received += block[..<count]
    return true
  }

  private static func end(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - wanted.count)
    where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return start + wanted.count
    }
    return nil
  }
}

extension PseudoTerminal {
  /// Waits for the prompt of the next line.
  func expectPrompt() throws {
    try expect("\u{1B}[?2004h")
    try expect("> ")
  }

  /// Enters a line, and waits for these texts in its answer and for the next prompt.
  func enter(_ line: String, answered texts: String...) throws {
    type(line + "\r")
    // What the line wrote follows this, and not its echo.
    try expect("\u{1B}[?2004l")
    for text in texts { try expect(text) }
    try expectPrompt()
  }
}
