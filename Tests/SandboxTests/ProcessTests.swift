import Dispatch
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import TuskSandbox

/// The program beside others of its kind, and through accidents.
@Suite(.serialized) struct ProcessTests {
  @Test func ofManyWhoStartAtOnceOneServes() async throws {
    let folder = try TemporaryFolder()
    let state = folder.path + "/state"
    let (lines, codes, isStopped) = try await onOwnThread {
      let starters = try (0..<6).map { _ in try PipedProgram("serve", in: state) }
      let lines = starters.map { $0.firstLine() }
      let isStopped = try PipedProgram("stop", in: state).exitStatus == 0
      return (lines, starters.map(\.exitStatus), isStopped)
    }
    #expect(Set(lines).count == 1)
    #expect(lines.first?.hasPrefix("{\"port\":") == true)
    #expect(codes == [0, 0, 0, 0, 0, 0])
    #expect(isStopped)
  }

  @Test func whatWasAnsweredOutlivesACrashInTheMiddleOfWriting() async throws {
    let folder = try TemporaryFolder()
    let state = folder.path + "/state"
    for _ in 0..<3 {
      let (taken, kept, isWhole) = try await onOwnThread { try Self.crashWhileWriting(in: state) }
      #expect(taken.count >= 20)
      #expect(kept.isSuperset(of: taken))
      #expect(isWhole == "ok")
    }
  }

  /// Six write until the server is killed; which statuses it took, which it has when it is there again, and what the
  /// database says of itself.
  private static func crashWhileWriting(in state: String) throws -> (Set<String>, Set<String>, String?) {
    let server = try PipedProgram("serve", in: state)
    let note = try #require(server.note())
    let taken = Taken()
    let writers = DispatchGroup()
    for _ in 0..<6 {
      writers.enter()
      Thread.detachNewThread {
        while let id = note.write("written") { taken.add(id) }
        writers.leave()
      }
    }
    taken.wait(for: 20)
    server.crash()
    writers.wait()
    let database = try DatabaseQueue(path: state + "/sandbox.db")
    let kept = try database.read { try String.fetchAll($0, sql: "SELECT id FROM status WHERE text = 'written'") }
    let check = try database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    try database.close()
    let isSameWorld = try PipedProgram("serve", in: state).note()?.token == note.token
    _ = try PipedProgram("stop", in: state).exitStatus
    return (taken.ids, isSameWorld ? Set(kept) : [], check)
  }

