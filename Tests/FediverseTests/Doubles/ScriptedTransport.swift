import Fediverse
import Synchronization

/// A transport that answers from a script and keeps what it was asked.
final class ScriptedTransport: Transport {
  private let state = Mutex(State())

  private struct State {
    var replies: [String: [Result<HTTPResponse, TransportError>]] = [:]
    var requests: [HTTPRequest] = []
  }

  /// Lets a request, written like `GET /api/v1/instance`, be answered so; the last reply of a request is repeated.
  @discardableResult
  func on(
    _ request: String, status: Int = 200, headers: Headers = [:], _ body: String = "{}"
  ) -> ScriptedTransport {
    add(request, .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
  }

  /// Lets a request fail on its way.
  @discardableResult
  func on(_ request: String, fails error: TransportError) -> ScriptedTransport {
    add(request, .failure(error))
  }

  private func add(_ request: String, _ reply: Result<HTTPResponse, TransportError>) -> ScriptedTransport {
    state.withLock { $0.replies[request, default: []].append(reply) }
    return self
  }

  /// The requests so far, each written as `on` takes them.
  var asked: [String] { requests.map(Self.spelling) }

  var requests: [HTTPRequest] { state.withLock(\.requests) }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let reply = state.withLock { state -> Result<HTTPResponse, TransportError>? in
      state.requests.append(request)
      let key = Self.spelling(request)
      guard let first = state.replies[key]?.first else { return nil }
      if let count = state.replies[key]?.count, count > 1 { state.replies[key]?.removeFirst() }
      return first
    }
    let missing = HTTPResponse(status: 404, body: Array(#"{"error":"Record not found"}"#.utf8))
    return try (reply ?? .success(missing)).get()
  }

  private static func spelling(_ request: HTTPRequest) -> String {
    let host = request.url.origin.host == "example.social" ? "" : request.url.origin.baseURL
    return "\(request.method.rawValue) \(host)\(request.url.target)"
  }
}

extension Client {
  /// A signed-in client of `example.social` that knows its domain.
  static func scripted(_ transport: ScriptedTransport, token: String? = "s3cret", domain: String? = nil) throws
    -> Client
  {
    Client(
      server: try ServerAddress("example.social"), token: token.map { AccessToken($0) }, transport: transport,
      userAgent: "test/1", domain: domain, clock: { Timestamp(seconds: 1_700_000_000) })
  }
}
