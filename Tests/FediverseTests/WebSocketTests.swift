import NIOCore
import NIOHTTP1
import NIOWebSocket
import Testing

@testable import Fediverse

/// WebSockets over real connections.
@Suite(.timeLimit(.minutes(1)))
struct WebSocketTests {
  private func transport(_ change: (inout HTTPTransport.Configuration) -> Void = { _ in }) -> HTTPTransport {
    var configuration = HTTPTransport.Configuration { _ in nil }
    change(&configuration)
    return HTTPTransport(configuration)
  }

  private static func request(_ address: String) throws -> HTTPRequest {
    let url = try #require(WebURL(address + "/api/v1/streaming"))
    return HTTPRequest(method: .get, url: url, headers: ["Authorization": "Bearer s3cret"])
  }

  private static func open(_ transport: HTTPTransport, _ address: String) async throws -> any WebSocket {
    guard case .open(let socket) = try await transport.open(try request(address)) else { throw CancellationError() }
    return socket
  }

  private static func frame(_ opcode: WebSocketOpcode, _ text: String = "", fin: Bool = true) -> WebSocketFrame {
    WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(string: text))
  }

  /// Sends a word and gives what comes of it up to the end, and the error that ends it.
  private func talk(
    _ answer: @escaping @Sendable (WebSocketFrame) -> SocketHost.Answer
  ) async throws -> (messages: [WebSocketMessage], error: TransportError?) {
    let transport = transport()
    let told = try await SocketHost.run(answer) { host in
      let socket = try await Self.open(transport, "http://127.0.0.1:\(host.port)")
      try await socket.send(.text("go"))
      var messages: [WebSocketMessage] = []
      do throws(TransportError) {
        while let message = try await socket.receive() { messages.append(message) }
      } catch {
        return (messages, error as TransportError?)
      }
      return (messages, nil)
    }
    await transport.close()
    return told
  }

  @Test func whatIsSentComesMaskedAndWhatIsToldIsHeard() async throws {
    let told = try await talk { frame in
      guard frame.opcode == .text else { return .hangUp }
      let text = frame.maskKey == nil ? "open" : String(buffer: frame.unmaskedData)
      return .frames([
        Self.frame(.text, text), Self.frame(.binary, "b", fin: false), Self.frame(.continuation, "c"),
        Self.frame(.connectionClose),
      ])
    }
    #expect(told.messages == [.text("go"), .binary(Array("bc".utf8))] && told.error == nil)
  }

  @Test func pingsAreAnswered() async throws {
    let told = try await talk { frame in
      switch frame.opcode {
      case .text: .frames([Self.frame(.ping, "there?")])
      case .pong: .frames([Self.frame(.text, String(buffer: frame.unmaskedData)), Self.frame(.connectionClose)])
      default: .hangUp
      }
    }
    #expect(told.messages == [.ping(Array("there?".utf8)), .text("there?")])
  }

  @Test func aLargeMessageIsTakenAndATooLargeOneEndsTheSocket() async throws {
    let large = String(repeating: "x", count: 1 << 18)
    let told = try await talk { frame in
      frame.opcode == .text ? .frames([Self.frame(.text, large), Self.frame(.connectionClose)]) : .hangUp
    }
    #expect(told.messages == [.text(large)] && told.error == nil)
    let header: [UInt8] = [0x81, 0x7F, 0, 0, 0, 0, 0, 0x40, 0, 1]
    let tooLarge = try await talk { $0.opcode == .text ? .bytes(header) : .hangUp }
    #expect(tooLarge.messages.isEmpty)
    #expect(tooLarge.error?.kind == .malformed)
  }

  @Test func ourGoodbyeIsHeard() async throws {
    let transport = transport()
    let (goodbyes, continuation) = AsyncStream.makeStream(of: WebSocketErrorCode?.self)
    try await SocketHost.run { frame in
      guard frame.opcode == .connectionClose else { return .frames([]) }
      var data = frame.unmaskedData
      continuation.yield(data.readWebSocketErrorCode())
      return .frames([Self.frame(.connectionClose)])
    } during: { host in
      let socket = try await Self.open(transport, "http://127.0.0.1:\(host.port)")
      socket.close()
      #expect(try await socket.receive() == nil)
      for await code in goodbyes {
        #expect(code == .normalClosure)
        break
      }
    }
    await transport.close()
  }

  @Test(arguments: 0..<20) func randomBytesNeverDoHarm(_ seed: UInt64) async throws {
    let told = try await talk { frame in
      guard frame.opcode == .text else { return .hangUp }
      var random = Seeded(seed)
      let count = Int.random(in: 0..<2000, using: &random)
      return .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    #expect(told.error == nil || told.error?.kind == .malformed || told.error?.kind == .network, "\(told)")
  }

  @Test func aServerWithoutWebSocketsAnswersAsItDoes() async throws {
    let transport = transport()
    try await LoopbackServer.run { _ in
      .answer(status: 401, body: #"{"error":"no"}"#)
    } during: { server in
      let answer = try await transport.open(try Self.request("http://127.0.0.1:\(server.port)"))
      guard case .refused(let response) = answer else {
        Issue.record("it opened")
        return
      }
      #expect(response.status == 401 && response.body == Array(#"{"error":"no"}"#.utf8))
      let question = try #require(server.questions.first)
      #expect(question.target == "GET /api/v1/streaming" && question.headers["Host"] == ["127.0.0.1:\(server.port)"])
      #expect(question.headers["Upgrade"] == ["websocket"] && question.headers["Sec-WebSocket-Version"] == ["13"])
      #expect(question.headers["Authorization"] == ["Bearer s3cret"])
    }
    await transport.close()
  }

  @Test func aFalseProofIsNoWebSocket() async throws {
    let transport = transport()
    let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
    try await LoopbackServer.run { _ in
      .bytes(Array((head + "Sec-WebSocket-Accept: x\r\n\r\n").utf8))
    } during: { server in
      let answer = try? await transport.open(try Self.request("http://127.0.0.1:\(server.port)"))
      if case .open? = answer { Issue.record("it opened") }
    }
    await transport.close()
  }

  @Test func aSilentServerIsNotWaitedForForEver() async throws {
    let transport = transport { $0.idleTimeout = .milliseconds(200) }
    try await LoopbackServer.run { _ in
      .silence
    } during: { server in
      let request = try Self.request("http://127.0.0.1:\(server.port)")
      await #expect { _ = try await transport.open(request) } throws: { ($0 as? TransportError)?.kind == .timedOut }
    }
    await transport.close()
  }

  @Test func anOpenLineIsRefused() async throws {
    let transport = transport()
    let request = try Self.request("http://example.social")
    await #expect { _ = try await transport.open(request) } throws: { ($0 as? TransportError)?.kind == .insecure }
  }

  @Test func certificatesAreLookedAt() async throws {
    let root = ScratchFile(Array(TestCertificates.root.utf8))
    for (isTrusting, expected) in [(true, nil), (false, TransportError.Kind.untrusted)] {
      let transport = transport { if isTrusting { $0.certificateFile = root.path } }
      try await SocketHost.run(as: TestCertificates.good) { _ in
        .frames([Self.frame(.text, "hi")])
      } during: { host in
        do {
          let socket = try await Self.open(transport, "https://localhost:\(host.port)")
          try await socket.send(.text("go"))
          #expect(try await socket.receive() == .text("hi") && isTrusting)
        } catch {
          #expect((error as? TransportError)?.kind == expected)
        }
      }
      await transport.close()
    }
  }

  private static let connect = "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n"
  private static let socksTarget = [5, 1, 0, 3, 13] + Array("other.example".utf8) + [1, 187]

  /// A proxy's address, what it says at each step, what it must have been told, and how it fails.
  @Test(arguments: [
    (
      "http://P", [(connect.utf8.count + 2, "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n")],
      connect + "\r\n", nil as String?
    ),
    (
      "http://me:pass@P", [(connect.utf8.count + 42, "HTTP/1.0 200 OK\r\n\r\n")],
      connect + "Proxy-Authorization: Basic bWU6cGFzcw==\r\n\r\n", nil
    ),
    ("http://P", [(1, "HTTP/1.1 407 No\r\n\r\n")], connect + "\r\n", "the proxy requires authentication"),
    ("http://P", [(1, "HTTP/1.1 502 No\r\n\r\n")], connect + "\r\n", "the proxy refused the connection"),
    ("http://P", [(1, "SSH-2.0\r\n\r\n")], connect + "\r\n", "the proxy sent no valid response"),
    (
      "socks5://P", [(3, "\u{5}\u{0}"), (20, "\u{5}\u{0}\u{0}\u{1}\u{1}\u{2}\u{3}\u{4}\u{0}\u{50}")],
      "\u{5}\u{1}\u{0}" + String(decoding: socksTarget.dropLast(), as: UTF8.self), nil
    ),
    ("socks5://P", [(3, "\u{5}\u{2}")], "\u{5}\u{1}\u{0}", "the proxy requires authentication"),
  ])
  func proxiesAreGoneThrough(
    _ address: String, _ steps: [(Int, String)], _ told: String, _ failure: String?
  ) async throws {
    let root = ScratchFile(Array(TestCertificates.root.utf8))
    let proxy = SocketHost.Proxy(steps: steps.map { ($0.0, Array($0.1.utf8)) })
    try await SocketHost.run(as: TestCertificates.other, behind: proxy) { _ in
      .frames([Self.frame(.text, "hi")])
    } during: { host in
      let place = address.replacing("P", with: "127.0.0.1:\(host.port)")
      let transport = transport {
        $0.proxies = ProxySettings { ["https_proxy": place][$0] }
        $0.certificateFile = root.path
      }
      do {
        let socket = try await Self.open(transport, "https://other.example")
        try await socket.send(.text("go"))
        #expect(try await socket.receive() == .text("hi") && failure == nil)
      } catch {
        #expect((error as? TransportError)?.description == failure, "\(error)")
      }
      #expect(host.proxyBytes.starts(with: Array(told.utf8)))
      await transport.close()
    }
  }
}
