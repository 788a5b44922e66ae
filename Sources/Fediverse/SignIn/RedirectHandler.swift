import NIOCore
import NIOHTTP1

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
