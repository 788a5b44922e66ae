import Foundation
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import TuskSandbox

/// One connection, its clock and its bytes, without a network.
private final class Line {
  let channel = EmbeddedChannel()
  private(set) var heard = ""

  /// A line with a handler between the connection and its client.
  init(through handlers: [any ChannelHandler] = []) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers(handlers)
    try pipeline.addHandlers([
      HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)),
      ConnectionEnd(),
    ])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

  var isOpen: Bool { channel.isActive }

  func say(_ text: String) { say(bytes: Array(text.utf8)) }

  func say(bytes: [UInt8]) { _ = try? channel.writeInbound(ByteBuffer(bytes: bytes)) }

  func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

  /// The parts that reached the server.
  func parts() -> [HTTPServerRequestPart] {
    var parts: [HTTPServerRequestPart] = []
    while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) { parts.append(part) }
    return parts
  }

  /// Answers the oldest request with a body.
  func answer(_ body: String = "ok", _ more: HTTPHeaders = [:]) {
    var head = HTTPResponseHead(version: .http1_1, status: .ok, headers: more)
    head.headers.add(name: "Content-Length", value: String(body.utf8.count))
    channel.pipeline.write(HTTPServerResponsePart.head(head), promise: nil)
    channel.pipeline.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))), promise: nil)
    channel.pipeline.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
  }

  /// All that the client heard.
  func response() -> String {
    while let bytes = try? channel.readOutbound(as: ByteBuffer.self) { heard += String(buffer: bytes) }
    return heard
  }
}

/// A client that takes the last response only when the test says so.
private final class SlowTaker: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  private var untaken: EventLoopPromise<Void>?

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    untaken = promise
  }

  func take() {
    untaken?.succeed()
    untaken = nil
  }

  func leave() {
    untaken?.fail(ChannelError.ioOnClosedChannel)
    untaken = nil
  }
}

/// How a connection ends.
@Suite struct ConnectionEndTests {
  private static let request = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

  @Test func aConnectionOnWhichNothingMovesIsClosed() throws {
    let line = try Line()
    line.say("GET /hea")
    line.channel.pipeline.fireUserInboundEventTriggered(IdleStateHandler.IdleStateEvent.all)
    #expect(!line.isOpen && line.response().isEmpty)
  }

  @Test func aServerThatStopsAnswersWhatItWasAsked() throws {
    let idle = try Line()
    idle.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(!idle.isOpen)
    let busy = try Line()
    busy.say(Self.request)
    busy.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(busy.isOpen)
    busy.answer()
    #expect(busy.response().hasSuffix("ok") && !busy.isOpen)
  }

  @Test func theLastResponseIsNotCutOff() throws {
    let client = SlowTaker()
    defer { client.leave() }
    let line = try Line(through: [client])
    line.say("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    line.answer()
    line.wait(50)
    #expect(line.isOpen, "the client is still reading")
    client.take()
    line.wait(4)
    #expect(line.isOpen)
    line.wait(1)
    #expect(!line.isOpen)
  }

  @Test func whatFollowsTheLastRequestIsNotHeard() throws {
    let line = try Line()
    line.say(Self.request + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + Self.request)
    line.answer("one")
    #expect(line.isOpen)
    line.answer("two")
    #expect(line.response().components(separatedBy: "HTTP/1.1 200").count == 3 && !line.isOpen)
  }

  /// A request, and whether the connection stays open after its response.
  private static let endings: [(String, Bool)] = [
    (request, true), ("GET / HTTP/1.0\r\n\r\n", false), ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", false),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", false),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: TE, close\r\n\r\n", false),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", false),
  ]

  @Test(arguments: endings) private func theConnectionLastsAsLongAsAsked(request: String, lasts: Bool) throws {
    let line = try Line()
    line.say(request)
    line.answer()
    #expect(line.isOpen == lasts)
    #expect(line.response().contains("Connection: close") == !lasts)
  }

  @Test func whatCannotBeParsedIsAnsweredAndEnds() throws {
    let line = try Line()
    line.say(Self.request)
    line.answer("one")
    line.say("\u{16}\u{3}\u{1}")
    let answers = line.response().components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
    #expect(answers == ["200", "400"] && !line.isOpen)
  }

  @Test func refusalFollowsEarlierResponses() throws {
    let line = try Line()
    line.say(Self.request + Self.request)
    line.say("\u{16}\u{3}\u{1}")
    line.answer("one")
    #expect(line.isOpen)
    line.answer("two")
    let answers = line.response().components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
    #expect(answers == ["200", "200", "400"] && !line.isOpen)
  }
}