  @Test func thePortIsTheOneAskedForOrNone() async throws {
    let folder = try TemporaryFolder()
    let (first, refused, code) = try await onOwnThread {
      let first = try #require(try PipedProgram("serve", in: folder.path + "/a").note())
      let second = try PipedProgram(
        BuiltProgram.sandbox, ["serve", "--state", folder.path + "/b", "--port", "\(first.port)"], joiningErrors: true)
      let said = second.allOutput()
      let code = second.exitStatus
      _ = try PipedProgram("stop", in: folder.path + "/a").exitStatus
      let again = try #require(
        try PipedProgram("serve", in: folder.path + "/b", "--port", "\(first.port)").note())
      _ = try PipedProgram("stop", in: folder.path + "/b").exitStatus
      return (first.port == again.port, said, code)
    }
    #expect(first)
    #expect(refused.hasPrefix("tusk-sandbox: port ") && refused.hasSuffix(" is already in use\n"))
    #expect(code == 1)
  }

  /// What is written on the command line, and what the program says of it.
  static let mistakes: [([String], String)] = [
    (["serve", "--port", "70000"], "--port takes a number from 0 to 65535"),
    (["serve", "--port=-1"], "--port takes a number from 0 to 65535"),
    (["serve", "--idle=-5"], "--idle takes a number of seconds"),
    (["dance"], "Unexpected argument 'dance'"),
  ]

  @Test(arguments: mistakes) func mistakesAreNamed(arguments: [String], words: String) async throws {
    let folder = try TemporaryFolder()
    let (said, code) = try await onOwnThread {
      let program = try PipedProgram(
        BuiltProgram.sandbox, arguments, environment: ChildProcess.plain + ["XDG_STATE_HOME=\(folder.path)"],
        joiningErrors: true)
      return (program.allOutput(), program.exitStatus)
    }
    #expect(said.contains(words))
    #expect(code == 64)
  }

  @Test func aDatabaseThatIsNoneIsNamedWithTheWayOut() async throws {
    let folder = try TemporaryFolder()
    let state = folder.path + "/state"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data("this is not a database, whatever its name is".utf8).write(to: URL(filePath: state + "/sandbox.db"))
    let (said, code, after) = try await onOwnThread {
      let broken = try PipedProgram(BuiltProgram.sandbox, ["serve", "--state", state], joiningErrors: true)
      let said = broken.allOutput()
      let code = broken.exitStatus
      let reset = try PipedProgram("reset", in: state).exitStatus
      let note = try PipedProgram("serve", in: state).note()
      return (said, code, reset + (try PipedProgram("stop", in: state).exitStatus) + (note == nil ? 1 : 0))
    }
    #expect(said.hasPrefix("tusk-sandbox: cannot open \(state)/sandbox.db: "))
    #expect(said.hasSuffix("run 'tusk-sandbox reset' to create a new one\n"))
    #expect(code == 1)
    #expect(after == 0)
  }

  /// A state of the folder in which nothing can be written, and what the program says of it.
  static let obstacles: [(String, String)] = [
    ("mkdir -p $S && ln -s /dev/full $S/server.json.new", "cannot write S/server.json: No space left on device\n"),
    ("touch $S", "cannot create S: File exists\n"),
    ("mkdir -p $S/lock", "cannot open S/lock: Is a directory\n"),
  ]

  @Test func aFullDiskIsNamedAndHasItsStatus() async throws {
    for ((preparation, words), status) in zip(Self.obstacles, [73, 1, 1]) {
      let folder = try TemporaryFolder()
      let (said, code) = try await onOwnThread {
        let program = try PipedProgram(
          "/bin/sh", ["-c", "S=\(folder.path)/state; \(preparation); exec '\(BuiltProgram.sandbox)' serve --state $S"],
          joiningErrors: true)
        return (program.allOutput(), program.exitStatus)
      }
      #expect(said == "tusk-sandbox: " + words.replacing("S", with: folder.path + "/state", maxReplacements: 1))
      #expect(code == status)
    }
  }

  @Test func aFullDatabaseIsAFullDisk() throws {
    let full = try #require(SystemFault(opening: "x.db", DatabaseError(resultCode: .SQLITE_FULL)))
    #expect("\(full)" == "cannot write x.db: No space left on device")
    #expect(ServerFault.report(full) == 73)
    #expect(SystemFault(opening: "x.db", DatabaseError(resultCode: .SQLITE_NOTADB)) == nil)
  }

  @Test func theStateIsWhereXDGSaysIfNothingElseIsSaid() async throws {
    let folder = try TemporaryFolder()
    let codes = try await onOwnThread {
      let environment = ChildProcess.plain + ["XDG_STATE_HOME=\(folder.path)"]
      let server = try PipedProgram(BuiltProgram.sandbox, [], environment: environment)
      _ = server.firstLine()
      let isThere = FileManager.default.fileExists(atPath: folder.path + "/tusk/sandbox/server.json")
      let stop = try PipedProgram(BuiltProgram.sandbox, ["stop"], environment: environment).exitStatus
      return [isThere ? 0 : 1, stop, server.exitStatus]
    }
    #expect(codes == [0, 0, 0])
  }
}

/// What several writers got done.
private final class Taken: Sendable {
  private let found = Mutex<Set<String>>([])
  private let additions = DispatchSemaphore(value: 0)

  var ids: Set<String> { found.withLock { $0 } }

  func add(_ id: String) {
    found.withLock { _ = $0.insert(id) }
    additions.signal()
  }

  func wait(for count: Int) {
    for _ in 0..<count { additions.wait() }
  }
}
