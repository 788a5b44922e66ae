import NIOCore
import NIOHTTP1

/// Closes a connection after its last request, or when its bytes are no request, so that the last response arrives.
///
/// Connections that are idle are closed by Hummingbird, behind it.
final class ConnectionEnd: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var unanswered = 0
  /// Whether the newest request has not arrived whole.
  private var isReading = false
  /// The error of what arrived after requests that are not answered yet.
  private var refusal: HTTPResponseStatus?
  private var isResponding = false
  /// Whether the connection closes once all requests are answered, or else after the current response.
  private var isLast = false
  private var isClosing = false
  /// Whether what still arrives is ignored.
  private var isDeaf = false
  private var isOver = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver, !isDeaf else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard head.headers["Host"].count <= 1 else { return refuse(.badRequest, context) }
      unanswered += 1
      isReading = true
      // The parser stops after a request for an upgrade, because what follows may be another protocol.
      isLast = isLast || !head.isKeepAlive || head.version == .http1_0 || head.headers.contains(name: "Upgrade")
    case .body: break
    case .end: (isReading, isDeaf) = (false, isLast)
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent {
      // What arrived is no request, and nobody would take a refusal.
      isOver = true
      return context.close(promise: nil)
    }
    if event is ChannelShouldQuiesceEvent {
      guard unanswered > 0 else { return context.close(promise: nil) }
      isLast = true
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error as? HTTPParserError {
    case nil: context.fireErrorCaught(error)
    case .headerOverflow?: refuse(.requestHeaderFieldsTooLarge, context)
    default: refuse(.badRequest, context)
    }
  }

  /// Answers with an error as soon as the requests before it are answered, and closes the connection.
  private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
    guard !isOver, !isDeaf else { return }
    guard unanswered <= (isReading ? 1 : 0) else {
      (refusal, isDeaf) = (status, true)
      return
    }
    guard !isResponding else { return context.close(promise: nil) }
    let body = ByteBuffer(bytes: Refusal(Int(status.code), status.reasonPhrase).reply.bytes)
    let headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8", "Content-Length": String(body.readableBytes),
      "Connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    close(context)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.fail(ChannelError.alreadyClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      isResponding = true
      isClosing = isLast && unanswered == 1 || head.headers[canonicalForm: "Connection"].contains("close")
      if isClosing { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body: context.write(data, promise: promise)
    case .end:
      isResponding = false
      unanswered -= 1
      context.write(data, promise: promise)
      if isClosing || isLast && unanswered == 0 { return close(context) }
      guard let status = refusal else { return }
      (refusal, isDeaf) = (nil, false)
      refuse(status, context)
    }
  }

  /// Closes the connection once the client has closed its side or had five seconds to, from when it took the response:
  /// closing earlier would discard what it is still sending, and with that the response on its way.
  private func close(_ context: ChannelHandlerContext) {
    isOver = true
    let loop = context.eventLoop
    let channel = context.channel
    let closed = loop.makePromise(of: Void.self)
    closed.futureResult.whenComplete { _ in
      loop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    }
    context.flush()
    context.close(mode: .output, promise: closed)
  }
}
