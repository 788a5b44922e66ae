import HTTPTypes
import Hummingbird

/// Refuses requests that web pages could send: those with another host name that resolves to 127.0.0.1, and those with
/// another origin.
struct LoopbackMiddleware: RouterMiddleware {
  let idleTimer: IdleTimer

  func handle(
    _ request: Request, context: ConnectionContext, next: (Request, ConnectionContext) async throws -> Response
  ) async throws -> Response {
    let host = request.head.authority ?? ""
    guard LoopbackMiddleware.admits(host: host), request.headers[.origin].map({ $0 == "http://" + host }) ?? true else {
      return Response(Refusal.foreignHost.reply)
    }
    idleTimer.begin()
    defer { idleTimer.end() }
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      return Response(Refusal.unrouted(error).reply)
    }
  }

  static func admits(host: String) -> Bool {
    guard let parts = host.lowercased().wholeMatch(of: /(\[[^\]]*\]|[^:\[\]]*)(:[0-9]+)?/) else { return false }
    return ["127.0.0.1", "localhost", "[::1]", InstanceConfiguration.domain].contains(String(parts.1))
  }
}

extension Refusal {
  fileprivate static let foreignHost = Refusal(403, "This sandbox answers only to loopback names")

  fileprivate static func unrouted(_ error: HTTPError) -> Refusal {
    error.status.code == 404 ? Refusal(404, "Not Found") : Refusal(error.status.code, error.status.reasonPhrase)
  }
}
