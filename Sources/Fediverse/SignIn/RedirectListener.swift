import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A local HTTP listener that waits for the OAuth redirect in a browser (RFC 8252 section 7.3).
///
/// It accepts connections from this machine only and checks the `Host` header, so that no website can reach it under
/// another name. It accepts one authorization response and then closes; other requests are rejected.
public final class RedirectListener: Sendable {
  /// The redirect URI: `http://127.0.0.1:PORT/callback`.
  public let redirect: String
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let promise: RedirectPromise
  private let isClosed = Mutex(false)

  private init(_ group: MultiThreadedEventLoopGroup, _ channel: any Channel, _ promise: RedirectPromise) {
    self.group = group
    self.channel = channel
    self.promise = promise
    redirect = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(RedirectPage.path)"
  }

  deinit {
    promise.settle(.failure(.canceled))
    guard !isClosed.withLock(\.self) else { return }
    group.shutdownGracefully { _ in }
  }

  /// Listens on a free port.
  ///
  /// - Parameter program: the name of the program, shown on the page.
  /// - Throws: ``SignInError`` of kind `noListener` if no port can be opened.
  public static func open(for program: String) async throws(SignInError) -> RedirectListener {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let promise = RedirectPromise()
    do {
      let channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(RedirectHandler(page: RedirectPage(program: program), promise: promise))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return RedirectListener(group, channel, promise)
    } catch {
      try? await group.shutdownGracefully()
      throw .portUnavailable("\(error)")
    }
  }

  /// Waits for the redirect, then closes the port.
  ///
  /// - Parameter limit: the maximum time to wait.
  /// - Throws: ``SignInError`` of kind `timedOut`, or `canceled` if the task was canceled.
  public func response(within limit: Duration = .seconds(300)) async throws(SignInError) -> AuthorizationResponse {
    let timer = Task { [promise] in
      try await Task.sleep(for: limit)
      promise.settle(.failure(.timedOut))
    }
    let outcome = await withTaskCancellationHandler {
      await promise.outcome()
    } onCancel: {
      promise.settle(.failure(.canceled))
    }
    timer.cancel()
    await close()
    return try AuthorizationResponse(address: outcome.get())
  }

  /// Closes the port; a task that still waits receives a ``SignInError`` of kind `canceled`.
  public func close() async {
    promise.settle(.failure(.canceled))
    // Closing twice would wait forever for threads that have ended.
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    try? await channel.close()
    try? await group.shutdownGracefully()
  }
}

/// The handler of one browser connection to a ``RedirectListener``.
final class RedirectHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let page: RedirectPage
  private let promise: RedirectPromise
  private var head: HTTPRequestHead?

  init(page: RedirectPage, promise: RedirectPromise) {
    self.page = page
    self.promise = promise
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      respond(to: head, context: context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Responds and closes; the redirect is accepted only when the page has been sent.
  private func respond(to request: HTTPRequestHead, context: ChannelHandlerContext) {
    let status = page.status(for: request, port: context.localAddress?.port ?? 0)
    let body = status == .ok ? page.thanks : page.words(for: status)
    let head = HTTPResponseHead(
      version: .http1_1, status: status, headers: RedirectPage.headers(length: body.utf8.count))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
    }
    let (channel, promise) = (context.channel, promise)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close().whenComplete { _ in
        if status == .ok { promise.settle(.success(request.uri)) }
      }
    }
  }
}

/// The page that a ``RedirectListener`` shows in the browser.
struct RedirectPage: Sendable {
  static let path = "/callback"
  let program: String

  /// The status of the response to a request; only the redirect succeeds.
  func status(for request: HTTPRequestHead, port: Int) -> HTTPResponseStatus {
    // DNS rebinding: another site's name may resolve to this machine, and then appears here.
    let hosts = request.headers["Host"].map { $0.lowercased() }
    guard hosts == ["127.0.0.1:\(port)"] || hosts == ["localhost:\(port)"] else { return .misdirectedRequest }
    guard request.uri.prefix(while: { $0 != "?" }) == Self.path else { return .notFound }
    guard request.method == .GET else { return .methodNotAllowed }
    // A request without a response to authorization does not end the sign-in; a wrong one does, with an error.
    return AuthorizationResponse.isGiven(in: request.uri) ? .ok : .badRequest
  }

  var thanks: String { document("Authorized", "You can close this page and return to \(program).") }

  func words(for status: HTTPResponseStatus) -> String {
    let reason =
      status == .badRequest ? "This is not the response that \(program) is waiting for." : status.reasonPhrase
    return document("\(status.code)", reason)
  }

  static func headers(length: Int) -> HTTPHeaders {
    [
      "Content-Type": "text/html; charset=utf-8", "Content-Length": "\(length)", "Connection": "close",
      "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ]
  }

  private func document(_ title: String, _ text: String) -> String {
    let (title, text) = (Self.escaped(title), Self.escaped(text))
    return "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>\(title)</title>"
      + "<h1>\(title)</h1>\n<p>\(text)</p></html>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}

/// A promise of the redirect, which can be fulfilled from several places.
final class RedirectPromise: Sendable {
  typealias Outcome = Result<String, SignInError>
  private let state = Mutex(State())

  private struct State {
    var outcome: Outcome?
    var waiting: CheckedContinuation<Outcome, Never>?
  }

  /// Fulfills the promise; later calls have no effect.
  func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: outcome)
  }

  /// Waits for the result; only one task may wait.
  func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> Outcome? in
        if state.outcome == nil { state.waiting = continuation }
        return state.outcome
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}

extension SignInError {
  fileprivate static var canceled: SignInError { SignInError(.canceled, "the sign-in was canceled") }

  fileprivate static var timedOut: SignInError {
    SignInError(.timedOut, "the browser did not respond in time; start again, or paste the code by hand")
  }

  fileprivate static func portUnavailable(_ reason: String) -> SignInError {
    SignInError(.noListener, "cannot listen on a local port: \(reason.oneLine(limit: 200))")
  }
}
