import Foundation
import Glibc
import Synchronization
import Testing

/// A server on this machine that answers from a table, one connection after the other, and keeps what it was asked.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let log = Log()

  private final class Log: Sendable {
    let requests = Mutex<[String]>([])
    /// The connections of open streams.
    let streams = Mutex<[Int32]>([])
  }

  /// How a route is answered.
  enum Answer: Sendable, ExpressibleByStringLiteral {
    case body(String)
    /// A list of two pages.
    case pages(String, String)
    case status(Int)
    /// Nothing comes until the asker gives up.
    case silence
    /// A stream of events, which ``LoopbackServer/deliver(_:id:)`` sends.
    case stream

    init(stringLiteral text: String) { self = .body(text) }
  }

  /// - Parameter answers: by method and path; what is not in the table is not found.
  init(_ answers: [String: Answer] = LoopbackServer.everything) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try #require(listener >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let code = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
      return bind(listener, start, length) | listen(listener, 16) | getsockname(listener, start, &length)
    }
    try #require(code == 0)
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    let port = port
    Thread.detachNewThread { Self.serve(listener, answers, log, port) }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    for stream in log.streams.withLock({ $0 }) { close(stream) }
  }

  /// Waits until a stream is open.
  func awaitStream() { while log.streams.withLock({ $0.isEmpty }) { sched_yield() } }

  /// Sends a notification of eve's to every open stream.
  func deliver(_ kind: String, id: Int) {
    let data = """
      {"id":"\(id)","type":"\(kind)","created_at":"2024-01-02T03:04:05Z",\
      "account":{"id":"3","username":"eve","acct":"eve@b.example","url":"https://b.example/@eve"},\
      "status":\(Self.status.filter { $0 != "\n" })}
      """
    let bytes = Array("event: notification\ndata: \(data)\n\n".utf8)
    for stream in log.streams.withLock({ $0 }) { _ = Glibc.send(stream, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Method and path of every request, in order.
  var requests: [String] { log.requests.withLock { $0 } }

  /// The routes that would have changed something.
  var writes: [String] { requests.filter { !$0.hasPrefix("GET ") } }

  private static func serve(_ listener: Int32, _ answers: [String: Answer], _ log: Log, _ port: UInt16) {
    while case let connection = accept(listener, nil, nil), connection >= 0 {
      let head = readRequest(connection)
      let isSecond = head.prefix { $0 != "\r" }.contains("max_id=")
      let words = head.split(separator: " ").map { String($0.prefix { $0 != "?" }) }
      if words.count > 1 {
        let route = "\(words[0]) \(words[1])"
        log.requests.withLock { $0.append(route) }
        let address = "http://127.0.0.1:\(port)\(words[1])"
        if case .stream? = answers[route] {
          let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
          _ = Glibc.send(connection, Array(head.utf8), head.utf8.count, Int32(MSG_NOSIGNAL))
          log.streams.withLock { $0.append(connection) }
          continue
        }
        answer(connection, answers[route] ?? .status(404), isSecond ? nil : address)
      }
      close(connection)
    }
    close(listener)
  }

  private static func answer(_ connection: Int32, _ answer: Answer, _ address: String?) {
    switch answer {
    case .body(let body): send(connection, "200 OK", body)
    case .pages(let first, let second):
      guard let address else { return send(connection, "200 OK", second) }
      send(connection, "200 OK\r\nLink: <\(address)?max_id=6>; rel=\"next\"", first)
    case .status(let status): send(connection, "\(status) No", #"{"error":"status \#(status)"}"#)
    case .stream: break
    case .silence:
      var byte: UInt8 = 0
      while read(connection, &byte, 1) > 0 {}
    }
  }

  private static func send(_ connection: Int32, _ status: String, _ body: String) {
    let head = "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
    let bytes = Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads the head, and the body that it announces.
  private static func readRequest(_ connection: Int32) -> String {
    var text = ""
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(connection, &block, block.count), count > 0 {
      text += String(decoding: block[..<count], as: UTF8.self)
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      let length = parts[0].lowercased().split(separator: "content-length: ").dropFirst().first?.prefix { $0.isNumber }
      if parts.count == 2, parts[1].utf8.count >= length.flatMap({ Int($0) }) ?? 0 { return text }
    }
    return text
  }

  private static let bob =
    #"{"id":"2","username":"bob","acct":"bob@b.example","display_name":"Bob","url":"https://b.example/@bob"}"#
  private static let status = """
    {"id":"9","uri":"https://b.example/9","url":"https://b.example/@bob/9","account":\(bob),
    "created_at":"2024-01-02T03:04:05.000Z","content":"<p>One</p>","visibility":"public"}
    """
  private static let mention =
    #"{"id":"77","type":"mention","created_at":"2024-01-02T03:04:05Z","account":\#(bob),"status":\#(status)}"#

  /// A server that has one of everything.
  static let everything: [String: Answer] = [
    "GET /api/v1/accounts/2": .body(bob), "GET /api/v1/accounts/verify_credentials": .body(bob),
    "GET /api/v1/statuses/9": .body(status), "POST /api/v1/statuses": .body(status),
    "POST /api/v1/statuses/9/favourite": .body(status), "POST /api/v1/statuses/9/unfavourite": .body(status),
    "GET /api/v1/notifications": .body("[\(mention)]"),
    "GET /api/v2/instance": #"{"domain":"a.example","title":"A","version":"4.5.0"}"#,
    "POST /api/v1/notifications/clear": "{}", "GET /api/v1/statuses/503": .status(503),
    "GET /api/v1/statuses/401": .status(401), "GET /api/v1/statuses/429": .status(429),
    "GET /api/v1/statuses/1": .silence,
    "POST /api/v1/statuses/1/favourite": .silence, "POST /api/v1/statuses/3/favourite": .silence,
  ]
}
