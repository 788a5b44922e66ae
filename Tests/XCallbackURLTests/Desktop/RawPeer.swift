import Glibc
import Testing

/// Somebody who connects to a mailbox and does not keep to its rules.
final class RawPeer {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let descriptor = descriptor
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0, "\(path): \(String(cString: strerror(errno)))")
  }

  deinit { close(descriptor) }

  /// Sends so much of it as the other end takes.
  ///
  /// - Returns: how many bytes it took.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    return bytes.count - rest.count
  }

  /// Says that nothing more comes, and waits for the answer.
  func answer() -> String {
    shutdown(descriptor, Int32(SHUT_WR))
    var block = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &block, block.count, 0)
    return String(decoding: block.prefix(max(0, count)), as: UTF8.self)
  }
}
