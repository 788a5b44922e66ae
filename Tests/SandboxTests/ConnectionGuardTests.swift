import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TuskSandbox

/// One connection, its clock and its bytes, without a network.
private final class Line {
  let channel = EmbeddedChannel()
  let connections: ConnectionLimit
  private(set) var heard = ""

  /// A line with a handler between the connection and its client.
  init(in connections: ConnectionLimit = ConnectionLimit(.max), through handlers: [any ChannelHandler] = []) throws {
    self.connections = connections
    let connection = ConnectionGuard(in: connections)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers(handlers)
    try pipeline.addHandlers([
      HTTPResponseEncoder(), ArrivalWatch(of: connection),
      ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), connection,
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

/// What a connection may take its time for, and how it ends.
@Suite struct ConnectionGuardTests {
  private static let request = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
  private static let upload = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"

  @Test func silenceEndsWithoutAWord() throws {
    let line = try Line()
    line.wait(19)
    #expect(line.isOpen)
    line.wait(1)
    #expect(!line.isOpen && line.response().isEmpty)
  }

  @Test func aHeadThatComesByteByByteIsTimedAsAWhole() throws {
    let line = try Line()
    for character in "GET /".map(String.init) {
      line.say(character)
      line.wait(4)
    }
    #expect(!line.isOpen)
    #expect(line.response().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(line.response().contains("Connection: close\r\n"))
  }

  @Test(arguments: ["", "Expect: 100-continue\r\n"]) func eachPartOfABodyHasItsTime(expectation: String) throws {
    let line = try Line()
    line.say(Self.upload + expectation + "\r\n")
    for byte in "ab".map(String.init) {
      line.wait(4)
      line.say(byte)
    }
    #expect(line.isOpen && line.response().isEmpty)
    line.wait(5)
    #expect(!line.isOpen && line.response().hasPrefix("HTTP/1.1 408"))
  }

  @Test func aBodyThatComesByteByByteIsTimedAsAWhole() throws {
    let line = try Line()
    line.say("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
    for _ in 0..<29 {
      line.wait(1)
      line.say("a")
    }
    #expect(line.isOpen)
    line.wait(1)
    #expect(!line.isOpen && line.response().hasPrefix("HTTP/1.1 408"))
  }

  /// What arrives every 0.15 s of an unfinished body, and after how many such times the connection does not yet make room.
  @Test(arguments: [("", 1), ("a", 33)]) func anUnfinishedBodyMakesRoom(part: String, times: Int) throws {
    let connections = ConnectionLimit(1)
    let line = try Line(in: connections)
    line.say("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
    connections.connectionOpened()
    for time in 1...times + 2 {
      line.channel.embeddedEventLoop.advanceTime(by: .milliseconds(150))
      if time <= times { #expect(!connections.isAcceptingNewConnections() && line.isOpen, "\(time)") }
      if !part.isEmpty, line.isOpen { line.say(part) }
    }
    #expect(!line.isOpen)
  }

  @Test func anUnfinishedBodyWaitsForTheResponseBeforeIt() throws {
    let connections = ConnectionLimit(1)
    let line = try Line(in: connections)
    line.say(Self.request + Self.upload + "\r\nab")
    connections.connectionOpened()
    line.wait(4)
    #expect(!connections.isAcceptingNewConnections() && line.isOpen)
    line.answer()
    line.wait(1)
    #expect(line.response().contains("\r\n\r\nok"))
    #expect(!line.isOpen)
  }

  @Test func aBodyThatArrivedWholeIsNotIdle() throws {
    let connections = ConnectionLimit(1)
    let line = try Line(in: connections)
    line.say(Self.upload + "\r\nab")
    line.wait(1)
    connections.connectionOpened()
    line.say("cd")
    line.wait(100)
    #expect(!connections.isAcceptingNewConnections() && line.isOpen)
  }

  @Test func theNextRequestMayWaitLongerButNotForEver() throws {
    let line = try Line()
    for _ in 0..<2 {
      line.say(Self.request)
      line.wait(1000)
      #expect(line.isOpen, "the server takes the time that it needs")
      line.answer()
      line.wait(74)
      #expect(line.isOpen)
    }
    line.wait(1)
    #expect(!line.isOpen)
    #expect(line.response().components(separatedBy: "HTTP/1.1 200").count == 3)
  }

  @Test func aBodyIsInvitedOnceWhenTheServerWantsIt() throws {
    let line = try Line()
    line.say(Self.upload + "Expect: 100-continue\r\n\r\n")
    #expect(line.response().isEmpty)
    for _ in 0..<2 {
      line.channel.pipeline.triggerUserOutboundEvent(ConnectionGuard.WantsBody(), promise: nil)
      #expect(line.response() == "HTTP/1.1 100 Continue\r\n\r\n")
    }
    line.say("abcd")
    line.answer()
    #expect(line.isOpen && line.response().hasSuffix("ok"))
  }

  @Test func aBodyThatWasNotInvitedEndsTheConnection() throws {
    let line = try Line()
    line.say(Self.upload + "Expect: 100-continue\r\n\r\n")
    line.answer("no")
    #expect(line.response().contains("Connection: close\r\n") && !line.isOpen)
  }

  @Test(arguments: [true, false]) func theLastResponseIsNotCutOff(isTaken: Bool) throws {
    let client = SlowTaker()
    defer { client.leave() }
    let line = try Line(through: [client])
    line.say("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    line.answer()
    line.wait(50)
    #expect(line.isOpen, "the client is still reading")
    if isTaken { client.take() }
    line.wait(4)
    #expect(line.isOpen)
    line.wait(1)
    #expect(line.isOpen == !isTaken)
    line.wait(5)
    #expect(!line.isOpen)
  }

  /// A request, and whether the connection stays open after its response.
  private static let endings: [(String, Bool)] = [
    (request, true), ("GET / HTTP/1.0\r\n\r\n", false), ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true),
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
    #expect(line.response().contains("HTTP/1.0 200") == request.contains("HTTP/1.0"))
  }

  @Test func whatCannotBeParsedWaitsForItsTurn() throws {
    let line = try Line()
    line.say(Self.request + Self.request + "\u{16}\u{3}\u{1}")
    #expect(line.response().isEmpty)
    line.answer("one")
    #expect(line.isOpen)
    line.answer("two")
    let answers = line.response().components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
    #expect(answers == ["200", "200", "400"] && !line.isOpen)
  }

  @Test func atTheLimitTheOldestIdleConnectionCloses() throws {
    let connections = ConnectionLimit(3)
    let lines = try (0..<3).map { _ in
      connections.connectionOpened()
      return try Line(in: connections)
    }
    #expect(lines.map(\.isOpen) == [true, true, true], "their requests are on the way")
    lines[0].wait(1)
    connections.connectionClosed()
    for line in lines.dropFirst() { line.wait(1) }
    #expect(lines.map(\.isOpen) == [false, true, true], "the third one reached the limit")
    #expect(connections.isAcceptingNewConnections())
    lines[1].say(Self.request)
    connections.connectionOpened()
    #expect(!connections.isAcceptingNewConnections())
    #expect(lines.map(\.isOpen) == [false, true, false], "the one with a request stays")
    #expect(!connections.isAcceptingNewConnections() && lines[1].isOpen)
    lines[1].answer()
    #expect(!lines[1].isOpen, "it is the only one that can make room")
  }

  /// Connections beside busy ones that leave one place, in every order of accepting, asking and answering.
  @Test func aNewConnectionIsAnsweredAtTheLimit() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let connections = ConnectionLimit(8)
      let busy = try (0..<7).map { _ in
        connections.connectionOpened()
        let line = try Line(in: connections)
        line.say(Self.request)
        return line
      }
      // Connections that wait together are accepted together.
      let new = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
        connections.connectionOpened()
        return try Line(in: connections)
      }
      _ = connections.isAcceptingNewConnections()
      for line in new.shuffled(using: &random) {
        line.say(Self.request)
        #expect(!connections.isAcceptingNewConnections())
        line.answer()
        #expect(line.response().hasSuffix("ok"))
      }
      #expect(!busy.map(\.isOpen).contains(false) && !new.map(\.isOpen).contains(true), "the answered make room")
    }
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
      line.wait(75)
      let answers = line.response().components(separatedBy: "HTTP/1.").count - 1
      #expect(!line.isOpen, "\(bytes)")
      #expect(answers > 0 || bytes.allSatisfy { $0 == 10 || $0 == 13 }, "\(bytes)")
    }
  }
}
