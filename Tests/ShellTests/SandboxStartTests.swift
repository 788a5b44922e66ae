import Glibc
import TestSupport
import Testing

/// The start of a sandbox that takes long.
@Suite(.serialized)
struct SandboxStartTests {
  /// Whether it has closed its output, or only says nothing.
  @Test(arguments: ["", " > /dev/null"])
  func interruptingEndsTheWait(output: String) throws {
    let home = try TemporaryFolder()
    let (started, hold) = (home.path + "/started", home.path + "/hold")
    for path in [started, hold] { try #require(mkfifo(path, 0o600) == 0) }
    let program = home.path + "/slow-sandbox"
    try writeProgram("#!/bin/sh\necho > '\(started)'\nexec cat '\(hold)'\(output)\n", toFile: program)
    // Open for writing too, so that opening does not wait.
    let (signs, holder) = (open(started, O_RDWR | O_CLOEXEC), open(hold, O_RDWR | O_CLOEXEC))
    defer { for descriptor in [signs, holder] { close(descriptor) } }
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk, ["-c", "me"],
      environment: [
        "HOME=\(home.path)", "PATH=\(TestPrograms.folder)", "TERM=xterm", "TUSK_SANDBOX_PROGRAM=\(program)",
      ])
    var waiting = pollfd(fd: signs, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 30_000) == 1)
    terminal.type("\u{3}")
    #expect(try terminal.exitCode() == 130)
    #expect(terminal.transcript.contains("the sandbox has not started yet"))
  }
}
