import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization

extension HTTPTransport: WebSocketTransport {
  /// Opens a WebSocket on a new connection, through a proxy if one is configured.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> WebSocketResponse {
    try request.check()
    let handshake = WebSocketHandshake(
      request: request, configuration: configuration, proxy: try configuration.proxies.proxy(for: request.url.origin))
    let attempt = WebSocketAttempt()
    do {
      return try await withTaskCancellationHandler {
        try await handshake.run(on: group, attempt)
      } onCancel: {
        attempt.giveUp()
      }
    } catch {
      throw Task.isCancelled ? .canceled : TransportError(error, host: request.url.origin.host)
    }
  }
}

/// The connection of a WebSocket handshake, so that the handshake can be canceled.
final class WebSocketAttempt: Sendable {
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

/// The handshake of a WebSocket (RFC 6455 section 4).
struct WebSocketHandshake: Sendable {
  let request: HTTPRequest
  let configuration: HTTPTransport.Configuration
  let proxy: ProxyAddress?

  /// What the connection became.
  private enum Outcome: Sendable {
    case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused(NIOAsyncChannel<HTTPClientResponsePart, Never>)
  }

  private var origin: ServerAddress { request.url.origin }

  func run(on group: MultiThreadedEventLoopGroup, _ attempt: WebSocketAttempt) async throws -> WebSocketResponse {
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

  /// Builds the pipeline: first the proxy, then TLS, then the upgrade request.
  private func begin(on channel: any Channel, _ context: NIOSSLContext?) throws -> EventLoopFuture<Outcome> {
    let alarm = channel.eventLoop.scheduleTask(in: TimeAmount(configuration.idleTimeout)) {
      channel.pipeline.fireErrorCaught(TransportError.slowHandshake)
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
      try channel.pipeline.syncOperations.addHandler(HostCheck(origin).handler(context))
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
    // The first message may arrive together with the response.
    pipeline.leftOverBytesStrategy = .forwardBytes
    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
  }

  /// Reads the response of a server that does not open a WebSocket, with the start of its body for the error message.
  private func collect(_ parts: NIOAsyncChannel<HTTPClientResponsePart, Never>) async throws -> HTTPResponse {
    let alarm = parts.channel.eventLoop.scheduleTask(in: TimeAmount(configuration.idleTimeout)) {
      parts.channel.close(promise: nil)
    }
    defer { alarm.cancel() }
    var response: HTTPResponse?
    do {
      try await parts.executeThenClose { incoming, _ in
        reading: for try await part in incoming {
          switch part {
          case .head(let head):
            response = HTTPResponse(status: Int(head.status.code), headers: Headers(head.headers))
          case .body(let buffer):
            guard let known = response, known.body.count < Self.refusalLimit else { break reading }
            let body = known.body + Array(buffer.readableBytesView)
            response = HTTPResponse(status: known.status, headers: known.headers, body: body)
          case .end: break reading
          }
        }
      }
    } catch {
      // The head alone is enough to report the error.
      guard response != nil else { throw error }
    }
    guard let response else { throw ChannelError.eof }
    return response
  }

  private static let refusalLimit = 64 << 10
}

extension TransportError {
  fileprivate static var slowHandshake: TransportError {
    TransportError(.timedOut, "the WebSocket handshake timed out", mayHaveArrived: true)
  }
}
