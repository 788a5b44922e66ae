import Glibc
import TestSupport
import Testing

@testable import TuskSandbox

/// A connection to a server on this machine, over which a test hears what comes as it comes.
final class Connection {
  private let descriptor: Int32
  private var heard: [UInt8] = []

  /// Connects and sends a request; what then takes a minute counts as silence.
  init(to note: ServerInfo, _ request: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var wait = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(note.port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0, "no server at \(note.port)")
    send(request)
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(bytes: Array(text.utf8)) }

  func send(bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// All that was heard, once `words` are in it; nothing if the other side ended before, or has said other things for a
  /// minute.
  func text(upTo words: String) -> String? {
    let end = ContinuousClock.now + .seconds(60)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: heard, as: UTF8.self)
      if text.contains(words) { return text }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0, .now < end else { return nil }
      heard += buffer[..<count]
    }
  }

  /// Waits until the other side closes; whether it did.
  func ends() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return count == 0 || errno == ECONNRESET }
    }
  }
}

extension ServerInfo {
  /// Listens to a stream and gives the connection once it is open.
  func listen(to stream: String) throws -> Connection {
    let connection = try Connection(
      to: self,
      "GET /api/v1/streaming/\(stream) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
    try #require(connection.text(upTo: ":)\n") != nil)
    return connection
  }

  /// Writes a status and gives its id, if the server took it.
  func write(_ words: String) -> String? {
    let answer = try? ask("POST", "/api/v1/statuses", "status=\(Page.encoded(words))")
    return answer?.firstMatch(of: /"id":"(\d+)"/).map { String($0.1) }
  }
}

/// Runs a server in a folder of its own on a thread of its own, for as long as `use` needs it.
func withServer<Result: Sendable>(_ use: @escaping @Sendable (ServerInfo) throws -> Result) async throws -> Result {
  let folder = try TemporaryFolder()
  return try await onOwnThread {
    let state = folder.path + "/state"
    defer { _ = try? PipedProgram("stop", in: state).exitStatus }
    return try use(#require(try PipedProgram("serve", in: state).note()))
  }
}
