import GRDB
import TestSupport
import Testing

@testable import TuskSandbox

/// A world that a sandbox of another version made.
@Suite struct SchemaTests {
  @Test(arguments: [0, 3, 99]) func aWorldOfAnotherVersionIsMadeAnewAndMovedAside(version: Int) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/sandbox.db"
    for name in ["sandbox.db.old-\(version)", "sandbox.db.old-\(version)-2", "sandbox.db.old-\(version)-3"] {
      try Self.makeWorld(of: version, at: path, saying: name)
      let sandbox = try Sandbox(database: path)
      #expect(sandbox.formerWorld == folder.path + "/" + name)
      #expect(!sandbox.token.isEmpty)
      let alice = try sandbox.database.read { try Account.find(acct: "alice", in: $0) }
      #expect(alice != nil)
      try sandbox.close()
      #expect(try Self.word(in: folder.path + "/" + name) == name)
    }
    let again = try Sandbox(database: path)
    #expect(again.formerWorld == nil)
    try again.close()
  }

  @Test func whereTheFormerWorldIsMovedIsNamed() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let state = folder.path
    try Self.makeWorld(of: 3, at: state + "/sandbox.db", saying: "kept")
    let (said, token) = try await onOwnThread {
      let server = try PipedProgram(BuiltProgram.sandbox, ["serve", "--state", state], joiningErrors: true)
      let said = server.firstLine()
      let note = server.note()
      _ = try PipedProgram("stop", in: state).exitStatus
      return (said, note?.token)
    }
    let words = "the sample world is new; the former one, of another version, was moved to"
    #expect(said == "tusk-sandbox: \(words) \(state)/sandbox.db.old-3")
    #expect(token != nil)
  }

  /// Makes a database of this version, or makes one that is there one of it.
  private static func makeWorld(of version: Int, at path: String, saying word: String) throws {
    let world = try DatabasePool(path: path)
    try world.write { db in
      try db.execute(sql: "CREATE TABLE memory (word TEXT)")
      try db.execute(sql: "INSERT INTO memory VALUES (?)", arguments: [word])
      try db.execute(sql: "PRAGMA user_version = \(version)")
    }
    try world.close()
  }

  private static func word(in path: String) throws -> String? {
    let world = try DatabaseQueue(path: path)
    let word = try world.read { try String.fetchOne($0, sql: "SELECT word FROM memory") }
    try world.close()
    return word
  }
}
