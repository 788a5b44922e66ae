import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

extension HTTPTransport: SocketTransport {
  /// Opens a connection of its own and asks for a WebSocket over it, through a proxy where one leads there.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> SocketAnswer {
    try request.check()
    let opening = SocketOpening(
      request: request, configuration: configuration, proxy: try configuration.proxies.proxy(for: request.url.origin))
    let attempt = SocketAttempt()
    do {
      return try await withTaskCancellationHandler {
        try await opening.answer(on: group, attempt)
      } onCancel: {
        attempt.giveUp()
      }
    } catch {
      throw Task.isCancelled ? .canceled : TransportError(error, host: request.url.origin.host)
    }
  }
}

/// The connection that is meant to become a WebSocket, so that the attempt can be given up in the middle.
final class SocketAttempt: Sendable {
  private let state = Mutex<(channel: (any Channel)?, isOver: Bool)>((nil, false))

  func begin(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.isOver
    }
    if isOver { channel.close(promise: nil) }
  }

  func giveUp() {
    let channel = state.withLock { state in
      state.isOver = true
      return state.channel
    }
    channel?.close(promise: nil)
  }
}

/// The way from a request for a WebSocket to the answer.
struct SocketOpening: Sendable {
  let request: HTTPRequest
  let configuration: HTTPTransport.Configuration
  let proxy: ProxyAddress?

  /// What the connection became.
  private enum Outcome: Sendable {
    case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused(NIOAsyncChannel<HTTPClientResponsePart, Never>)
  }

  private var origin: ServerAddress { request.url.origin }

  func answer(on group: MultiThreadedEventLoopGroup, _ attempt: SocketAttempt) async throws -> SocketAnswer {
    let context = origin.scheme == .https ? try NIOSSLContext(configuration: TLSConfiguration(configuration)) : nil
    let outcome = try await ClientBootstrap(group: group)
      .connectTimeout(TimeAmount(configuration.connectTimeout))
      .connect(host: proxy?.host ?? origin.host, port: proxy?.port ?? origin.effectivePort) { channel in
        attempt.begin(channel)
        return channel.eventLoop.makeCompletedFuture { try begin(on: channel, context) }
      }
      .get()
    switch outcome {
    case .socket(let frames): return .open(WebSocketConnection(frames, host: origin.host))
    case .refused(let parts): return .refused(try await collect(parts))
    }
  }

  /// Lays the pipeline: the proxy first, then encryption, then the question.
  private func begin(on channel: any Channel, _ context: NIOSSLContext?) throws -> EventLoopFuture<Outcome> {
    let alarm = channel.eventLoop.scheduleTask(in: TimeAmount(configuration.idleTimeout)) {
      channel.pipeline.fireErrorCaught(TransportError.slowOpening)
      channel.close(promise: nil)
    }
    defer { channel.closeFuture.whenComplete { _ in alarm.cancel() } }
    guard let proxy else {
      let outcome = try ask(over: channel, context)
      outcome.whenComplete { _ in alarm.cancel() }
      return outcome
    }
    let tunnel = ProxyTunnel(
      through: proxy, to: origin, isOpen: channel.eventLoop.makePromise(of: Void.self))
    try channel.pipeline.syncOperations.addHandler(tunnel)
    let outcome = tunnel.isOpen.futureResult.flatMap {
      do { return try ask(over: channel, context) } catch { return channel.eventLoop.makeFailedFuture(error) }
    }
    outcome.whenComplete { _ in alarm.cancel() }
    return outcome
  }

  private func ask(over channel: any Channel, _ context: NIOSSLContext?) throws -> EventLoopFuture<Outcome> {
    if let context {
      let isAddress = (try? SocketAddress(ipAddress: origin.host, port: 0)) != nil
      let handler = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : origin.host)
      try channel.pipeline.syncOperations.addHandler(handler)
    }
    var fields = HTTPHeaders([("Host", origin.authority)])
    for field in request.headers.fields { fields.add(name: field.name, value: field.value) }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: request.url.target, headers: fields)
    let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(
      maxFrameSize: WebSocketConnection.limit, enableAutomaticErrorHandling: false
    ) { channel, _ in
      channel.eventLoop.makeCompletedFuture { .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel)) }
    }
    let upgrade = NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
      channel.eventLoop.makeCompletedFuture { .refused(try NIOAsyncChannel(wrappingChannelSynchronously: channel)) }
    }
    var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
    // The first message may come in one piece with the answer.
    pipeline.leftOverBytesStrategy = .forwardBytes
    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
  }

  /// The answer of a server that does not open a WebSocket, with as much of its body as it takes to say why.
  private func collect(_ parts: NIOAsyncChannel<HTTPClientResponsePart, Never>) async throws -> HTTPResponse {
    let alarm = parts.channel.eventLoop.scheduleTask(in: TimeAmount(configuration.idleTimeout)) {
      parts.channel.close(promise: nil)
    }
    defer { alarm.cancel() }
    var answer: HTTPResponse?
    do {
      try await parts.executeThenClose { incoming, _ in
        reading: for try await part in incoming {
          switch part {
          case .head(let head):
            answer = HTTPResponse(status: Int(head.status.code), headers: Headers(head.headers))
          case .body(let buffer):
            guard let known = answer, known.body.count < Self.refusalLimit else { break reading }
            let body = known.body + Array(buffer.readableBytesView)
            answer = HTTPResponse(status: known.status, headers: known.headers, body: body)
          case .end: break reading
          }
        }
      }
    } catch {
      // What was to be said is said by the head already.
      guard answer != nil else { throw error }
    }
    guard let answer else { throw ChannelError.eof }
    return answer
  }

  private static let refusalLimit = 64 << 10
}

extension TransportError {
  fileprivate static var slowOpening: TransportError {
    TransportError(.timedOut, "no WebSocket in time", mayHaveArrived: true)
  }
}
