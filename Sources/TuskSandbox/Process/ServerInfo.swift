import Foundation
import Glibc

/// The address and secrets of a running sandbox, as in `server.json` and the first line of output.
package struct ServerInfo: Codable, Sendable, Equatable {
  package var port: Int
  package var pid: Int32
  package var token: String
  /// What the page that authorizes clients asks for; a server of an older version has none.
  package var secret: String?
  package var domain: String
  package var version: String
  /// Whether requests beyond the rate limits are refused; a server of an older version does not say.
  package var rateLimits: Bool?

  /// The details as one line of JSON.
  package var line: String {
    let entity: Entity = [
      "port": .int(port), "pid": .int(Int(pid)), "token": .text(token), "secret": .optional(secret),
      "domain": .text(domain),
      "version": .text(version), "rateLimits": .bool(rateLimits ?? false),
    ]
    return String(decoding: entity.json, as: UTF8.self)
  }

  package init(port: Int, token: String, secret: String, rateLimits: Bool = false) {
    self.rateLimits = rateLimits
    self.port = port
    self.token = token
    self.secret = secret
    pid = getpid()
    domain = InstanceConfiguration.domain
    version = Sandbox.version
  }

  init?(at path: String) {
    guard let data = FileManager.default.contents(atPath: path),
      let info = try? JSONDecoder().decode(ServerInfo.self, from: data)
    else { return nil }
    self = info
  }

  /// Writes to a temporary file, syncs and renames it, so that a reader never sees a partial file.
  func write(to path: String) throws {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFault(doing: "write", temporary) }
    defer { close(descriptor) }
    let bytes = Array((line + "\n").utf8)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    // Less is written only if nothing more fits.
    guard count == bytes.count || count < 0 else { throw SystemFault(doing: "write", path, code: ENOSPC) }
    guard count > 0, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw SystemFault(doing: "write", path)
    }
  }
}
