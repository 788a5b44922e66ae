import Glibc
import TestSupport
import Testing

/// A journal that another program has locked: the wait is told, and a signal ends it.
@Suite(.serialized)
struct HeldJournalTests {
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
  func aSignalEndsTheWait(signal: Int32, exit: Int32) throws {
    let home = try TemporaryFolder()
    let server = try LoopbackServer()
    let state = home.path + "/.local/state/tusk"
    var folder = home.path
    for part in [".local", "state", "tusk"] {
      folder += "/" + part
      try #require(mkdir(folder, 0o700) == 0)
    }
    let holder = open(state + "/journal.db.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(holder) }
    try #require(flock(holder, LOCK_EX) == 0)
    let script = home.path + "/s.tsk"
    try TuskRun.write(Array("once a\n  post hello\nend\n".utf8), to: script)
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk, ["--yes", script],
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm"])
    try terminal.expect("waiting: another program has locked")
    terminal.signal(signal)
    #expect(try terminal.exitCode() == exit)
    #expect(server.writes.isEmpty)
  }
}
