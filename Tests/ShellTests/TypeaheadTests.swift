import Glibc
import TestSupport
import Testing

/// Keys typed while a command runs are for the next line of the prompt, and never for the login shell.
@Suite(.serialized)
struct TypeaheadTests {
  private let terminal: PseudoTerminal
  private let home: TemporaryFolder

  /// Types a line during a command.
  init() throws {
    home = try TemporaryFolder()
    // Otherwise a crash would wait for a key.
    let environment = TuskRun.environment(home: home) + ["TERM=xterm-256color", "SWIFT_BACKTRACE=enable=no"]
    terminal = try PseudoTerminal(BuiltProgram.tusk, environment: environment)
    try terminal.expect("> ")
    terminal.type("wait 600s progress=true\r")
    try terminal.expect("until")
    terminal.type("zz leaked\r")
    try terminal.expect("zz leaked")
  }

  /// In a session without a shell the signal does not stop the process.
  @Test func keysTypedAheadAreGoneAtAStop() throws {
    terminal.signal(SIGTSTP)
    try terminal.expect("\u{1B}[?2004l")
    let limit = ContinuousClock.now + .seconds(20)
    while !terminal.keepsInputAtInterrupt, .now < limit { sched_yield() }
    terminal.type("\u{3}")
    try terminal.expect("\u{1B}[?2004h")
    terminal.type("zz kept\r")
    try terminal.expect("   1 | zz kept\r\n")
    #expect(!terminal.transcript.contains("| zz leaked"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGUSR1])
  func keysTypedAheadAreGoneAtTheEnd(signal: Int32) throws {
    terminal.signal(signal)
    #expect(try terminal.exitCode() == 128 + signal)
    #expect(try terminal.unreadInput() == "")
  }
}
