import Glibc
import TestSupport
import Testing
import TuskActions
import TuskLanguage

@testable import TuskShell

/// What a permission covers: a script and all that it sources, with their bytes.
struct SourcedPermissionTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func write(_ text: String, _ name: String) throws {
    let path = home.path + "/" + name
    mkdir(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), 0o700)
    try TuskRun.write(Array(text.utf8), to: path)
  }

  private func run(_ arguments: String..., from folder: String = "") async throws -> TuskRun {
    try await TuskRun.of(arguments, home: home, server: server, folder: home.path + "/" + folder)
  }

  @Test func aPermitCoversEveryScriptOfTheClosure() async throws {
    try write("source lib/a.tsk\ngo\n", "main.tsk")
    try write("source b.tsk\n", "lib/a.tsk")
    try write("def go\nfav status:9\nend\n", "lib/b.tsk")
    let permit = try await run("permit", "main.tsk")
    #expect(permit.exit == 0 && permit.errors.contains("fav: Favorites a status."), "\(permit)")
    #expect(try await run("main.tsk").exit == 0)
    #expect(try await run("../main.tsk", from: "lib").exit == 0)
    #expect(server.writes.count == 2)
    for name in ["lib/a.tsk", "lib/b.tsk", "main.tsk"] {
      let before = try TextFile.contents(home.path + "/" + name)
      try write(before + "\n# changed\n", name)
      #expect(try await run("main.tsk").exit == 3, "\(name)")
      try write(before + "\n", name)
      #expect(try await run("main.tsk").exit == 0, "\(name)")
    }
  }

  @Test func aScriptInTheCurrentFolderIsNotTheSourcedOne() async throws {
    try write("source lib.tsk\n", "scripts/main.tsk")
    try write("print inside\n", "scripts/lib.tsk")
    try write("print outside\nfav status:9 --yes\n", "lib.tsk")
    #expect(try await run("scripts/main.tsk").output == "inside\n")
    try write("source other.tsk\n", "scripts/main.tsk")
    try write("print outside\n", "other.tsk")
    let failed = try await run("scripts/main.tsk")
    #expect(failed.exit == 66 && failed.output == "", "\(failed)")
    #expect(
      failed.errors.contains("cannot read 'scripts/other.tsk'") && failed.errors.contains("which has 'other.tsk'"))
  }

  @Test func aLinkSourcesWhereItLeadsTo() async throws {
    try write("source lib.tsk\n", "project/main.tsk")
    try write("print found\n", "project/lib.tsk")
    #expect(symlink("project/main.tsk", home.path + "/main.tsk") == 0)
    #expect(try await run("main.tsk").output == "found\n")
  }

  @Test(arguments: ["source $1\n", "source \"$1\"\n", "source gone.tsk\n", "for x in [lib.tsk]\nsource $x\nend\n"])
  func whatIsKnownOnlyAtTheRunCannotBePermitted(script: String) async throws {
    try write(script, "main.tsk")
    try write("fav status:9\n", "lib.tsk")
    let permit = try await run("permit", "main.tsk")
    #expect(permit.exit != 0 && permit.errors.contains("cannot be permitted in advance"), "\(permit)")
    try await Permissions(path: home.path + "/.config/tusk/permissions.json", now: { 0 }).grant(
      script: Origin.Script(
        path: home.path + "/main.tsk", digest: try ScriptFile(path: home.path + "/main.tsk").digest, effects: []),
      account: "@bob@b.example")
    #expect(try await run("main.tsk", "lib.tsk").exit != 0)
    #expect(server.writes.isEmpty)
  }

  /// A script must not be able to replace what was permitted while it runs.
  @Test func whatChangesDuringTheRunIsNotPermitted() async throws {
    try write("print 'fav status:9' > lib.tsk\nsource lib.tsk\n", "main.tsk")
    try write("print harmless\nfav status:8\n", "lib.tsk")
    #expect(try await run("permit", "main.tsk").exit == 0)
    let refused = try await run("main.tsk")
    #expect(refused.exit == 3 && server.writes.isEmpty, "\(refused)")
    #expect(try await run("--yes", "main.tsk").exit == 0)
  }
}
