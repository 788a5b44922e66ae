import Foundation
import Testing

@testable import TuskSandbox

/// The program as a process; these tests need the built executable beside the test bundle.
@Suite(.enabled(if: ServerProgram.isBuilt)) struct ServerTests {
  @Test func theSecondServerPointsAtTheFirst() async throws {
    try withFolder { folder in
      let first = try ServerProgram("serve", in: folder)
      let line = try first.firstLine()
      let second = try ServerProgram("serve", in: folder)
      #expect(try second.firstLine() == line)
      #expect(second.exitStatus == 0)
      #expect(try ServerProgram("status", in: folder).firstLine() == line)
      #expect(try ServerProgram("stop", in: folder).exitStatus == 0)
      #expect(first.exitStatus == 0)
      let stopped = try ServerProgram("status", in: folder)
      #expect(try stopped.firstLine() == "stopped")
      #expect(stopped.exitStatus == 1)
      #expect(!FileManager.default.fileExists(atPath: folder + "/server.json"))
    }
  }

  @Test func whoeverReadsItsOutputSeesTheEnd() throws {
    try withFolder { folder in
      let server = try ServerProgram("serve", in: folder)
      let output = try server.allOutput()
      #expect(output.split(separator: "\n").count == 1)
      #expect(server.isRunning)
      #expect(try ServerProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func aKilledServerLosesNothingAndItsNoteIsReplaced() throws {
    try withFolder { folder in
      let first = try ServerProgram("serve", in: folder)
      let note = try #require(try first.note())
      for number in 1...20 {
        let body = "status=number%20\(number)"
        #expect(try note.ask("POST", "/api/v1/statuses", body).hasPrefix("HTTP/1.1 200"))
      }
      first.kill()
      #expect(FileManager.default.fileExists(atPath: folder + "/server.json"))
      #expect(try ServerProgram("status", in: folder).exitStatus == 1)
      let second = try ServerProgram("serve", in: folder)
      let again = try #require(try second.note())
      #expect(again.token == note.token)
      #expect(again.port == note.port)
      #expect(again.pid != note.pid)
      let statuses = try again.ask("GET", "/api/v1/accounts/110000000000000001/statuses?limit=20")
      for number in 1...20 { #expect(statuses.contains("<p>number \(number)</p>")) }
      #expect(try ServerProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func anIdleServerStopsByItself() throws {
    try withFolder { folder in
      let server = try ServerProgram("serve", in: folder, "--idle", "1")
      #expect(try server.note() != nil)
      #expect(server.exitStatus == 0)
      #expect(!FileManager.default.fileExists(atPath: folder + "/server.json"))
    }
  }

  @Test func resettingMakesANewWorld() throws {
    try withFolder { folder in
      let first = try #require(try ServerProgram("serve", in: folder).note())
      #expect(try first.ask("DELETE", "/api/v1/lists/1").hasPrefix("HTTP/1.1 200"))
      #expect(try ServerProgram("reset", in: folder).exitStatus == 0)
      let second = try #require(try ServerProgram("serve", in: folder).note())
      #expect(second.token != first.token)
      #expect(try second.ask("GET", "/api/v1/lists/1").contains("Friends"))
      #expect(try ServerProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func foreignHostNamesAreRefused() throws {
    try withFolder { folder in
      let note = try #require(try ServerProgram("serve", in: folder).note())
      #expect(try note.ask("GET", "/api/v1/instance", host: "evil.example").hasPrefix("HTTP/1.1 403"))
      #expect(try note.ask("GET", "/api/v1/instance", host: "sandbox.example").hasPrefix("HTTP/1.1 200"))
      #expect(try ServerProgram("stop", in: folder).exitStatus == 0)
    }
  }

  @Test func theStateIsForItsOwnerOnly() throws {
    try withFolder { folder in
      _ = try ServerProgram("serve", in: folder).note()
      for (name, mode) in ["": 0o700, "/server.json": 0o600, "/lock": 0o600, "/sandbox.db": 0o600] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + name)
        #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
      }
      #expect(try ServerProgram("stop", in: folder).exitStatus == 0)
    }
  }

  private func withFolder(_ use: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sandbox-state-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try use(folder)
  }
}
