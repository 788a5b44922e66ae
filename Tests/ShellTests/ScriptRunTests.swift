import Glibc
import TestSupport
import Testing
import TuskActions

/// Script files as the program runs them where nobody can be asked.
struct ScriptRunTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private var path: String { home.path + "/a.tsk" }

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func run(
    _ script: String, _ arguments: [String] = [], options: [String] = [], environment: [String] = []
  ) async throws -> TuskRun {
    try await run(Array(script.utf8), arguments, options: options, environment: environment)
  }

  private func run(
    _ script: [UInt8], _ arguments: [String] = [], options: [String] = [], environment: [String] = []
  ) async throws -> TuskRun {
    try TuskRun.write(script, to: path)
    return try await TuskRun.of(options + [path] + arguments, home: home, server: server, environment: environment)
  }

  @Test(arguments: [
    "print a\nprint b\n", "print a\r\nprint b\r\n", "\u{FEFF}print a\nprint b", "#!/usr/bin/env tusk\nprint a\nprint b",
    "#!/usr/bin/env tusk\r\n\r\nprint a # comment\r\n# another\r\nprint b\r\n", "\n\n  print a\n\n\tprint b\n\n",
    "print a \n\nprint \\\nb\n",
  ])
  func aScriptIsReadHoweverItWasSaved(text: String) async throws {
    let run = try await run(text)
    #expect(run.output == "a\nb\n" && run.errors == "" && run.exit == 0, "\(run)")
  }

  @Test(
    arguments: [
      ("print a\n\u{FFFD}\n", "a.tsk:2:1"), ("print a\nprint \u{FFFD}", "a.tsk:2:7"),
      ("print a\nprint x\u{0}y\n", "a.tsk:2:8"), ("print a\r\n\r\nprint \u{1B}[2J\r\n", "a.tsk:3:7"),
      ("print a\nprint \u{202E}x\n", "a.tsk:2:7"), ("print a\nprint \u{A0}\n", "a.tsk:2:7"),
      ("print a\nfor x in [a]\n", "a.tsk:2:1"), ("post 'a\nprint b\n", "a.tsk:1:6"),
      ("\u{FEFF}prnt a\n", "a.tsk:1:1"), ("fav status:9\nfav account:2\n", "a.tsk:2:5"),
    ] as [(String, String)])
  func aMistakeAnywhereLetsNothingRun(script: String, place: String) async throws {
    // What stands for bytes that are not UTF-8 becomes one.
    let bytes = script.unicodeScalars.flatMap { $0 == "\u{FFFD}" ? [0xFF] : Array(String($0).utf8) }
    let run = try await run(bytes, options: ["--yes"])
    #expect(run.exit == 64 && run.output == "", "\(run)")
    #expect(run.errors.contains(place) && run.errors.contains("[exit 64]"), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{202E}"))
    #expect(server.requests.isEmpty)
  }

  @Test func whatIsNotThereIsAnInputError() async throws {
    for name in [home.path + "/none.tsk", home.path, ""] where !name.isEmpty {
      let run = try await TuskRun.of([name], home: home, server: server)
      #expect(run.exit == 66 && run.errors.contains("cannot read '\(name)'"), "\(run)")
    }
  }

  @Test func argumentsAreTheScriptsOwn() async throws {
    let run = try await run("print $1 / $2 / $@\n", ["--json", "a b; $(x)", "-c"])
    #expect(run.output == "--json / a b; $(x) / --json a b; $(x) -c\n", "\(run)")
    #expect(try await self.run("print $2\n", ["a"]).exit == 65)
  }

  @Test func aScriptThatChangesNeedsConsentOnce() async throws {
    let script = "print before\nfav status:9\nprint after\n"
    let refused = try await run(script)
    #expect(refused.exit == 3 && refused.output == "before\n", "\(refused)")
    #expect(refused.errors.contains("tusk permit \(path)") && refused.errors.contains("--yes"))
    #expect(server.writes.isEmpty)
    let permit = try await TuskRun.of(["permit", path], home: home, server: server)
    #expect(permit.exit == 0 && permit.errors.contains("fav: Favorites a status."))
    #expect(try await run(script).exit == 0)
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
    #expect(try await run(script + "# changed\n").exit == 3)
    #expect(try await TuskRun.of(["permissions", "--revoke", path], home: home, server: server).exit == 0)
    #expect(try await run(script).exit == 3)
    #expect(try await run(script, options: ["--yes"]).exit == 0)
    #expect(server.writes.count == 2)
  }

  @Test func aMassEffectOfAPermittedScriptNeedsYes() async throws {
    try TuskRun.write(Array("dismiss all\n".utf8), to: path)
    #expect(try await TuskRun.of(["permit", path], home: home, server: server).exit == 0)
    let refused = try await run("dismiss all\n")
    #expect(refused.exit == 3 && refused.errors.contains("'dismiss all' needs confirmation"), "\(refused)")
    #expect(refused.errors.contains("help: dismiss all --yes"))
    #expect(server.writes.isEmpty)
  }

  @Test func noScriptPermitsItself() async throws {
    for line in ["fav status:9 --yes\n", "dismiss all --yes\n"] { #expect(try await run(line).exit == 3) }
    #expect(server.writes.isEmpty)
    #expect(try await TuskRun.of(["permit", path], home: home, server: server).exit == 0)
    #expect(try await run("dismiss all --yes\n").exit == 0)
    #expect(server.writes.count == 1)
  }

  @Test func aRehearsalChangesNothingAndNeedsNoConsent() async throws {
    let run = try await run("fav status:9\nget status status:9\ndismiss all\n", options: ["--rehearse"])
    #expect(run.exit == 0 && server.writes.isEmpty)
    let urls = run.lines.filter { $0.hasPrefix("tusker:") }
    #expect(
      urls == [
        "tusker://x-callback-url/favoriteStatus?statusID=9", "tusker://x-callback-url/dismissAllNotifications",
      ])
    let requests = ["GET /api/v1/accounts/verify_credentials", "GET /api/v1/statuses/9", "GET /api/v2/instance"]
    #expect(server.requests == requests, "the plan names the account")
  }

  @Test(arguments: [
    ("get status status:404", 69), ("get status status:503", 75), ("get status status:401", 69),
    ("get status status:9 timeout=x", 64), ("open tusker://x-callback-url/getStatus?statusID=404", 69),
    ("open tusker://x-callback-url/getStatus?statusID=a%2Fb", 64), ("get status status:1 timeout=1ms", 75),
    ("fav status:1 timeout=1ms --yes", 75), ("post file:none.txt --yes", 66),
    ("for x in a\nend", 64),
  ])
  func aScriptEndsWithTheCodeOfItsFirstFailure(line: String, exit: Int32) async throws {
    let run = try await run("print first\n\(line)\nprint last\n", options: ["--yes"])
    #expect(run.exit == exit, "\(run)")
    #expect(!run.output.contains("last"))
    #expect(run.errors.contains("[exit \(exit)]"))
    #expect(exit == 64 && !line.hasPrefix("open") || run.errors.contains("a.tsk:2:"))
  }

  @Test func aRunThatGoesOnEndsWithOne() async throws {
    let script = "get status status:404 --json\nprint on\nget status status:503\nprint end\n"
    let run = try await run(script, options: ["--keep-going"])
    #expect(run.exit == 1 && run.output == "on\nend\n", "\(run)")
    #expect(run.errors.contains("[exit 75]"))
    #expect(try await self.run("print on\n", options: ["--keep-going"]).exit == 0)
  }

  @Test func theTokenIsNowhereInWhatIsWritten() async throws {
    for options in [[], ["--json"], ["--rehearse"]] {
      let run = try await run("get status status:404\n", options: options)
      #expect(!(run.output + run.errors).contains("very-secret"))
    }
  }
}
