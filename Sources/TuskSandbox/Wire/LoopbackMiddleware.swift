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

  private static let names = ["127.0.0.1", "localhost", "[::1]", InstanceConfiguration.domain].map { Array($0.utf8) }

  /// Whether the host is a name of the sandbox, with or without a port. Compares bytes, which is faster than a regular
  /// expression: every request is checked.
  static func admits(host: String) -> Bool {
    let host = Array(host.lowercased().utf8)
    return names.contains { name in host.starts(with: name) && isPort(host.dropFirst(name.count)) }
  }

  /// Whether the bytes after a name are nothing or a colon and digits.
  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = bytes.first else { return true }
    let digits = bytes.dropFirst()
    return colon == UInt8(ascii: ":") && !digits.isEmpty
      && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}

extension Refusal {
  fileprivate static let foreignHost = Refusal(403, "This sandbox answers only to loopback names")

  fileprivate static func unrouted(_ error: HTTPError) -> Refusal {
    error.status.code == 404 ? Refusal(404, "Not Found") : Refusal(error.status.code, error.status.reasonPhrase)
  }
}
