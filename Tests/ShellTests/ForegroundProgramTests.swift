import Glibc
import TestSupport
import Testing

/// Programs that a person runs at the prompt have the terminal, and give it back.
@Suite(.serialized)
struct ForegroundProgramTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private let environment: [String]
  private let terminal: PseudoTerminal

  /// Reads a line as an editor would.
  private static let reader = "echo READY\nread line\necho \"got:$line\""

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    environment = TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="]
    terminal = try PseudoTerminal(BuiltProgram.tusk, environment: environment)
    try terminal.expectPrompt()
  }

  /// Types a line that runs a script of the shell, between `head` and `tail`.
  private func run(_ script: String, after head: String = "run", before tail: String = "") throws {
    try write("ulimit -c 0\n\(script)\n", toFile: home.path + "/script")
    terminal.type("\(head) sh \(home.path)/script\(tail)\r")
    try terminal.expect("\u{1B}[?2004l")
  }

  private func expectThatTheReaderReads() throws {
    try terminal.expect("READY")
    terminal.type("hello\r")
    try terminal.expect("got:hello")
    try terminal.expectPrompt()
  }

  @Test func aProgramReadsTheTerminal() throws {
    try run(Self.reader)
    try expectThatTheReaderReads()
  }

  @Test func programsOfAPipeReadTheTerminal() throws {
    try run("echo READY > /dev/tty\nread line < /dev/tty\ncat\necho \"got:$line\"", after: "notifications | cat |")
    try expectThatTheReaderReads()
  }

  @Test func theFirstOfAPipeReadsTheTerminal() throws {
    try run("echo READY > /dev/tty\nread line\necho \"got:$line\"", before: " | cat")
    try expectThatTheReaderReads()
  }

  @Test func controlCEndsOnlyTheProgram() throws {
    try run(Self.reader)
    try terminal.expect("READY")
    terminal.type("\u{3}")
    try terminal.expect("stopped\r\n")
    try terminal.expectPrompt()
    #expect(!terminal.transcript.contains("^^^") && !terminal.transcript.contains("got:"))
  }

  @Test func aProgramThatHandlesControlCGoesOn() throws {
    try run("trap 'echo CAUGHT' INT\necho READY\nuntil [ \"$line\" = hello ]\ndo read line\ndone\necho \"got:$line\"")
    try terminal.expect("READY")
    // Some shells only run the trap once the line is read.
    terminal.type("\u{3}\r")
    try terminal.expect("CAUGHT")
    terminal.type("hello\r")
    try terminal.expect("got:hello")
    try terminal.expectPrompt()
  }

  @Test func controlBackslashEndsOnlyTheProgram() throws {
    try run(Self.reader)
    try terminal.expect("READY")
    terminal.type("\u{1C}")
    try terminal.expect("was killed by signal 3")
    try terminal.expectPrompt()
    try run(Self.reader)
    try expectThatTheReaderReads()
  }

  @Test func controlZWithoutAShellStopsNothing() throws {
    try run(Self.reader)
    try terminal.expect("READY")
    terminal.type("\u{1A}")
    // The keys before are gone.
    try terminal.expect("\u{1B}[?2004l")
    terminal.type("hello\r")
    try terminal.expect("got:hello")
    try terminal.expectPrompt()
  }

  @Test func theShellAroundContinuesBoth() throws {
    let shell = try PseudoTerminal(
      "\(TestPrograms.folder)/sh", ["-i"], environment: environment + ["PS1=outer: "])
    try write(Self.reader + "\n", toFile: home.path + "/script")
    try shell.expect("outer: ")
    shell.type("\(BuiltProgram.tusk)\r")
    try shell.expect("\u{1B}[?2004h")
    try shell.expect("> ")
    shell.type("run sh \(home.path)/script\r")
    try shell.expect("READY")
    shell.type("\u{1A}")
    try shell.expect("outer: ")
    shell.type("fg\r")
    try shell.expect("fg\r\n")
    try shell.expect("tusk")
    shell.type("hello\r")
    try shell.expect("got:hello")
    try shell.expect("\u{1B}[?2004h")
    try shell.expect("> ")
    shell.type("exit\r")
    try shell.expect("outer: ")
  }

  @Test func theModesOfTheTerminalComeBack() throws {
    try run("stty -g > \(home.path)/before\nstty raw -echo\necho READY")
    try terminal.expect("READY")
    try terminal.expectPrompt()
    try run("stty -g > \(home.path)/after\necho READY")
    try terminal.expect("READY")
    try terminal.expectPrompt()
    #expect(try text(ofFile: home.path + "/before") == text(ofFile: home.path + "/after"))
  }

  @Test func aFailedStartGivesTheTerminalBack() throws {
    try write("\u{7F}no program", toFile: home.path + "/broken")
    chmod(home.path + "/broken", 0o755)
    terminal.type("run \(home.path)/broken\r")
    try terminal.expect("cannot run '")
    try terminal.expectPrompt()
    try run(Self.reader)
    try expectThatTheReaderReads()
  }

  @Test func anEndingRunEndsTheProgram() throws {
    try run("trap 'echo ENDED; exit 0' TERM\necho READY\nread x")
    try terminal.expect("READY")
    terminal.signal(SIGTERM)
    try terminal.expect("ENDED")
    #expect(try terminal.exitCode() == 128 + SIGTERM)
    #expect(terminal.isCooked)
  }

  @Test func capturedProgramsDoNotReadTheTerminal() throws {
    try run("cat\necho READY", after: "let x = run")
    try terminal.expectPrompt()
    terminal.type("print \"$x\"\r")
    try terminal.expect("READY\r\n")
    try terminal.expectPrompt()
  }
}
