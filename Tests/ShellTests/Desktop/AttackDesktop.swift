import Glibc
import TestSupport
import Testing
import TuskShell
import XCallbackURL

/// A desktop that an attacker shares with a person: programs that note what they are given, and a mailbox folder.
final class AttackDesktop: Sendable {
  let home: TemporaryFolder
  let server: LoopbackServer
  let folder: MailboxFolder
  private let variables: [String]

  /// - Parameter programs: further programs in the path, by their names; `$LOG` is where they note things.
  init(_ programs: [String: String] = [:]) throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    let path = home.path
    for name in ["run", "bin"] { mkdir("\(path)/\(name)", 0o700) }
    try write("", toFile: "\(path)/log")
    variables = [
      "XDG_RUNTIME_DIR=\(path)/run", "PATH=\(path)/bin:\(TestPrograms.folder)", "LOG=\(path)/log", "DISPLAY=:attack",
      "TERM=xterm-256color",
    ]
    folder = MailboxFolder(ProcessEnvironment(variables: ["XDG_RUNTIME_DIR": "\(path)/run"]))
    let standard = ["gio": #"printf '%s\n' "gio $# $2" >> "$LOG""#]
    for (name, script) in standard.merging(programs, uniquingKeysWith: { $1 }) {
      try write("#!/bin/sh\n\(script)\n", toFile: "\(path)/bin/\(name)")
      chmod("\(path)/bin/\(name)", 0o700)
    }
  }

  /// What the programs have noted.
  var log: String { (try? text(ofFile: "\(home.path)/log")) ?? "" }

  private var environment: [String] {
    variables + TuskRun.environment(home: home, server: server).filter { !$0.hasPrefix("PATH=") }
  }

  /// Runs `tusk` as the desktop does, where there is no terminal.
  func run(_ arguments: [String]) async throws -> TuskRun {
    let own = environment
    return try await onOwnThread { [home] in
      let files = [(1, "/.output"), (2, "/.errors")] as [(Int32, String)]
      let child = try ChildProcess(BuiltProgram.tusk, arguments, environment: own, folder: home.path) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (descriptor, name) in files {
          posix_spawn_file_actions_addopen(&actions, descriptor, home.path + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
      }
      let exit = child.exitStatus
      return TuskRun(
        output: try text(ofFile: home.path + "/.output"), errors: try text(ofFile: home.path + "/.errors"), exit: exit)
    }
  }

  func handle(_ url: String) async throws -> TuskRun { try await run(["--handle-url", url]) }

  /// Starts `tusk` on a terminal.
  func terminal(_ arguments: [String] = []) throws -> PseudoTerminal {
    try PseudoTerminal(BuiltProgram.tusk, arguments, environment: environment)
  }

  /// Starts the prompt and waits until it can be asked.
  func prompt() throws -> PseudoTerminal {
    let terminal = try terminal()
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expect("> ")
    return terminal
  }

  /// The process that has the one mailbox.
  func process() throws -> pid_t {
    try #require(try names(inFolder: "\(home.path)/run/tusk").first.flatMap { pid_t($0) })
  }
}

/// Stops a process of this one, and waits until all its threads stand still: they do not yet when `kill` returns.
func suspend(_ child: pid_t) {
  kill(child, SIGSTOP)
  var facts = siginfo_t()
  while waitid(P_PID, id_t(child), &facts, WSTOPPED) != 0, errno == EINTR {}
}
