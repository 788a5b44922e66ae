import JSONValue
import Synchronization

/// An account's view of one server, or a stranger's where there is no token.
public final class Client: Sendable {
  /// Which server is asked.
  public let server: ServerAddress
  /// Whether there is a token to ask with.
  public var isSignedIn: Bool { token != nil }
  private let token: AccessToken?
  private let transport: any Transport
  private let userAgent: String
  private let clock: @Sendable () -> Timestamp
  private let memory: Mutex<Memory>

  /// A client that has not asked anything yet.
  ///
  /// - Parameters:
  ///   - userAgent: what servers are told of the program, like `name/version (+https://example.org)`.
  ///   - domain: the domain of the server's accounts, where it is known already.
  ///   - clock: what tells the time, for rate limits that count from now.
  public init(
    server: ServerAddress, token: AccessToken? = nil, transport: any Transport,
    userAgent: String = "swift-fediverse/1.0", domain: String? = nil,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.server = server
    self.token = token
    self.transport = transport
    self.userAgent = userAgent
    self.clock = clock
    memory = Mutex(Memory(domain: domain))
  }

  /// What the client has learned from answers.
  private struct Memory {
    var domain: String?
    var rateLimit: RateLimit?
  }

  /// What the server last said about how much more may be asked of it.
  public var lastRateLimit: RateLimit? { memory.withLock(\.rateLimit) }

  var knownDomain: String? {
    get { memory.withLock(\.domain) }
    set { memory.withLock { $0.domain = newValue } }
  }

  /// Carries out a call, following redirects as far as ``Redirect`` allows, and gives the answer if it is a success.
  func perform(_ call: Call) async throws(FediverseError) -> Answer {
    guard call.path.isSound else { throw .unsoundIdentifier(call, server) }
    var url = WebURL(origin: server, target: call.target)
    for _ in 0...Redirect.limit {
      let response = try await send(call, to: url)
      let now = clock()
      let limit = RateLimit(response.headers, now: now)
      if let limit { memory.withLock { $0.rateLimit = limit } }
      switch Redirect(response, to: call, at: url) {
      case .none where (200..<300).contains(response.status):
        return Answer(response: response, call: call, url: url, server: server, token: token, rateLimit: limit)
      case .none: throw FediverseError(response, to: call, of: server, by: token, now: now)
      case .allowed(let target): url = target
      case .refused(let target, let reason):
        throw .refusedRedirect(call, server, token?.hidden(in: target) ?? target, reason)
      }
    }
    throw .endlessRedirect(call, server)
  }

  private func send(_ call: Call, to url: WebURL) async throws(FediverseError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelledBefore(call, server) }
    var headers: Headers = ["Accept": "application/json", "User-Agent": userAgent]
    if let token, url.origin == server { headers.add("Authorization", token.authorization) }
    if let key = call.idempotencyKey { headers.add("Idempotency-Key", key) }
    let content = call.content
    if let content { headers.add("Content-Type", content.type) }
    let request = HTTPRequest(method: call.method, url: url, headers: headers, body: content?.bytes)
    do throws(TransportError) {
      return try await transport.send(request)
    } catch {
      throw FediverseError(error, to: call, of: server)
    }
  }
}

extension FediverseError {
  fileprivate static func unsoundIdentifier(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.rejected, server: server, request: call.summary, detail: "an identifier is missing")
  }

  fileprivate static func cancelledBefore(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.cancelled, server: server, request: call.summary, detail: "it was not sent")
  }

  fileprivate static func refusedRedirect(
    _ call: Call, _ server: ServerAddress, _ target: String, _ reason: String
  ) -> FediverseError {
    let detail = "it leads on to '\(target.oneLine(limit: 120))', \(reason)"
    return FediverseError(.insecure, server: server, request: call.summary, detail: detail)
  }

  fileprivate static func endlessRedirect(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.malformed, server: server, request: call.summary, detail: "it leads on again and again")
  }
}
