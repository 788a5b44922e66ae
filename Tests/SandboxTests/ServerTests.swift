import Foundation
import TestSupport
import Testing

@testable import TuskSandbox

/// The program as a process.
@Suite(.serialized) struct ServerTests {
  @Test func theSecondServerPointsAtTheFirst() throws {
    try withFolder { folder in
      let first = try PipedProgram("serve", in: folder)
      let line = first.firstLine()
      let second = try PipedProgram("serve", in: folder)
      #expect(second.firstLine() == line)
      #expect(second.exitStatus == 0)
      #expect(try PipedProgram("status", in: folder).firstLine() == line)
      #expect(try PipedProgram("stop", in: folder).exitStatus == 0)
      #expect(first.exitStatus == 0)
      let stopped = try PipedProgram("status", in: folder)
      #expect(stopped.firstLine() == "stopped")
      #expect(stopped.exitStatus == 1)
      #expect(!FileManager.default.fileExists(atPath: folder + "/server.json"))
    }
  }

  @Test func whoeverReadsItsOutputSeesTheEnd() throws {
    try withFolder { folder in
      let server = try PipedProgram("serve", in: folder)
      let output = server.allOutput()
      #expect(output.split(separator: "\n").count == 1)
      #expect(server.isRunning)
      #expect(try PipedProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func aKilledServerLosesNothingAndItsNoteIsReplaced() throws {
    try withFolder { folder in
      let first = try PipedProgram("serve", in: folder)
      let note = try #require(first.note())
      for number in 1...20 {
        let body = "status=number%20\(number)"
        #expect(try note.ask("POST", "/api/v1/statuses", body).hasPrefix("HTTP/1.1 200"))
      }
      first.crash()
      #expect(FileManager.default.fileExists(atPath: folder + "/server.json"))
      #expect(try PipedProgram("status", in: folder).exitStatus == 1)
      let second = try PipedProgram("serve", in: folder)
      let again = try #require(second.note())
      #expect(again.token == note.token)
      #expect(again.port == note.port)
      #expect(again.pid != note.pid)
      let statuses = try again.ask("GET", "/api/v1/accounts/110000000000000001/statuses?limit=20")
      for number in 1...20 { #expect(statuses.contains("<p>number \(number)</p>")) }
      #expect(try PipedProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func anIdleServerStopsByItself() throws {
    try withFolder { folder in
      let server = try PipedProgram("serve", in: folder, "--idle", "1")
      #expect(server.note() != nil)
      #expect(server.exitStatus == 0)
      #expect(!FileManager.default.fileExists(atPath: folder + "/server.json"))
    }
  }

  @Test func resettingMakesANewWorld() throws {
    try withFolder { folder in
      let first = try #require(try PipedProgram("serve", in: folder).note())
      #expect(try first.ask("DELETE", "/api/v1/lists/1").hasPrefix("HTTP/1.1 200"))
      #expect(try PipedProgram("reset", in: folder).exitStatus == 0)
      let second = try #require(try PipedProgram("serve", in: folder).note())
      #expect(second.token != first.token)
      #expect(try second.ask("GET", "/api/v1/lists/1").contains("Friends"))
      #expect(try PipedProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func foreignHostNamesAreRefused() throws {
    try withFolder { folder in
      let note = try #require(try PipedProgram("serve", in: folder).note())
      #expect(try note.ask("GET", "/api/v1/instance", host: "evil.example").hasPrefix("HTTP/1.1 403"))
      #expect(try note.ask("GET", "/api/v1/instance", host: "sandbox.example").hasPrefix("HTTP/1.1 200"))
      #expect(try PipedProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func theStateIsForItsOwnerOnly() throws {
    try withFolder { folder in
      _ = try PipedProgram("serve", in: folder).note()
      for (name, mode) in ["": 0o700, "/server.json": 0o600, "/lock": 0o600, "/sandbox.db": 0o600] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + name)
        #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
      }
      #expect(try PipedProgram("stop", in: folder).exitStatus == 0)
    }
  }

  private func withFolder(_ use: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try use(folder.path + "/state")
  }
}
