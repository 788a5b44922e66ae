import Foundation
import Glibc

/// The directory of one sandbox: its lock, its database and `server.json`.
package struct StateDirectory: Sendable {
  package let path: String

  /// Opens the given directory, or `tusk/sandbox` in the XDG state directory; creates it for its owner only.
  package init(_ given: String?) throws {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "/tmp"
    let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.local/state"
    path = given ?? state + "/tusk/sandbox"
    try StateDirectory.create(path)
  }

  /// Creates a directory and those above it, for their owner only.
  private static func create(_ path: String) throws {
    for end in path.indices.dropFirst().filter({ path[$0] == "/" }) + [path.endIndex] {
      guard mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST else { continue }
      throw SystemFault(doing: "create", path)
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
      throw SystemFault(doing: "create", path, code: EEXIST)
    }
  }

  var lock: String { path + "/lock" }
  var database: String { path + "/sandbox.db" }
  var infoFile: String { path + "/server.json" }

  /// Deletes the database; the next start creates a new one.
  func removeDatabase() throws {
    for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: database + ending) {
      try FileManager.default.removeItem(atPath: database + ending)
    }
  }
}
