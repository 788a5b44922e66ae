import Fediverse
import Synchronization

/// A transport that answers from a script and keeps what it was asked.
final class ScriptedTransport: Transport {
  private let state = Mutex(State())

  private struct State {
    var replies: [String: [Reply]] = [:]
    var requests: [HTTPRequest] = []
  }

  /// What comes of one request.
  private enum Reply: Sendable {
    case whole(HTTPResponse)
    case failure(TransportError)
    case pieces(HTTPHead, [[UInt8]], Ending)
  }

  /// How an answer ends that comes in pieces.
  enum Ending: Sendable {
    case closes
    case fails(TransportError)
    /// It never ends by itself.
    case hangs
  }

  /// Lets a request, written like `GET /api/v1/instance`, be answered so; the last reply of a request is repeated.
  @discardableResult
  func on(
    _ request: String, status: Int = 200, headers: Headers = [:], _ body: String = "{}"
  ) -> ScriptedTransport {
    add(request, .whole(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
  }

  /// Lets a request fail on its way.
  @discardableResult
  func on(_ request: String, fails error: TransportError) -> ScriptedTransport {
    add(request, .failure(error))
  }

  /// Lets a request be answered in pieces.
  @discardableResult
  func on(
    _ request: String, status: Int = 200, headers: Headers = ["Content-Type": "text/event-stream; charset=utf-8"],
    pieces: [String], then ending: Ending = .closes
  ) -> ScriptedTransport {
    add(request, .pieces(HTTPHead(status: status, headers: headers), pieces.map { Array($0.utf8) }, ending))
  }

  private func add(_ request: String, _ reply: Reply) -> ScriptedTransport {
    state.withLock { $0.replies[request, default: []].append(reply) }
    return self
  }

  /// The requests so far, each written as `on` takes them.
  var asked: [String] { requests.map(Self.spelling) }

  /// What was asked except whose the token is, which a refusal may leave open.
  var askedOfCall: [String] { asked.filter { $0 != "GET /api/v1/accounts/verify_credentials" } }

  var requests: [HTTPRequest] { state.withLock(\.requests) }

  private func reply(to request: HTTPRequest) -> Reply {
    let reply = state.withLock { state -> Reply? in
      state.requests.append(request)
      let key = Self.spelling(request)
      guard let first = state.replies[key]?.first else { return nil }
      if let count = state.replies[key]?.count, count > 1 { state.replies[key]?.removeFirst() }
      return first
    }
    return reply ?? .whole(HTTPResponse(status: 404, body: Array(#"{"error":"Record not found"}"#.utf8)))
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    switch reply(to: request) {
    case .whole(let response): return response
    case .failure(let error): throw error
    case .pieces(let head, let pieces, _):
      return HTTPResponse(status: head.status, headers: head.headers, body: Array(pieces.joined()))
    }
  }

  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {
    switch reply(to: request) {
    case .whole(let response):
      let head = HTTPHead(status: response.status, headers: response.headers)
      guard await take(.head(head)) == .more else { return }
      _ = await take(.chunk(response.body))
    case .failure(let error): throw error
    case .pieces(let head, let pieces, let ending):
      guard await take(.head(head)) == .more else { return }
      for piece in pieces {
        guard await take(.chunk(piece)) == .more else { return }
      }
      switch ending {
      case .closes: return
      case .fails(let error): throw error
      case .hangs:
        try? await Task.sleep(for: .seconds(86_400))
        throw TransportError(.canceled, "the request was canceled", mayHaveArrived: true)
      }
    }
  }

  private static func spelling(_ request: HTTPRequest) -> String {
    let host = request.url.origin.host == "example.social" ? "" : request.url.origin.baseURL
    return "\(request.method.rawValue) \(host)\(request.url.target)"
  }
}

extension Client {
  /// A signed-in client of `example.social` that knows its domain.
  static func scripted(
    _ transport: ScriptedTransport, token: String? = "s3cret", domain: String? = nil,
    waiting: Waiting = CountedWaiting().waiting, policy: RequestPolicy = .none,
    profile: ServerProfile? = nil
  ) throws -> Client {
    Client(
      server: try ServerAddress("example.social"), token: token.map { AccessToken($0) }, transport: transport,
      userAgent: "test/1", domain: domain, clock: { Timestamp(seconds: 1_700_000_000) }, waiting: waiting,
      policy: policy, profile: profile)
  }
}

/// A way of waiting that takes no time and keeps how long it would have been.
final class CountedWaiting: Sendable {
  private let waits = Mutex<[Duration]>([])
  private let most: Int

  /// - Parameter most: how many waits there may be before waiting fails, as it does when a task is canceled.
  init(most: Int = 1000) {
    self.most = most
  }

  var seconds: [Double] {
    waits.withLock { $0.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 } }
  }

  /// Waits of full length, without chance.
  var waiting: Waiting {
    Waiting(
      sleep: { [self] wait in
        let count = waits.withLock { waits in
          waits.append(wait)
          return waits.count
        }
        if count >= most { throw CancellationError() }
      }, chance: { 1 })
  }
}
