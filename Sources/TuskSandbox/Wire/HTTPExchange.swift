import NIOCore
import NIOHTTP1

/// A request and its response on a connection.
struct HTTPExchange {
  private let version: HTTPVersion
  /// Whether the connection closes after the response.
  private(set) var isLast: Bool
  /// Whether the client waits to be told before it sends the body.
  var expectsContinue: Bool
  var isRead = false
  var isAnswered = false

  init(_ head: HTTPRequestHead) {
    version = head.version
    expectsContinue = head.version != .http1_0 && head.headers.contains(name: "Expect")
    // The parser stops after these requests, because what follows may be another protocol.
    isLast = !head.isKeepAlive || head.method == .CONNECT || head.wantsUpgrade
  }

  var awaitsContinue: Bool { expectsContinue && !isRead }

  /// Completes the head of the response with the version and the headers about the connection.
  mutating func complete(_ head: inout HTTPResponseHead) {
    let hasLength = head.headers.contains(name: "Content-Length") || !head.status.mayHaveResponseBody
    // A client that was not told to send its body may send it or not, so what follows could not be parsed.
    isLast = isLast || awaitsContinue || head.headers[canonicalForm: "Connection"].contains("close")
    isLast = isLast || version == .http1_0 && !hasLength
    head.version = version
    guard isLast || version == .http1_0 else { return }
    head.headers.replaceOrAdd(name: "Connection", value: isLast ? "close" : "keep-alive")
  }
}

extension HTTPRequestHead {
  /// The status that refuses this request, or nil if it can be served.
  var problem: HTTPResponseStatus? {
    let hosts = headers["Host"].count
    guard hosts == 1 || hosts == 0 && version == .http1_0 else { return .badRequest }
    let codings = headers[canonicalForm: "Transfer-Encoding"]
    guard codings.allSatisfy({ $0.lowercased() == "chunked" }) else { return .notImplemented }
    let expectations = version == .http1_0 ? [] : headers[canonicalForm: "Expect"]
    return expectations.allSatisfy { $0.lowercased() == "100-continue" } ? nil : .expectationFailed
  }

  fileprivate var wantsUpgrade: Bool {
    headers.contains(name: "Upgrade") && headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
  }

  /// This head as the server behind the guard understands it: it knows one spelling of a last request, and every request
  /// has a host.
  func normalized(at address: SocketAddress?) -> HTTPRequestHead {
    var head = self
    if !isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    if !headers.contains(name: "Host") {
      head.headers.add(name: "Host", value: address?.port.map { "127.0.0.1:\($0)" } ?? "127.0.0.1")
    }
    return head
  }
}

/// The first bytes of a request that is not parsed yet.
struct RequestBeginning {
  /// The greatest size of a request line or a header field, in bytes.
  static let limit = 1 << 15
  /// Longer than the name of any method.
  private static let most = 32

  private var bytes: [UInt8] = []
  private var lineLength = 0
  private var hasLine = false

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ more: ByteBuffer) {
    // Empty lines before a request are ignored (RFC 9112, section 2.2).
    let view = more.readableBytesView.drop { bytes.isEmpty && ($0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n")) }
    bytes += view.prefix(max(0, Self.most - bytes.count))
    guard !hasLine else { return }
    let end = view.firstIndex(of: UInt8(ascii: "\n"))
    lineLength += view[..<(end ?? view.endIndex)].count
    hasLine = end != nil
  }

  /// The status that says what is wrong with a request that cannot be parsed.
  func status(for error: HTTPParserError) -> HTTPResponseStatus {
    switch error {
    case .headerOverflow: lineLength > Self.limit ? .uriTooLong : .requestHeaderFieldsTooLarge
    case .invalidVersion: .httpVersionNotSupported
    case .invalidMethod: hasMethod ? .notImplemented : .badRequest
    default: .badRequest
    }
  }

  private var hasMethod: Bool {
    let name = bytes.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    return name.count > 2 && bytes.dropFirst(name.count).first == UInt8(ascii: " ")
  }
}
