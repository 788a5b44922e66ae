import Glibc
import JSONValue
import TestSupport
import Testing

/// Commands on standard input and with `-c`: a person's own, run as they come.
struct StandardInputTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func run(_ input: String, _ options: String...) async throws -> TuskRun {
    try await TuskRun.of(options, home: home, server: server, input: Array(input.utf8))
  }

  /// What a program prints is ordinary text to a script, also if it is the token.
  @Test(arguments: [
    "print $c", "print \"<$c>\" to=stderr", "expect $c == x $c", "try\nexpect $c == x \"a $c\"\ncatch e\nprint $e\nend",
    "print [$c $c]", "for x in [$c]\nprint $x\nend",
  ])
  func aTokenThatAProgramRepeatsIsMasked(line: String) async throws {
    for options in [[], ["--json"], ["--format", "human"], ["--rehearse"]] {
      let script = "let c = run echo $env.TUSK_TOKEN\n\(line)\n"
      let run = try await TuskRun.of(options, home: home, server: server, input: Array(script.utf8))
      #expect(!run.output.contains("very-secret") && !run.errors.contains("very-secret"), "\(options) \(run)")
      #expect(line != "print $c" || options == ["--rehearse"] || run.output.contains("REDACTED"), "\(options) \(run)")
    }
  }

  @Test func whatAPersonPipesInIsTheirOwnAct() async throws {
    let run = try await run("fav status:9\npost Hi\n")
    #expect(run.exit == 0 && server.writes.count == 2, "\(run)")
    let mass = try await self.run("dismiss all\nfav status:9\n")
    #expect(mass.exit == 3 && mass.errors.contains("help: dismiss all --yes"), "\(mass)")
    #expect(server.writes.count == 2)
    #expect(try await self.run("dismiss all --yes\n").exit == 0)
    #expect(try await self.run("open tusker://x-callback-url/dismissAllNotifications --yes\n").exit == 0)
    #expect(server.writes.count == 4)
  }

  @Test(arguments: [
    ("print a\nprint b\n'\nprint c\n", 3), ("print a\nprint b\n\n\nzz\n", 5), ("print a\nprint b\nme x y", 3),
    ("print a\nprint b\nfor x in [a]\n  `\nend", 4), ("# c\nprint a\nprint {a}\n", 3),
    ("print a\nprint b\nprint '''\n  x\n  '''\nprint \u{202E}\n", 6), ("\u{FEFF}print a\r\nprint b\r\n'\r\n", 3),
  ])
  func whatStandsBeforeAMistakeHasRun(input: String, line: Int) async throws {
    let run = try await run(input)
    #expect(run.exit == 64, "\(run)")
    #expect(run.output.hasPrefix("a\n") && !run.output.contains("c"))
    #expect(run.errors.contains("\n   \(line) | "), "\(run.errors)")
  }

  @Test func theLineOfAFailureIsTheStreamsOwn() async throws {
    let run = try await run("print a\n\nget status status:9\nget status status:404\nprint b\n", "--json")
    #expect(run.exit == 69)
    let error = try JSON(parsing: run.errors)["error"]
    #expect(error?["line"] == 4 && error?["exit"] == 69, "\(run.errors)")
    #expect(run.lines.count == 2 && run.lines[1].hasPrefix(#"{"id":"#))
  }

  @Test func anUnfinishedBlockIsAMistakeAtItsStart() async throws {
    let run = try await run("print a\nfor x in [a b]\n  print $x\n")
    #expect(run.exit == 64 && run.output == "a\n")
    #expect(run.errors.contains("   2 | for x in [a b]"), "\(run.errors)")
  }

  @Test func nothingIsAskedForAndNothingIsPromptedFor() async throws {
    for input in ["", "\n", "# nothing\n"] {
      let run = try await run(input)
      #expect(run.output == "" && run.errors == "" && run.exit == 0)
    }
  }

  @Test func linesGivenTogetherAreCheckedTogether() async throws {
    let both = try await run("", "-c", "fav status:9", "-c", "print done")
    #expect(both.exit == 0 && both.output.hasSuffix("done\n"), "\(both)")
    let wrong = try await run("", "-c", "fav status:9", "-c", "zz")
    #expect(wrong.exit == 64 && wrong.errors.contains("   2 | zz"), "\(wrong)")
    #expect(server.writes.count == 1)
  }

  @Test func errorsAreJSONWhereAnswersAre() async throws {
    for (line, kind) in [
      ("zz", "unknown-verb"), ("get status status:404 --json", "failed"), ("dismiss all", "needs-confirmation"),
    ] {
      let run = try await run(line, line.hasSuffix("--json") ? "--color=never" : "--json")
      let errors = run.errors.split(separator: "\n")
      #expect(errors.count == 1)
      #expect(try JSON(parsing: String(errors[0]))["error"]?["kind"]?.string == kind, "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("--format=ids", "status:9\n"), ("--format=tabs", "url\thttps://b.example/@bob/9\n"),
    ("--format=json", #"{"id":"9","account":{"#), ("--format=human", "Bob  @bob@b.example · "),
  ])
  func aFormatHoldsForTheWholeRun(option: String, start: String) async throws {
    let run = try await run("get status status:9\nget status status:9\n", option)
    #expect(run.output.hasPrefix(start), "\(run)")
    #expect(run.output.split(separator: start.prefix(12)).count >= 2 || run.lines.count == 2)
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func aReaderThatHasEnoughEndsTheRunQuietly() async throws {
    let environment = TuskRun.environment(home: home, server: server)
    try TuskRun.write(Array(String(repeating: "print a\n", count: 20_000).utf8), to: home.path + "/many")
    let input = home.path + "/many"
    let errors = home.path + "/errors"
    let exit = try await onOwnThread { () -> Int32 in
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let child = try ChildProcess(BuiltProgram.tusk, environment: environment) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
      }
      close(ends[1])
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
      close(ends[0])
      return child.exitStatus
    }
    #expect(exit == 0)
    #expect(try text(ofFile: errors) == "")
  }

  @Test func eachAnswerIsThereBeforeTheNextCommand() async throws {
    let environment = TuskRun.environment(home: home, server: server)
    let answers = try await onOwnThread { () -> [String] in
      var input: [Int32] = [0, 0]
      var output: [Int32] = [0, 0]
      try #require(pipe(&input) == 0 && pipe(&output) == 0)
      let child = try ChildProcess(BuiltProgram.tusk, environment: environment) { actions in
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      }
      for end in [input[0], output[1]] { close(end) }
      defer { close(output[0]) }
      var answers: [String] = []
      for command in ["print one", "get status status:9 --ids", "print two"] {
        _ = write(input[1], command + "\n", command.utf8.count + 1)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        answers.append(String(decoding: line, as: UTF8.self))
      }
      close(input[1])
      answers.append("exit \(child.exitStatus)")
      return answers
    }
    #expect(answers == ["one", "status:9", "two", "exit 0"])
  }
}
