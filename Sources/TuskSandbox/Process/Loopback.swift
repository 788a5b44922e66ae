import Glibc

/// Plain sockets on 127.0.0.1, for requests too small to need a client library.
enum Loopback {
  /// Whether an HTTP server answers on the port.
  static func answers(on port: Int) -> Bool {
    let request = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    return answer(to: Array(request.utf8), on: port).starts(with: Array("HTTP/1.1 200".utf8))
  }

  /// Sends the bytes and reads until the other side closes or sends nothing for a second.
  static func answer(to request: [UInt8], on port: Int) -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var wait = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard withAddress(of: port, { connect(descriptor, $0, $1) }) == 0,
      send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { return [] }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
    return answer
  }

  /// Whether the port is free to listen on.
  static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    return withAddress(of: port) { bind(descriptor, $0, $1) } == 0
  }

  private static func withAddress(
    of port: Int, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
