import Foundation
import Glibc

/// The address and token of a running sandbox, as in `server.json` and the first line of output.
package struct ServerNote: Codable, Sendable, Equatable {
  package var port: Int
  package var pid: Int32
  package var token: String
  package var domain: String
  package var version: String

  /// The details as one line of JSON.
  package var line: String {
    let entity: Entity = [
      "port": .int(port), "pid": .int(Int(pid)), "token": .text(token), "domain": .text(domain),
      "version": .text(version),
    ]
    return String(decoding: entity.json, as: UTF8.self)
  }

  package init(port: Int, token: String) {
    self.port = port
    self.token = token
    pid = getpid()
    domain = Site.domain
    version = Sandbox.version
  }

  init?(at path: String) {
    guard let data = FileManager.default.contents(atPath: path),
      let note = try? JSONDecoder().decode(ServerNote.self, from: data)
    else { return nil }
    self = note
  }

  /// Writes to a temporary file, syncs and renames it, so that a reader never sees a partial file.
  func write(to path: String) throws {
    let draft = path + ".new"
    let descriptor = open(draft, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFault(doing: "write", draft) }
    defer { close(descriptor) }
    let bytes = Array((line + "\n").utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
      rename(draft, path) == 0
    else { throw SystemFault(doing: "write", path) }
  }
}
