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
}
