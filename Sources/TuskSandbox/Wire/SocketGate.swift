import GRDB
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// The door of the server: a connection that asks for a WebSocket and may have it gets one, every other asks for pages.
struct SocketGate: ServerChildChannel {
  let gateway: Gateway
  let pages: HTTP1Channel

  /// How many bytes a frame may have that asks for a stream.
  private static let limit = 1 << 16

  /// What a connection becomes.
  enum Use: Sendable {
    case pages(HTTP1Channel.Value)
    case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, SocketTalk.Opening)
  }

  /// A connection of which it is not known yet.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let use: EventLoopFuture<Use>
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let upgrader = NIOTypedWebSocketServerUpgrader<Use>(
        maxFrameSize: Self.limit,
        shouldUpgrade: { channel, head in
          channel.eventLoop.makeSucceededFuture(SocketTalk.Opening(head).headers)
        },
        upgradePipelineHandler: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            let frames = try NIOAsyncChannel<WebSocketFrame, WebSocketFrame>(wrappingChannelSynchronously: channel)
            return .socket(frames, SocketTalk.Opening(head))
          }
        })
      let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Use>(upgraders: [upgrader]) { channel in
        channel.eventLoop.makeCompletedFuture { .pages(try servePages(over: channel, logger)) }
      }
      var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
      // As Hummingbird has it, which sees to these by itself.
      pipeline.enablePipelining = false
      pipeline.enableErrorHandling = false
      pipeline.enableResponseHeaderValidation = false
      let use = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(configuration: pipeline)
      let decoder = try channel.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try channel.pipeline.syncOperations.addHandler(SocketCheck(gateway: gateway), position: .after(decoder))
      return Value(channel: channel, use: use)
    }
  }

  func handle(value: Value, logger: Logger) async {
    switch try? await value.use.get() {
    case .pages(let parts)?: await pages.handle(value: parts, logger: logger)
    case .socket(let frames, let opening)?: await SocketTalk(gateway: gateway, opening: opening).run(over: frames)
    case nil: break
    }
  }

  /// What Hummingbird lays over the HTTP of a connection.
  private func servePages(over channel: any Channel, _ logger: Logger) throws -> HTTP1Channel.Value {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
    let configuration = HTTP1Channel.Value.Configuration(isOutboundHalfClosureEnabled: true)
    return try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: configuration)
  }
}

/// Looks at the first request of a connection: one that gets no WebSocket goes on as if it had not asked for any, because
/// what handles upgrades does not give back the requests that it refuses.
private final class SocketCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let gateway: Gateway
  private var isChecking = false
  private var isGone = false
  /// What came while the request was looked at.
  private var held: [NIOAny] = []

  init(gateway: Gateway) {
    self.gateway = gateway
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isChecking else { return held.append(data) }
    guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "Upgrade") else {
      return pass(data, context)
    }
    isChecking = true
    let gateway = gateway
    context.eventLoop.makeFutureWithTask { [head] in await gateway.admits(head) }.assumeIsolated().whenComplete {
      if (try? $0.get()) != true { head.headers.remove(name: "Upgrade") }
      self.pass(self.wrapInboundOut(.head(head)), context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    isGone = true
  }

  /// Lets everything on its way, and is in the way no more.
  private func pass(_ first: NIOAny, _ context: ChannelHandlerContext) {
    guard !isGone else { return }
    let parts = [first] + held
    held = []
    for part in parts { context.fireChannelRead(part) }
    context.fireChannelReadComplete()
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}

extension Gateway {
  /// Whether a request for a WebSocket gets one; otherwise it is answered like any other.
  fileprivate func admits(_ head: HTTPRequestHead) async -> Bool {
    let host = head.headers.first(name: "Host") ?? ""
    guard head.uri.prefix(while: { $0 != "?" }) == Routes.socketPath, Doorkeeper.admits(host: host),
      head.headers.first(name: "Origin").map({ $0 == "http://" + host }) ?? true,
      let token = SocketTalk.Opening(head).input.token
    else { return false }
    return (try? await database.read { try Token.find(token, in: $0) }) != nil
  }
}
