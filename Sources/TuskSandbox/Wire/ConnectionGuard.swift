import NIOCore
import NIOHTTP1

/// Guards one connection: limits the time that requests and idle connections take, answers what cannot be parsed, and
/// closes connections so that the last response arrives.
///
/// The HTTP server behind it reads and answers requests; it knows no slow, broken or old clients.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A signal from the server that it is about to read a body, for which a client may be waiting.
  struct WantsBody: Sendable {}

  private let limits: Limits
  private let connections: ConnectionLimit
  private var context: ChannelHandlerContext?
  private var exchanges: [HTTPExchange] = []
  private var beginning = RequestBeginning()
  /// The status of the error that is sent once all complete requests are answered.
  private var fault: HTTPResponseStatus?
  private var isResponding = false
  private var isClosing = false
  private var isInputClosed = false
  private var isRunning = false
  /// When the body that is being read must be complete.
  private var bodyEnd = NIODeadline.distantFuture
  private var startTimer: NIOCore.Scheduled<Void>?
  private var readTimer: NIOCore.Scheduled<Void>?
  private var writeTimer: NIOCore.Scheduled<Void>?

  init(_ limits: Limits = Limits(), in connections: ConnectionLimit) {
    self.limits = limits
    self.connections = connections
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !isRunning else { return }
    isRunning = true
    makeRoom(after: limits.start, context)
    limit(limits.head, context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end(context)
    self.context = nil
  }

  private func end(_ context: ChannelHandlerContext) {
    isRunning = false
    becomeBusy(context)
    readTimer?.cancel()
    writeTimer?.cancel()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      isInputClosed = true
      if isClosing { return context.close(promise: nil) }
    }
    if event is ChannelShouldQuiesceEvent, exchanges.isEmpty { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: Requests

  /// Called with all bytes that arrive, before they are parsed.
  func arrived(_ bytes: ByteBuffer) {
    guard let context, isRunning, !isClosing, exchanges.allSatisfy(\.isRead) else { return }
    let isFirst = beginning.isEmpty
    beginning.append(bytes)
    if isFirst, exchanges.isEmpty { limit(limits.head, context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isRunning, !isClosing, fault == nil else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): read(head, context)
    case .body: context.fireChannelRead(data)
    case .end:
      exchanges[exchanges.count - 1].isRead = true
      readTimer?.cancel()
      becomeBusy(context)
      context.fireChannelRead(data)
      finishExchanges(context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !beginning.isEmpty { endStart(context) }
    awaitBody(context)
    context.fireChannelReadComplete()
  }

  /// Waits for the rest of a body. Meanwhile the connection counts as idle, unless it has a request to answer or has just
  /// begun to receive a body.
  private func awaitBody(_ context: ChannelHandlerContext) {
    guard exchanges.last?.isRead == false, fault == nil, !isClosing else { return }
    let left = bodyEnd - context.eventLoop.now
    limit(min(limits.part, left), context)
    guard !exchanges.contains(where: { $0.isRead && !$0.isAnswered }) else { return }
    guard left > limits.body - limits.part else { return connections.becameIdle(context.channel) }
    becomeBusy(context)
    makeRoom(after: limits.pause, context)
  }

  private func becomeBusy(_ context: ChannelHandlerContext) {
    startTimer?.cancel()
    startTimer = nil
    connections.becameBusy(context.channel)
  }

  private func makeRoom(after time: TimeAmount, _ context: ChannelHandlerContext) {
    startTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.endStart(context) }
  }

  /// Counts the connection as idle, if the request has not arrived whole by now.
  private func endStart(_ context: ChannelHandlerContext) {
    guard let timer = startTimer else { return }
    timer.cancel()
    startTimer = nil
    connections.becameIdle(context.channel)
  }

  private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    beginning = RequestBeginning()
    becomeBusy(context)
    readTimer?.cancel()
    bodyEnd = context.eventLoop.now + limits.body
    if let status = head.problem { return refuse(status, context) }
    exchanges.append(HTTPExchange(head))
    context.fireChannelRead(wrapInboundOut(.head(head.normalized(at: context.localAddress))))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    refuse(beginning.status(for: error), context)
  }

  /// Answers with an error as soon as the requests before it are answered, and closes the connection.
  private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
    guard fault == nil, !isClosing else { return }
    fault = status
    readTimer?.cancel()
    sendFault(context)
  }

  private func sendFault(_ context: ChannelHandlerContext) {
    guard let fault, !exchanges.contains(where: { $0.isRead && !$0.isAnswered }) else { return }
    guard !isResponding else { return context.close(promise: nil) }
    guard !exchanges.contains(where: { $0.isAnswered && !$0.isRead }) else { return close(context) }
    let body = ByteBuffer(bytes: Refusal(Int(fault.code), fault.reasonPhrase).reply.bytes)
    let headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8", "Content-Length": String(body.readableBytes),
      "Connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: fault, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    close(context)
  }

  // MARK: Responses

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isClosing, let index = exchanges.firstIndex(where: { !$0.isAnswered }) else {
      promise?.fail(ChannelError.alreadyClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isResponding = true
      exchanges[index].complete(&head)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      isResponding = false
      exchanges[index].isAnswered = true
      if exchanges[index].isLast { return close(context) }
      if fault != nil { return sendFault(context) }
      finishExchanges(context)
    }
  }

  /// Forgets requests that are read and answered, and waits for the next one.
  private func finishExchanges(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    exchanges.removeAll { $0.isRead && $0.isAnswered }
    guard exchanges.isEmpty else { return awaitBody(context) }
    connections.becameIdle(context.channel)
    limit(beginning.isEmpty ? limits.idle : limits.head, context)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is WantsBody else { return context.triggerUserOutboundEvent(event, promise: promise) }
    promise?.succeed()
    guard let index = exchanges.firstIndex(where: { !$0.isAnswered }), exchanges[index].awaitsContinue else { return }
    exchanges[index].expectsContinue = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    writeTimer?.cancel()
    if !context.channel.isWritable {
      writeTimer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.write) { context.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Closing

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    close(context)
    promise?.succeed()
  }

  /// Closes the connection once the client has closed its side or had the time to: closing earlier would discard what it
  /// is still sending, and with that the response on its way. That time begins when the client has taken the response.
  private func close(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    exchanges = []
    context.flush()
    end(after: limits.write, context)
    let closed = context.eventLoop.makePromise(of: Void.self)
    closed.futureResult.assumeIsolated().whenComplete {
      if case .success = $0, !self.isInputClosed { return self.end(after: self.limits.close, context) }
      context.close(promise: nil)
    }
    context.close(mode: .output, promise: closed)
  }

  private func end(after time: TimeAmount, _ context: ChannelHandlerContext) {
    readTimer?.cancel()
    guard isRunning else { return }
    readTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }

  // MARK: Time

  private func limit(_ amount: TimeAmount, _ context: ChannelHandlerContext) {
    readTimer?.cancel()
    readTimer = context.eventLoop.assumeIsolated().scheduleTask(in: amount) { self.timeIsUp(context) }
  }

  /// Ends the connection: with an error if a request is half read, and otherwise in silence.
  private func timeIsUp(_ context: ChannelHandlerContext) {
    guard exchanges.isEmpty, beginning.isEmpty else { return refuse(.requestTimeout, context) }
    context.close(promise: nil)
  }
}
