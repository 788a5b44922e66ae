import Glibc
import TestSupport
import Testing

@testable import TuskShell

/// `ask` on a terminal of its own.
@Suite(.serialized)
struct AskTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  private func start(_ arguments: String...) throws -> PseudoTerminal {
    try start(arguments)
  }

  private func start(_ arguments: [String], server: LoopbackServer? = nil) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProgram.tusk, arguments, environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm"])
  }

  @Test(arguments: [
    ("Käthe", "[Käthe]"), ("", "[nobody]"), ("  two  words ", "[  two  words ]"), ("$1 \\n", "[$1 \\n]"),
  ])
  func theLineIsTheAnswer(typed: String, printed: String) throws {
    let terminal = try start("-c", "let a = ask \"Who?\" default=nobody", "-c", "print \"[$a]\"")
    try terminal.expect("Who? [nobody] ")
    terminal.type(typed + "\r")
    try terminal.expect(printed)
    #expect(try terminal.exitCode() == 0)
  }

  @Test func aQuestionIsTerminalSafe() throws {
    let terminal = try start("-c", "ask \"one\\n\\u{202E}two\"")
    try terminal.expect("one⏎<U+202E>two ")
    terminal.type("x\r")
    #expect(try terminal.exitCode() == 0)
  }

  @Test func theEndOfInputIsNoAnswer() throws {
    let terminal = try start("-c", "ask Who? default=x")
    try terminal.expect("Who? [x] ")
    terminal.type("\u{4}")
    try terminal.expect("the question was not answered")
    #expect(try terminal.exitCode() == 3)
  }

  /// At the prompt an interrupt keeps what was typed during a command, but this was typed for the question.
  @Test func halfAnAnswerIsNoCommand() throws {
    let terminal = try start()
    try terminal.expect("> ")
    // Shown differently than typed, so that the question is told from the command.
    terminal.type("ask \"one\\ntwo\"\r")
    try terminal.expect("one⏎two ")
    terminal.type("zz half")
    try terminal.expect("zz half")
    terminal.type("\u{3}")
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expect("> ")
    terminal.type("zz whole\r")
    try terminal.expect("   1 | zz whole\r\n")
  }

  @Test func aContinuedQuestionIsShownAgain() throws {
    let terminal = try start("-c", "print (ask Who?)")
    for _ in 0..<2 {
      try terminal.expect("Who? ")
      terminal.signal(SIGCONT)
    }
    try terminal.expect("Who? ")
    terminal.type("me\r")
    #expect(try terminal.exitCode() == 0)
  }

  /// Consent is asked for at the same terminal.
  @Test func parallelQuestionsAreAskedOneByOne() throws {
    let lines = [
      "for x in [1 2 3 4] parallel=4 on-error=skip", "if $x == 4", "dismiss all", "end", "let a = ask \"n$x?\"",
      "print \"<$x got $a>\"", "end",
    ]
    let server = try LoopbackServer()
    let terminal = try start(lines.flatMap { ["-c", $0] }, server: server)
    var open: Set = ["1", "2", "3", "4"]
    while !open.isEmpty {
      try terminal.expect("? ")
      let item = terminal.transcript.matches(of: #/n(\d)\? |Allow it\? /#).last?.output.1.map(String.init) ?? "4"
      #expect(open.remove(item) != nil, "\(terminal.transcript)")
      terminal.type(item == "4" ? "n\r" : String(repeating: item, count: 20) + "\r")
    }
    #expect(try terminal.exitCode() == 1)
    let given = terminal.transcript.matches(of: /<(\d) got (\d+)>/).map {
      String($0.output.1) == String($0.output.2.prefix(1))
    }
    #expect(given == [true, true, true] && server.writes.isEmpty, "\(terminal.transcript)")
  }

  @Test func interruptingEndsTheRun() throws {
    let terminal = try start("-c", "ask Who?", "-c", "print reached")
    try terminal.expect("Who? ")
    terminal.type("\u{3}")
    #expect(try terminal.exitCode() == 130)
    #expect(!terminal.transcript.contains("reached"))
  }
}
