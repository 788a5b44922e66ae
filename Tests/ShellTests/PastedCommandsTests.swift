import TestSupport
import Testing
import TuskLanguage

@testable import TuskShell

/// Several commands that are pasted at once, which are asked about before the first of them runs.
@Suite(.serialized)
struct PastedCommandsTests {
  @Test(arguments: [
    ("print one\nprint two", "2 commands. Run them? [y/N] "),
    ("home\nfav status:9\nunfav status:9", "3 commands. Run them? [y/N] "),
    (
      "home\ndelete status:1\ndelete status:2",
      "3 commands, of which 2 delete: delete status:1, delete status:2. Run them? [y/N] "
    ),
    (
      "delete status:1\ndismiss all\ndelete status:2",
      "3 commands, of which 2 delete, 1 dismiss all: delete status:1, delete status:2, dismiss all. Run them? [y/N] "
    ),
    (
      "for x in [status:1 status:2]\n  delete $x\nend\nhome",
      "2 commands, of which 1 delete: for x in [status:1 status:2] …. Run them? [y/N] "
    ),
    (
      "def gone x\n  delete $x\nend\ngone status:1",
      "2 commands, of which 1 delete: gone status:1. Run them? [y/N] "
    ),
  ])
  func theQuestionNamesWhatIsDestructive(pasted: String, question: String) throws {
    let input = ParsedSource(Source(pasted), mode: .repl)
    #expect(PastedCommands(try input.statements.get(), of: input).question == question)
  }

  @Test func aLongPasteIsCut() throws {
    let pasted = (1...10).map { "delete status:\($0)" }.joined(separator: "\n")
    let input = ParsedSource(Source(pasted), mode: .repl)
    let question = PastedCommands(try input.statements.get(), of: input).question
    #expect(question.hasSuffix("delete status:8 and 2 more. Run them? [y/N] "))
  }

  @Test func earlierDefinitionsCount() throws {
    let earlier = try ParsedSource(Source("def gone x\n  delete $x\nend"), mode: .repl).statements.get()
    let definitions = earlier.compactMap { statement -> Definition? in
      guard case .definition(let definition) = statement.form else { return nil }
      return definition
    }
    let input = ParsedSource(Source("gone status:1\nhome"), mode: .repl, defined: ["gone"])
    let pasted = PastedCommands(try input.statements.get(), of: input, known: definitions)
    #expect(pasted.question == "2 commands, of which 1 delete: gone status:1. Run them? [y/N] ")
  }

  /// A prompt on a server that counts what it is asked.
  private struct Screen {
    let home: TemporaryFolder
    let server: LoopbackServer
    let terminal: PseudoTerminal

    init(_ arguments: [String] = []) throws {
      home = try TemporaryFolder()
      server = try LoopbackServer()
      terminal = try PseudoTerminal(
        BuiltProgram.tusk, arguments,
        environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="])
      try terminal.expectPrompt()
    }

    /// Pastes a text and presses Enter.
    func enter(_ text: String) throws {
      terminal.paste(text)
      terminal.type("\r")
      try terminal.expect("\u{1B}[?2004l")
    }
  }

  @Test func nothingRunsBeforeYes() throws {
    let screen = try Screen()
    try screen.enter("fav status:9\nprint done")
    try screen.terminal.expect("2 commands. Run them? [y/N] ")
    screen.terminal.type("n\r")
    try screen.terminal.expect("nothing was run\r\n")
    try screen.terminal.expectPrompt()
    #expect(screen.server.writes.isEmpty)
    screen.terminal.type("\u{1B}[A\r")
    try screen.terminal.expect("\u{1B}[?2004l")
    try screen.terminal.expect("done\r\n")
    #expect(screen.server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func aBlockThatDeletesIsAskedAbout() throws {
    let screen = try Screen()
    try screen.enter("for x in [status:9]\n  delete $x --yes\nend")
    try screen.terminal.expect("1 command, of which 1 delete: for x in [status:9] …. Run them? [y/N] ")
    screen.terminal.type("n\r")
    try screen.terminal.expect("nothing was run\r\n")
    #expect(screen.server.writes.isEmpty)
  }

  @Test func yesRunsThemInOrder() throws {
    let screen = try Screen()
    try screen.enter("print one\nprint two")
    try screen.terminal.expect("Run them? [y/N] ")
    screen.terminal.type("maybe\r")
    try screen.terminal.expect("Type y (yes) or n (no).")
    try screen.terminal.expect("Run them? [y/N] ")
    screen.terminal.type("y\r")
    try screen.terminal.expect("one\r\ntwo\r\n")
  }

  @Test(arguments: [
    ([], "for x in [a b]\n  print \"is $x\"\nend"), (["--yes"], "print \"is a\"\nprint \"is b\""),
    ([], "print \"is a, is b\""),
  ])
  func oneStatementOrYesAsksNothing(arguments: [String], pasted: String) throws {
    let screen = try Screen(arguments)
    try screen.enter(pasted)
    try screen.terminal.expect("is b\r\n")
    try screen.terminal.expectPrompt()
    #expect(!screen.terminal.transcript.contains("Run them?"))
  }
}
