import Foundation
import Glibc

@testable import TuskSandbox

/// A run of the built `tusk-sandbox`.
final class ServerProgram {
  /// SwiftPM puts executables beside the test bundle.
  static let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "tusk-sandbox").path

  static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: path) }

  private let process = Process()
  private let output = Pipe()

  init(_ command: String, in folder: String, _ more: String...) throws {
    process.executableURL = URL(filePath: ServerProgram.path)
    process.arguments = [command, "--state", folder] + more
    process.standardOutput = output
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// Waits for the end.
  var exitStatus: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func firstLine() throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    return String(decoding: line, as: UTF8.self)
  }

  func allOutput() throws -> String {
    String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  func note() throws -> ServerNote? {
    try? JSONDecoder().decode(ServerNote.self, from: Data(firstLine().utf8))
  }

  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension ServerNote {
  /// Asks the server over a plain socket, and gives the whole answer as text.
  func ask(_ method: String, _ path: String, _ body: String = "", host: String = "127.0.0.1") throws -> String {
    let request = """
      \(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r
      Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    return String(decoding: Loopback.answer(to: Array(request.utf8), on: port), as: UTF8.self)
  }
}
