import Glibc
import TestSupport
import Testing
import TuskActions
import TuskCommon

@testable import TuskShell

/// A plan is for one account, and runs as no other.
@Suite(.serialized)
struct PlanAccountTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func run(_ plan: String, _ options: String...) async throws -> TuskRun {
    try await TuskRun.of(options, home: home, server: server, input: Array(plan.utf8))
  }

  @Test func aRehearsalNamesTheAccountOfAToken() async throws {
    let script = home.path + "/a.tsk"
    try TuskRun.write(Array("post one --again\n".utf8), to: script)
    for arguments in [[script], ["-c", "post one"]] {
      let run = try await TuskRun.of(["--rehearse"] + arguments, home: home, server: server)
      #expect(run.lines.first?.hasSuffix(" @bob@b.example") == true, "\(run)")
    }
    let plan = try await run("post one --again\n", "--rehearse")
    #expect(plan.lines.first == "#: plan 1 - @bob@b.example" && server.writes.isEmpty, "\(plan)")
    #expect(try await run(plan.output).exit == 0)
    #expect(server.writes == ["POST /api/v1/statuses"])
  }

  /// A server that puts lines into the domain of its accounts, or into the name of the account.
  @Test(arguments: [
    (#""acct":"bob""#, #"h.example\nrun touch pwned\n#"#, 0), (#""acct":"bob""#, #"h.example\u001b[2J\u0007"#, 0),
    (#""acct":"bob""#, #"h.example\u202e"#, 0), (#""acct":"bob@h.example\nrun touch pwned\n#""#, "h.example", 69),
    (#""username":"bob\r\nrun touch pwned""#, "h.example", 69),
    (#""username":"bob 1 @carol@c.example""#, "h.example", 69),
  ])
  func aServerPutsNoLineIntoAPlan(account: String, domain: String, exit: Int32) async throws {
    let hostile = try LoopbackServer(
      LoopbackServer.everything.merging([
        "GET /api/v1/accounts/verify_credentials": .body("{\"id\":\"2\",\(account)}"),
        "GET /api/v2/instance": .body("{\"domain\":\"\(domain)\",\"title\":\"A\",\"version\":\"4.5.0\"}"),
      ]) { $1 })
    let run = try await TuskRun.of(["--rehearse", "-c", "post one"], home: home, server: hostile)
    #expect(run.exit == exit && !run.output.contains("pwned") && !run.output.contains("\u{1B}"), "\(run)")
    guard exit == 0 else { return }
    #expect(run.lines.first == "#: plan 1 -c @bob@127.0.0.1:\(hostile.port)" && run.lines.count == 2, "\(run)")
    #expect(try await TuskRun.of([], home: home, server: hostile, input: Array(run.output.utf8)).exit == 0)
  }

  /// Another server that calls its account by the name of this one's: its permissions and journal are not for it.
  @Test func anotherServerInheritsNoName() async throws {
    let script = home.path + "/a.tsk"
    try TuskRun.write(Array("once \"k\"\npost one\nend\n".utf8), to: script)
    let permitted = try await TuskRun.of(["permit", script], home: home, server: server)
    #expect(permitted.exit == 0, "\(permitted)")
    let other = try LoopbackServer()
    for arguments in [[script], ["--yes", script], ["--rehearse", script], ["permit", script]] {
      let run = try await TuskRun.of(arguments, home: home, server: other)
      #expect(run.exit == 69 && other.writes.isEmpty, "\(run)")
      #expect(run.errors.contains("which was used at http://127.0.0.1:\(server.port)"), "\(run)")
    }
    #expect(try await TuskRun.of([script], home: home, server: server).exit == 0)
    #expect(server.writes.count == 1)
    let forgotten = try await TuskRun.of(["logout", "@bob@b.example"], home: home, server: other)
    #expect(forgotten.exit == 0, "\(forgotten)")
    #expect(try await TuskRun.of([script], home: home, server: other).exit == 0)
  }

  @Test func aRehearsalWithoutTheServerMakesNoPlan() async throws {
    let run = try await TuskRun.of(
      ["--rehearse", "-c", "print a"], home: home, environment: ["TUSK_SERVER=http://127.0.0.1:9"])
    #expect(run.exit == 75 && run.output.isEmpty, "\(run)")
  }

  private static let before = [
    "", "# reviewed by me\n", "\n", "\u{FEFF}", "#!/usr/bin/env tusk\n", "  # a\n\t\r\n", "#\u{FE0F}\u{20E3}\n",
    "# a\r\n\r\n", String(repeating: "# a comment\n", count: 10_000), "  ",
  ]

  @Test(arguments: before)
  func nothingBeforeThePlanHidesItsAccount(before: String) async throws {
    let address = "http://127.0.0.1:\(server.port)"
    for account in ["@carol@b.example", address, "sandbox"] {
      let plan = before + "#: plan 1 x \(account)\npost one --again\n"
      let run = try await run(plan)
      let reason = "the plan was made as \(account), but commands act as @bob@b.example; "
      #expect(run.exit == 64 && run.errors.contains(reason), "\(run)")
      try TuskRun.write(Array(plan.utf8), to: home.path + "/plan")
      let file = try await TuskRun.of(["--yes", home.path + "/plan"], home: home, server: server)
      #expect(file.exit == 64 && file.errors.contains(reason), "\(file)")
    }
    let mistaken = try await run(before + "#: plan 1 x @bob@b.example\npost one --again\nfoo bar\n")
    #expect(mistaken.exit == 64 && mistaken.errors.contains("unknown verb 'foo'"), "\(mistaken)")
    let joined = try await run(before + "#: plan 1 x @bob@b.example\n#: plan 1 x @carol@b.example\npost one --again\n")
    #expect(joined.exit == 64 && joined.errors.contains("several accounts"), "\(joined)")
    #expect(server.writes.isEmpty)
    #expect(try await run(before + "#: plan 1 x @bob@b.example\npost one --again\n").exit == 0)
    #expect(server.writes.count == 1)
  }

  /// The account of a plan, the signed-in ones, of which the last is the current one, whether the environment has a token,
  /// and what leads there.
  @Test(
    arguments: [
      (
        "sandbox", ["@a@x.example", "@b@y.example"], false,
        "to switch: tusk logout @a@x.example; tusk logout @b@y.example"
      ),
      ("sandbox", [], true, "to switch: unset TUSK_SERVER TUSK_TOKEN"),
      ("@a@x.example", ["@a@x.example", "@b@y.example"], false, "to switch: tusk use @a@x.example"),
      ("@a@x.example", ["@b@y.example", "@a@x.example"], true, "to switch: unset TUSK_SERVER TUSK_TOKEN"),
      (
        "@b@y.example", ["@b@y.example", "@a@x.example"], true,
        "to switch: unset TUSK_SERVER TUSK_TOKEN; tusk use @b@y.example"
      ),
      ("@c@z.example", ["@a@x.example"], false, "to switch: tusk login z.example"),
      ("@c@z.example", [], false, "to switch: tusk login z.example"),
      ("http://127.0.0.1:80", ["@a@x.example"], false, "make it again: tusk --rehearse SCRIPT > PLAN"),
    ] as [(String, [String], Bool, String)])
  func aRefusalSaysWhatToDo(account: String, signedIn: [String], hasToken: Bool, way: String) async throws {
    for name in signedIn { try await AccountStore.signIn(name, at: server, home: home.path) }
    let (folder, port) = (home.path, server.port)
    try TuskRun.write(Array("#: plan 1 x \(account)\npost one --again\n".utf8), to: folder + "/plan")
    let code = try await onOwnThread { () -> ExitCode in
      let errors = open(folder + "/errors", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(errors >= 0)
      defer { close(errors) }
      var variables = ["HOME": folder]
      if hasToken { (variables["TUSK_SERVER"], variables["TUSK_TOKEN"]) = ("http://127.0.0.1:\(port)", "x") }
      let shell = Shell(
        options: Shell.Options(), environment: ProcessEnvironment(variables: variables),
        streams: StandardStreams(output: errors, errors: errors))
      return shell.run(file: folder + "/plan", arguments: [])
    }
    let errors = try text(ofFile: folder + "/errors")
    #expect(code == .usage && errors.contains("; \(way)"), "\(errors)")
    #expect(server.writes.isEmpty)
  }
}
