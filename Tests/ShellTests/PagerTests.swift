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
    try terminal.expectPrompt()
    return terminal
  }

  @Test func aLongAnswerGoesThroughThePager() throws {
    let terminal = try Self.terminal("sed s/^/PAGED:/", try TemporaryFolder())
    try terminal.enter("help all", answered: "PAGED:  show account")
    try terminal.enter("print short", answered: "short\r\n")
    #expect(!terminal.transcript.contains("PAGED:short"))
  }

  @Test func leavingThePagerEndsOnlyTheCommand() throws {
    let terminal = try Self.terminal("head -n 1", try TemporaryFolder())
    let numbers = (1...60).map(String.init).joined(separator: " ")
    try terminal.enter(
      "if 1 == 1\rfor n in [\(numbers)]\rhelp all\rend\rprint to=stderr reached\rend", answered: "show account")
    #expect(!terminal.transcript.contains("\nreached"))
    try terminal.enter("print still here", answered: "still here\r\n")
  }

  @Test func controlCInThePagerEndsNeitherItNorThePrompt() throws {
    let pager =
      "sh -c 'trap : INT; cat > /dev/null; echo PAGING; read key < /dev/tty || read key < /dev/tty; echo LEFT'"
    let terminal = try Self.terminal(pager, try TemporaryFolder())
    terminal.type("help all\r")
    try terminal.expect("PAGING")
    terminal.type("\u{3}\u{3}")
    terminal.type("\r")
    try terminal.expect("LEFT")
    try terminal.expectPrompt()
    try terminal.enter("print still here", answered: "still here\r\n")
  }

  @Test func aQuestionComesAfterThePager() throws {
    let pager = "sh -c 'cat > /dev/null; echo LEFT'"
    let home = try TemporaryFolder()
    let terminal = try Self.terminal(pager, home)
    terminal.type("if 1 == 1\rhelp all\rlet name = ask \"Your name?\"\rend\r")
    try terminal.expect("LEFT")
    try terminal.expect("Your name?")
  }

  @Test func colorsAndLinksTakeNoRoom() {
    let text = "\u{1B}[1mab\u{1B}[0m\u{1B}]8;;https://a.example/\u{1B}\\cd\u{1B}]8;;\u{1B}\\\n"
    #expect(!Pager.isNeeded(for: text, Terminal.Size(columns: 4, rows: 2)))
    #expect(Pager.isNeeded(for: text + text, Terminal.Size(columns: 4, rows: 2)))
  }

  @Test(arguments: ["", " ", "no-such-program-anywhere"])
  func withoutAPagerTheTextIsPrinted(pager: String) throws {
    let terminal = try Self.terminal(pager, try TemporaryFolder())
    try terminal.enter("help all", answered: "the language")
    try terminal.enter("print still here", answered: "still here\r\n")
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
