import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization
import Testing

/// A real server on this machine with one home timeline, which can be killed and comes back at the same port.
final class StreamHost: Sendable {
  /// How it tells what happens.
  enum Manner: Sendable, CaseIterable {
    case socket
    case events
  }

  /// Something that a test waits for.
  enum Moment: Sendable, Hashable {
    /// It can be reached.
    case up
    /// So many listeners have come so far.
    case listeners(Int)
    /// So many pages of the home timeline were asked for so far.
    case pages(Int)
  }

  fileprivate struct State {
    var log = StatusLog()
    var listeners: [ObjectIdentifier: any Channel] = [:]
    var connections: [ObjectIdentifier: any Channel] = [:]
    var door: (any Channel)?
    var port = 0
    var listenersSoFar = 0
    var pagesSoFar = 0
    var targets: [String] = []
    var waiting: [(moment: Moment, continuation: CheckedContinuation<Void, Never>)] = []

    func has(_ moment: Moment) -> Bool {
      switch moment {
      case .up: door != nil
      case .listeners(let count): listenersSoFar >= count
      case .pages(let count): pagesSoFar >= count
      }
    }

    mutating func due() -> [CheckedContinuation<Void, Never>] {
      let due = waiting.filter { has($0.moment) }
      waiting = waiting.filter { !has($0.moment) }
      return due.map(\.continuation)
    }
  }

  let manner: Manner
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let state = Mutex(State())
  /// A socket that only has the port, so that no other program gets it between two lives.
  private let holder: Int32

  init(_ manner: Manner) {
    self.manner = manner
    holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  deinit { close(holder) }

  var port: Int { state.withLock(\.port) }
  var listenersSoFar: Int { state.withLock(\.listenersSoFar) }
  var pagesSoFar: Int { state.withLock(\.pagesSoFar) }
  /// What was asked for so far, heads of sockets too.
  var targets: [String] { state.withLock(\.targets) }

  /// Waits until a moment has come.
  func wait(for moment: Moment) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.has(moment) { return true }
        state.waiting.append((moment, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  fileprivate func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, due) = state.withLock { state in (change(&state), state.due()) }
    for continuation in due { continuation.resume() }
    return result
  }

  /// Takes a port that nobody has, and shares it with the sockets that listen at it.
  private func takePort() throws -> Int {
    var (address, shares) = (sockaddr_in(), Int32(1))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    setsockopt(holder, SOL_SOCKET, SO_REUSEADDR, &shares, socklen_t(MemoryLayout<Int32>.size))
    let code = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
      return bind(holder, start, length) | getsockname(holder, start, &length)
    }
    try #require(code == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  func start() async throws {
    let port = try port > 0 ? port : takePort()
    let door = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        let id = ObjectIdentifier(channel)
        self.change { $0.connections[id] = channel }
        channel.closeFuture.whenComplete { _ in
          self.change { ($0.connections[id], $0.listeners[id]) = (nil, nil) }
        }
        return channel.eventLoop.makeCompletedFuture { try self.equip(channel) }
      }
      .bind(host: "127.0.0.1", port: port).get()
    change { state in
      state.port = port
      state.door = door
    }
  }

  /// Ends at once, without a word to anybody.
  func kill() async throws {
    let door = change { state in
      defer { state.door = nil }
      return state.door
    }
    try await door?.close()
    // Only now nobody can come in any more.
    let connections = change { state in
      state.listeners = [:]
      return Array(state.connections.values)
    }
    for connection in connections { try? await connection.close() }
  }

  func shutDown() async throws {
    try await kill()
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume() }
    try await group.shutdownGracefully()
  }

  /// Publishes the next status, and tells all who listen.
  func publish() {
    state.withLock { state in
      state.log.count += 1
      let row = state.log.row(state.log.count)
      for channel in state.listeners.values { tell(row, over: channel) }
    }
  }

  private func tell(_ row: String, over channel: any Channel) {
    switch manner {
    case .events:
      let text = "event: update\ndata: \(row)\n\n"
      channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
    case .socket:
      let payload = row.replacing("\"", with: "\\\"")
      let text = #"{"stream":["user"],"event":"update","payload":"\#(payload)"}"#
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
    }
  }

  private func equip(_ channel: any Channel) throws {
    let isSocket = manner == .socket
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: 1 << 20,
      shouldUpgrade: { channel, head in
        self.change { $0.targets.append(head.uri) }
        let isWanted = isSocket && head.uri == "/api/v1/streaming"
        return channel.eventLoop.makeSucceededFuture(isWanted ? [:] : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Talking(host: self)) }
      })
    let upgrade: NIOHTTPServerUpgradeSendableConfiguration = (
      [upgrader], { $0.pipeline.syncOperations.removeHandler(name: "answering", promise: nil) }
    )
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withServerUpgrade: upgrade)
    try channel.pipeline.syncOperations.addHandler(Answering(host: self), name: "answering")
  }

  fileprivate func listen(_ channel: any Channel) {
    change { state in
      state.listeners[ObjectIdentifier(channel)] = channel
      state.listenersSoFar += 1
    }
  }

  /// A connection over which pages are asked for, or events.
  private final class Answering: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let host: StreamHost

    init(host: StreamHost) {
      self.host = host
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(let head) = unwrapInboundIn(data) else { return }
      host.change { $0.targets.append(head.uri) }
      switch head.uri.prefix(while: { $0 != "?" }) {
      case "/api/v1/timelines/home":
        let page = host.change { state in
          state.pagesSoFar += 1
          return state.log.page(head.uri)
        }
        answer(.ok, page.body, page.link, context)
      case "/api/v1/notifications": answer(.ok, "[]", nil, context)
      case "/api/v1/streaming/user" where host.manner == .events:
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Type": "text/event-stream"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: ":)\n")))), promise: nil)
        host.listen(context.channel)
      default: answer(.notFound, #"{"error":"Not Found"}"#, nil, context)
      }
    }

    private func answer(_ status: HTTPResponseStatus, _ body: String, _ link: String?, _ context: ChannelHandlerContext)
    {
      var headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(body.utf8.count)"]
      if let link { headers.add(name: "Link", value: link) }
      context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  /// A WebSocket.
  private final class Talking: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let host: StreamHost

    init(host: StreamHost) {
      self.host = host
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      switch frame.opcode {
      case .text: host.listen(context.channel)
      case .ping:
        let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
        context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
      case .connectionClose: context.close(promise: nil)
      default: break
      }
    }
  }
}
