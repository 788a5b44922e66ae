import TestSupport
import Testing
import TuskCommon

@testable import TuskShell

/// Answers of more than a screen.
struct PagerTests {
  /// A prompt with this pager.
  private static func terminal(_ pager: String, _ home: TemporaryFolder) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home) + ["TERM=xterm-256color", "PAGER=\(pager)"])
    try expectPrompt(terminal)
    return terminal
  }

  private static func expectPrompt(_ terminal: PseudoTerminal) throws {
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expect("> ")
  }

  private static func enter(_ line: String, at terminal: PseudoTerminal, answered text: String) throws {
    terminal.type(line + "\r")
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expect(text)
    try expectPrompt(terminal)
  }

  @Test func aLongAnswerGoesThroughThePager() throws {
    let terminal = try Self.terminal("sed s/^/PAGED:/", try TemporaryFolder())
    try Self.enter("help all", at: terminal, answered: "PAGED:  show account")
    try Self.enter("print short", at: terminal, answered: "short\r\n")
    #expect(!terminal.transcript.contains("PAGED:short"))
  }

  @Test func leavingThePagerEndsOnlyTheCommand() throws {
    let terminal = try Self.terminal("head -n 1", try TemporaryFolder())
    let numbers = (1...60).map(String.init).joined(separator: " ")
    try Self.enter("for n in [\(numbers)]\rhelp all\rend", at: terminal, answered: "show account")
    try Self.enter("print still here", at: terminal, answered: "still here\r\n")
  }

  @Test(arguments: ["", " ", "no-such-program-anywhere"])
  func withoutAPagerTheTextIsPrinted(pager: String) throws {
    let terminal = try Self.terminal(pager, try TemporaryFolder())
    try Self.enter("help all", at: terminal, answered: "the language")
    try Self.enter("print still here", at: terminal, answered: "still here\r\n")
  }

  @Test(arguments: [
    (text: "a\nb\n", isNeeded: false), (text: "a\nb\nc\n", isNeeded: true),
    (text: String(repeating: "x", count: 30), isNeeded: false),
    (text: String(repeating: "x", count: 31), isNeeded: true),
    (text: "", isNeeded: false),
  ])
  func linesThatTheTerminalBreaksCount(text: String, isNeeded: Bool) {
    #expect(Pager.isNeeded(for: text, Terminal.Size(columns: 10, rows: 3)) == isNeeded)
  }
}
