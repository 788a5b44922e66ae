import GRDB
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Serves a connection: upgrades it to a WebSocket when that is requested and allowed, and otherwise serves HTTP.
struct WebSocketUpgrade: ServerChildChannel {
  let gateway: Gateway
  let pages: HTTP1Channel

  /// The greatest size of a client's frame, in bytes.
  private static let limit = 1 << 16
  /// The greatest size of a request line or a header field, in bytes.
  private static let headerLimit = 1 << 15
  /// How long the head of a connection's first request may take: only then Hummingbird begins to measure.
  private static let firstHead = TimeAmount.seconds(20)
  /// How long nothing may move in either direction, whatever the connection is used for: a stalled reader of a response
  /// or a stream. It is longer than the longest delay that a test can inject.
  private static let stillness = TimeAmount.minutes(11)

  /// What a connection is used for.
  enum Use: Sendable {
    case pages(HTTP1Channel.Value)
    case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, WebSocketSession.Handshake)
  }

  /// A connection whose use is not yet known.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let use: EventLoopFuture<Use>
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let upgrader = NIOTypedWebSocketServerUpgrader<Use>(
        maxFrameSize: Self.limit,
        shouldUpgrade: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            // What follows is no HTTP.
            let pipeline = channel.pipeline.syncOperations
            _ = try pipeline.removeHandler(pipeline.handler(type: ConnectionEnd.self))
            return WebSocketSession.Handshake(head).headers
          }
        },
        upgradePipelineHandler: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(StalledSocketEnd())
            let frames = try NIOAsyncChannel<WebSocketFrame, WebSocketFrame>(wrappingChannelSynchronously: channel)
            return .socket(frames, WebSocketSession.Handshake(head))
          }
        })
      let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Use>(upgraders: [upgrader]) { channel in
        channel.eventLoop.makeCompletedFuture { .pages(try servePages(over: channel, logger)) }
      }
      var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
      // Disabled as in Hummingbird, which handles these itself.
      pipeline.enablePipelining = false
      pipeline.enableErrorHandling = false
      pipeline.enableResponseHeaderValidation = false
      pipeline.decoderConfiguration.maxHeaderFieldSize = Self.headerLimit
      pipeline.decoderConfiguration.maxHeaderListSize = 2 * Self.headerLimit
      let use = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(configuration: pipeline)
      try addLimits(to: channel.pipeline.syncOperations)
      let limit = channel.eventLoop.scheduleTask(in: Self.firstHead) { channel.close(promise: nil) }
      use.whenComplete { _ in limit.cancel() }
      return Value(channel: channel, use: use)
    }
  }

  private func addLimits(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try pipeline.addHandler(IdleStateHandler(allTimeout: Self.stillness), position: .first)
    try pipeline.addHandler(WebSocketUpgradeCheck(gateway: gateway), position: .after(decoder))
    try pipeline.addHandler(ConnectionEnd(), position: .after(decoder))
  }

  func handle(value: Value, logger: Logger) async {
    switch try? await value.use.get() {
    case .pages(let parts)?: await pages.handle(value: parts, logger: logger)
    case .socket(let frames, let handshake)?:
      await WebSocketSession(gateway: gateway, handshake: handshake).run(over: frames)
    case nil: break
    }
  }

  /// Adds the HTTP handlers that Hummingbird adds to a connection.
  private func servePages(over channel: any Channel, _ logger: Logger) throws -> HTTP1Channel.Value {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandler(DateHeader(gateway.controls.clock))
    let idleTimeout = pages.configuration.idleTimeout.map { Duration($0) }
    try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger))
    let configuration = HTTP1Channel.Value.Configuration(isOutboundHalfClosureEnabled: true)
    return try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: configuration)
  }
}

/// Closes a WebSocket on which nothing moves, as `ConnectionEnd` does for HTTP: a client that reads takes heartbeats.
private final class StalledSocketEnd: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
    context.close(promise: nil)
  }
}

/// Checks the first request of a connection. When an upgrade is refused, removes the request's Upgrade header: NIO's
/// upgrade handler does not return the requests that it refuses.
private final class WebSocketUpgradeCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let gateway: Gateway
  private var isChecking = false
  private var isGone = false
  /// What arrived during the check.
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

  /// Forwards what was held back and removes this handler.
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
  /// Whether to upgrade the request; otherwise it is answered like any other.
  fileprivate func admits(_ head: HTTPRequestHead) async -> Bool {
    let host = head.headers.first(name: "Host") ?? ""
    guard head.isWebSocketRequest, head.uri.prefix(while: { $0 != "?" }) == Routes.socketPath,
      LoopbackMiddleware.admits(host: host),
      head.headers.first(name: "Origin").map({ $0 == "http://" + host }) ?? true,
      let token = WebSocketSession.Handshake(head).input.token
    else { return false }
    return (try? await database.read { try Token.find(token, in: $0) }) != nil
  }
}

extension HTTPRequestHead {
  /// Whether NIO can upgrade the request; those that it cannot upgrade it never answers.
  fileprivate var isWebSocketRequest: Bool {
    method == .GET && headers[canonicalForm: "Upgrade"].contains { $0.lowercased() == "websocket" }
      && headers[canonicalForm: "Sec-WebSocket-Key"].count == 1
      && headers[canonicalForm: "Sec-WebSocket-Version"].elementsEqual(["13"])
      && !headers.contains(name: "Transfer-Encoding") && ["0", nil].contains(headers.first(name: "Content-Length"))
  }
}
