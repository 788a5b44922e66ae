import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

/// A real server of WebSockets on this machine, behind TLS and a proxy where a test wants it so.
final class SocketHost: Sendable {
  /// What it does with a frame.
  enum Answer: Sendable {
    case frames([WebSocketFrame])
    /// Bytes as they are, in place of frames.
    case bytes([UInt8])
    case hangUp
  }

  /// What a proxy before it says once it has heard enough, and how much it wants to hear first.
  struct Proxy: Sendable {
    let steps: [(hears: Int, says: [UInt8])]
  }

  let port: Int
  private let heard: Heard

  /// What came so far: the bytes that a proxy was told, and the heads of requests.
  var proxyBytes: [UInt8] { heard.state.withLock(\.bytes) }
  var heads: [HTTPRequestHead] { heard.state.withLock(\.heads) }

  private init(port: Int, heard: Heard) {
    self.port = port
    self.heard = heard
  }

  fileprivate final class Heard: Sendable {
    let state = Mutex<(bytes: [UInt8], heads: [HTTPRequestHead])>(([], []))
  }

  static func run<Result: Sendable>(
    as identity: TestCertificates.Identity? = nil, behind proxy: Proxy? = nil,
    _ answer: @escaping @Sendable (WebSocketFrame) -> Answer, during work: (SocketHost) async throws -> Result
  ) async throws -> Result {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let heard = Heard()
    let tls = try identity.map { identity in
      let certificate = try NIOSSLCertificate(bytes: Array(identity.certificate.utf8), format: .pem)
      let key = try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)
      return try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    }
    let serve: @Sendable (any Channel) throws -> Void = { channel in
      if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: 1 << 23,
        shouldUpgrade: { channel, head in
          heard.state.withLock { $0.heads.append(head) }
          return channel.eventLoop.makeSucceededFuture([:])
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Talking(answer)) }
        })
      let upgrade: NIOHTTPServerUpgradeSendableConfiguration = ([upgrader], { _ in })
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(withServerUpgrade: upgrade)
    }
    let channel = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let proxy else { return try serve(channel) }
          try channel.pipeline.syncOperations.addHandler(Passing(proxy, heard, serve))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let host = SocketHost(port: channel.localAddress?.port ?? 0, heard: heard)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work(host)) } catch { result = .failure(error) }
    try await channel.close()
    try await group.shutdownGracefully()
    return try result.get()
  }

  private final class Talking: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let answer: @Sendable (WebSocketFrame) -> Answer

    init(_ answer: @escaping @Sendable (WebSocketFrame) -> Answer) {
      self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      switch answer(frame) {
      case .hangUp: context.close(promise: nil)
      case .frames(let frames):
        for frame in frames { context.write(wrapOutboundOut(frame), promise: nil) }
        context.flush()
        if frame.opcode == .connectionClose { context.close(promise: nil) }
      case .bytes(let bytes):
        let encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
        encoder?.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        encoder?.close(promise: nil)
      }
    }
  }

  /// The proxy before the server.
  private final class Passing: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let proxy: Proxy
    private let heard: Heard
    private let serve: @Sendable (any Channel) throws -> Void
    private var step = 0
    private var count = 0

    init(_ proxy: Proxy, _ heard: Heard, _ serve: @escaping @Sendable (any Channel) throws -> Void) {
      self.proxy = proxy
      self.heard = heard
      self.serve = serve
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = unwrapInboundIn(data)
      guard step < proxy.steps.count else { return context.fireChannelRead(data) }
      heard.state.withLock { $0.bytes += Array(buffer.readableBytesView) }
      count += buffer.readableBytes
      guard count >= proxy.steps[step].hears else { return }
      count = 0
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: proxy.steps[step].says)), promise: nil)
      step += 1
      guard step == proxy.steps.count else { return }
      do { try serve(context.channel) } catch { context.close(promise: nil) }
    }
  }
}
