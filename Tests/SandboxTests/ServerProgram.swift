import Foundation
import TestSupport

@testable import TuskSandbox

extension PipedProgram {
  /// A run of the built `tusk-sandbox`.
  convenience init(_ command: String, in folder: String, _ more: String...) throws {
    try self.init(BuiltProgram.sandbox, [command, "--state", folder] + more)
  }

  /// The line in which the server says where it listens.
  func note() -> ServerInfo? {
    try? JSONDecoder().decode(ServerInfo.self, from: Data(firstLine().utf8))
  }
}

extension ServerInfo {
  /// Asks the server over a plain socket, and gives the whole answer as text.
  func ask(_ method: String, _ path: String, _ body: String = "", host: String = "127.0.0.1", headers: String = "")
    throws -> String
  {
    let request = """
      \(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r
      \(headers)Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    return String(decoding: Loopback.answer(to: Array(request.utf8), on: port), as: UTF8.self)
  }
}
