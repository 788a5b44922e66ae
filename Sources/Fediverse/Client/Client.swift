import JSONValue
import Synchronization

/// An account's view of one server, or a stranger's where there is no token.
public final class Client: Sendable {
  /// Which server is asked.
  public let server: ServerAddress
  /// Whether there is a token to ask with.
  public var isSignedIn: Bool { token != nil }
  private let token: AccessToken?
  let transport: any Transport
  let clock: @Sendable () -> Timestamp
  let waiting: Waiting
  private let userAgent: String
  private let memory: Mutex<Memory>

  /// A client that has not asked anything yet.
  ///
  /// - Parameters:
  ///   - userAgent: what servers are told of the program, like `name/version (+https://example.org)`.
  ///   - domain: the domain of the server's accounts, where it is known already.
  ///   - clock: what tells the time, for rate limits that count from now.
  ///   - waiting: how to wait for what a server is not done with, and before a stream is asked for again.
  public init(
    server: ServerAddress, token: AccessToken? = nil, transport: any Transport,
    userAgent: String = "swift-fediverse/1.0", domain: String? = nil,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now, waiting: Waiting = Waiting()
  ) {
    self.server = server
    self.token = token
    self.transport = transport
    self.userAgent = userAgent
    self.clock = clock
    self.waiting = waiting
    memory = Mutex(Memory(domain: domain))
  }

  /// What the client has learned from answers.
  private struct Memory {
    var domain: String?
    var rateLimit: RateLimit?
    var streamingAddress: WebURL?
  }

  /// What the server last said about how much more may be asked of it.
  public var lastRateLimit: RateLimit? { memory.withLock(\.rateLimit) }

  var knownDomain: String? {
    get { memory.withLock(\.domain) }
    set { memory.withLock { $0.domain = newValue } }
  }

  var knownStreamingAddress: WebURL? {
    get { memory.withLock(\.streamingAddress) }
    set { memory.withLock { $0.streamingAddress = newValue } }
  }

  /// Carries out a call, following redirects as far as ``Redirect`` allows, and gives the answer if it is a success.
  func perform(_ call: Call) async throws(FediverseError) -> Answer {
    guard call.path.isSound else { throw .unsoundIdentifier(call, server) }
    var url = WebURL(origin: server, target: call.target)
    for _ in 0...Redirect.limit {
      let response = try await send(call, to: url)
      let limit = RateLimit(response.headers, now: clock())
      if let limit { memory.withLock { $0.rateLimit = limit } }
      guard let target = try onward(from: response, to: call, at: url, of: server) else {
        return Answer(response: response, call: call, url: url, server: server, token: token, rateLimit: limit)
      }
      url = target
    }
    throw .endlessRedirect(call, server)
  }

  /// Where an answer leads on to, or `nil` where it is a success; throws where it is neither.
  func onward(
    from response: HTTPResponse, to call: Call, at url: WebURL, of server: ServerAddress
  ) throws(FediverseError) -> WebURL? {
    switch Redirect(response, to: call, at: url) {
    case .none where (200..<300).contains(response.status): return nil
    case .none: throw FediverseError(response, to: call, of: server, by: token, now: clock())
    case .allowed(let target): return target
    case .refused(let target, let reason):
      throw .refusedRedirect(call, server, token?.hidden(in: target) ?? target, reason)
    }
  }

  /// The call as it goes over the wire, with the token if the URL leads to the server itself.
  func request(for call: Call, to url: WebURL) -> HTTPRequest {
    var headers: Headers = ["Accept": call.accepts, "User-Agent": userAgent]
    if let token, url.origin == server || url.origin == call.home { headers.add("Authorization", token.authorization) }
    if let key = call.idempotencyKey { headers.add("Idempotency-Key", key) }
    if let id = call.lastEventID { headers.add("Last-Event-ID", id) }
    let content = call.content
    if let content { headers.add("Content-Type", content.type) }
    return HTTPRequest(method: call.method, url: url, headers: headers, body: content?.bytes, file: content?.file)
  }

  private func send(_ call: Call, to url: WebURL) async throws(FediverseError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelledBefore(call, server) }
    do throws(TransportError) {
      return try await transport.send(request(for: call, to: url))
    } catch {
      throw FediverseError(error, to: call, of: server)
    }
  }
}

extension FediverseError {
  static func unsoundIdentifier(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.rejected, server: server, request: call.summary, detail: "an identifier is missing")
  }

  static func cancelledBefore(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.cancelled, server: server, request: call.summary, detail: "it was not sent")
  }

  fileprivate static func refusedRedirect(
    _ call: Call, _ server: ServerAddress, _ target: String, _ reason: String
  ) -> FediverseError {
    let detail = "it leads on to '\(target.oneLine(limit: 120))', \(reason)"
    return FediverseError(.insecure, server: server, request: call.summary, detail: detail)
  }

  static func endlessRedirect(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.malformed, server: server, request: call.summary, detail: "it leads on again and again")
  }
}
