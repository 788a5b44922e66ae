import TestSupport
import Testing

/// Rows of a list that cannot be read, in each format: they are told and counted beside the others.
struct UnreadableRowTests {
  @Test(
    arguments: [[], ["--json"], ["--ids"], ["--format", "human"], ["--format", "tabs"]],
    ["followers", "followers --all", "for f in (followers --all)\nprint $f.acct\nend"])
  func theyAreToldInEveryFormat(options: [String], line: String) async throws {
    let rows = #"[{"id":"3","username":"eve","acct":"eve"},{"username":"mallory"},{"id":"4","username":"trent"}]"#
    let server = try LoopbackServer(
      LoopbackServer.everything.merging(["GET /api/v1/accounts/2/followers": .body(rows)]) { $1 })
    let run = try await TuskRun.of(options + ["-c", line], home: try TemporaryFolder(), server: server)
    #expect(run.errors.contains("1 of 3 accounts could not be read"), "\(run)")
    #expect(run.output.contains("eve") || run.output.contains("account:3"), "\(run)")
    #expect(run.exit == (line.contains("--all") ? 1 : 0), "\(run)")
  }

  /// Identifiers that no command takes.
  @Test(
    arguments: ["a b", "../../x", "1/../2", "1#", "1?x=2", "é", "a\\n", "\\u0000", "\\u202e1", "..", " 1", "a%20b"],
    [["--ids"], ["--format=tabs"], ["--json"]])
  func anIdentifierThatNoCommandTakesIsTold(id: String, options: [String]) async throws {
    let rows = #"[{"id":"3","username":"eve","acct":"eve"},{"id":"\#(id)","username":"mallory"}]"#
    let server = try LoopbackServer(
      LoopbackServer.everything.merging(["GET /api/v1/accounts/2/followers": .body(rows)]) { $1 })
    let run = try await TuskRun.of(options + ["-c", "followers --all"], home: try TemporaryFolder(), server: server)
    #expect(run.exit == 1 && run.errors.contains("1 of 2 accounts could not be read"), "\(run)")
    #expect(!run.output.contains("mallory") && (!options.contains("--ids") || run.output == "account:3\n"), "\(run)")
  }
}