/// Broken requests of every kind, cut in every way.
@Suite struct ConnectionFuzzTests {
  private static let samples = [
    "GET /api/v1/timelines/home?limit=2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n",
    "POST /api/v1/statuses HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\nExpect: 100-continue\r\n\r\nstatus=x",
    "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n",
  ]

  /// One request or several, with a few bytes changed, inserted or removed.
  private static func mutant(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = (0..<Int.random(in: 1...2, using: &random)).flatMap { _ in
      Array((samples.randomElement(using: &random) ?? "").utf8)
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let byte = [UInt8.random(in: .min ... .max, using: &random), 10, 13, 32, 58, 49, 0x16].randomElement(
        using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = byte ?? 0
      case 1: bytes.insert(byte ?? 0, at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)))
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }

  /// A connection whose last request is incomplete stays open here: Hummingbird ends it when it is idle.
  @Test func everyConnectionIsAnsweredOrEnds() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let bytes = Self.mutant(&random)
      let line = try Line()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        line.say(bytes: Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let complete = line.parts().count { if case .end = $0 { true } else { false } }
      for _ in 0..<complete where line.isOpen { line.answer() }
      let answers = line.response().components(separatedBy: "HTTP/1.").count - 1
      #expect(!line.isOpen && answers > 0 || answers == complete, "\(bytes)")
    }
  }
}

/// Connections of a server that ends them when they are idle for a second.
@Suite(.serialized) struct IdleConnectionTests {
  private static let host = "Host: 127.0.0.1\r\n"
  private static let upload = "POST /api/v1/apps HTTP/1.1\r\n\(host)Content-Length: 100\r\n"

  @Test(arguments: [upload + "\r\nabc", upload + "Expect: 100-continue\r\n\r\n", "GET /health HTTP/1.1\r\n\(host)\r\n"])
  func whoSaysNoMoreIsEnded(words: String) async throws {
    let isEnded = try await withImpatientServer { note in try Connection(to: note, words).ends() }
    #expect(isEnded)
  }

  @Test func aQuietStreamAndASlowAnswerAreNotEnded() async throws {
    // A connection over which this process says nothing for a second, because the machine is busy, ends rightly.
    for _ in 0..<5 {
      let (heard, answer) = try await listenAndWait()
      guard let heard, let answer else { continue }
      #expect(heard.contains("event: update"))
      return #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
    Issue.record("a stream or an answer was ended each time")
  }

  /// What a stream says after three quiet seconds, and an answer that takes as long; `nil` for what was ended.
  private func listenAndWait() async throws -> (heard: String?, answer: String?) {
    try await withImpatientServer { note in
      let listener = try note.listen(to: "user")
      _ = try note.ask(
        "POST", "/sandbox/v1/faults", "kind=delay&milliseconds=3000&method=GET&path=/api/v1/instance")
      let late = try Connection(to: note, "GET /api/v1/instance HTTP/1.1\r\n\(Self.host)\r\n")
      let answer = late.text(upTo: "\r\n\r\n")
      let id = note.write("after a while")
      return (listener.text(upTo: "\"id\":\"\(id ?? "?")\""), answer)
    }
  }

  private func withImpatientServer<Result: Sendable>(
    _ use: @escaping @Sendable (ServerInfo) throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    let sandbox = try Sandbox(database: folder.path + "/sandbox.db")
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let application = sandbox.application(closingIdleAfter: .seconds(1)) { port in listening.yield(port) }
    let serving = Task {
      defer { listening.finish() }
      try await application.run()
    }
    defer { serving.cancel() }
    let found = await ports.first { _ in true }
    let port = try #require(found)
    let note = ServerInfo(port: port, token: sandbox.token, secret: sandbox.secret)
    let result = try await onOwnThread { try use(note) }
    return withExtendedLifetime(folder) { result }
  }
}
