import JSONValue
import Synchronization

/// A client for one server, authenticated if it has a token.
public final class Client: Sendable {
  /// The server.
  public let server: ServerAddress
  /// Whether the client has a token.
  public var isSignedIn: Bool { token != nil }
  let token: AccessToken?
  let transport: any Transport
  let clock: @Sendable () -> Timestamp
  let waiting: Waiting
  /// When and how the client retries and waits for rate limits.
  public let policy: RequestPolicy
  private let userAgent: String
  private let memory: Memory
  let detection: Detection

  /// Creates a client; it sends nothing until the first call.
  ///
  /// - Parameters:
  ///   - server: the server.
  ///   - token: the access token; without it, calls that need an account fail.
  ///   - transport: sends the requests.
  ///   - userAgent: the `User-Agent` header, like `name/version (+https://example.org)`.
  ///   - domain: the domain in the names of the server's accounts, if already known.
  ///   - clock: returns the current time, for rate limits.
  ///   - waiting: how to sleep between attempts, while the server processes media, and before reconnecting a stream.
  ///   - policy: when and how to retry and to wait for rate limits.
  ///   - profile: a profile of the server saved earlier; ignored if it is about another server.
  ///   - onProfile: called with the profile whenever it changes, so that it can be saved; possibly from several tasks.
  ///   - onDomain: called with the domain of the accounts when the server first states it, so that it can be saved.
  public convenience init(
    server: ServerAddress, token: AccessToken? = nil, transport: any Transport,
    userAgent: String = "swift-fediverse/1.0", domain: String? = nil,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now, waiting: Waiting = Waiting(),
    policy: RequestPolicy = RequestPolicy(), profile: ServerProfile? = nil,
    onProfile: (@Sendable (ServerProfile) -> Void)? = nil, onDomain: (@Sendable (String) -> Void)? = nil
  ) {
    let profile = profile?.server == server ? profile : nil
    self.init(
      server: server, token: token, transport: transport, userAgent: userAgent, clock: clock, waiting: waiting,
      policy: policy, memory: Memory(domain: domain ?? profile?.domain, onDomain: onDomain),
      detection: Detection(profile: profile, report: onProfile))
  }

  /// A client of another server, with the same policy, without a token and with counters of its own.
  package func elsewhere(_ server: ServerAddress) -> Client {
    var policy = policy
    policy.counts = RateMemory()
    return Client(
      server: server, transport: transport, userAgent: userAgent, clock: clock, waiting: waiting, policy: policy)
  }

  private init(
    server: ServerAddress, token: AccessToken?, transport: any Transport, userAgent: String,
    clock: @escaping @Sendable () -> Timestamp, waiting: Waiting, policy: RequestPolicy, memory: Memory,
    detection: Detection
  ) {
    self.server = server
    self.token = token
    self.transport = transport
    self.userAgent = userAgent
    self.clock = clock
    self.waiting = waiting
    self.policy = policy
    self.memory = memory
    self.detection = detection
  }

  /// Returns the same client with another retry policy; both share what they learn about the server.
  public func with(_ policy: RequestPolicy) -> Client {
    Client(
      server: server, token: token, transport: transport, userAgent: userAgent, clock: clock, waiting: waiting,
      policy: policy, memory: memory, detection: detection)
  }

  /// What the client has learned from responses.
  private final class Memory: Sendable {
    struct Facts {
      var domain: String?
      var rateLimit: RateLimit?
      var streamingAddress: WebURL?
      /// The number of requests in flight.
      var underway = 0
      /// The statuses that this client published or scheduled recently.
      var ownStatuses: Set<String> = []
      var deprecations = DeprecationLog()
      var streams = StreamState()
      /// The last `Date` of a response, and the uptime when it arrived.
      var lastDate: (date: Timestamp, uptime: Duration)?
    }

    let facts: Mutex<Facts>
    let onDomain: (@Sendable (String) -> Void)?

    init(domain: String?, onDomain: (@Sendable (String) -> Void)?) {
      facts = Mutex(Facts(domain: domain))
      self.onDomain = onDomain
    }
  }

  /// The rate limit in the last response that had one.
  public var lastRateLimit: RateLimit? { memory.facts.withLock(\.rateLimit) }

  /// Returns the deprecations that servers announced since the last call of this method; each is returned once.
  public func newDeprecations() -> [Deprecation] { memory.facts.withLock { $0.deprecations.takeUnreported() } }

  /// The domain in the names of the server's accounts; `nil` until ``domain()`` has found it.
  public internal(set) var knownDomain: String? {
    get { memory.facts.withLock(\.domain) }
    set { memory.facts.withLock { $0.domain = newValue } }
  }

  /// Records the domain that the server states, also in its profile if there is one, and hands on what was not known.
  func learn(domain: String) {
    let isNew = memory.facts.withLock { facts -> Bool in
      guard facts.domain == nil else { return false }
      facts.domain = domain
      return true
    }
    guard isNew else { return }
    detection.learn(domain: domain)
    memory.onDomain?(domain)
  }

  var knownStreamingAddress: WebURL? {
    get { memory.facts.withLock(\.streamingAddress) }
    set { memory.facts.withLock { $0.streamingAddress = newValue } }
  }

  var lastDate: (date: Timestamp, uptime: Duration)? { memory.facts.withLock(\.lastDate) }

  var ownStatuses: Set<String> { memory.facts.withLock(\.ownStatuses) }

  /// Records that a status, published or scheduled, was made by this client, so that it is not mistaken for another one
  /// with the same text.
  func remembering<Made: Identifiable<String>>(_ status: Made) -> Made {
    memory.facts.withLock { facts in
      // Only statuses of the last minutes can be mistaken.
      if facts.ownStatuses.count >= 1000 { facts.ownStatuses = [] }
      facts.ownStatuses.insert(status.id)
    }
    return status
  }

  /// Accesses the state of the server's streams and the sockets that carry them.
  func withStreams<Result: Sendable>(_ use: (inout StreamState) -> Result) -> Result {
    memory.facts.withLock { use(&$0.streams) }
  }

  /// Sends a call once, follows redirects as ``Redirect`` allows, and returns the response if it is a success.
  func attempt(_ call: Call) async throws(FediverseError) -> CallResponse {
    var url = WebURL(origin: server, target: call.target)
    for _ in 0...Redirect.limit {
      let response = try await send(call, to: url)
      let limit = await learn(from: response, to: call, at: url)
      guard let target = try redirectTarget(from: response, to: call, at: url, of: url.origin) else {
        return CallResponse(http: response, call: call, url: url, server: server, token: token, rateLimit: limit)
      }
      url = target
    }
    throw .endlessRedirect(call, server)
  }

  /// Returns the redirect target, or `nil` for a success; throws for any other response.
  func redirectTarget(
    from response: HTTPResponse, to call: Call, at url: WebURL, of server: ServerAddress
  ) throws(FediverseError) -> WebURL? {
    switch Redirect(response, to: call, at: url) {
    case .none where (200..<300).contains(response.status): return nil
    case .none:
      var error = FediverseError(response, to: call, of: server, by: token, now: clock())
      error.isRedirected = url != WebURL(origin: self.server, target: call.target)
      throw error
    case .allowed(let target): return target
    case .refused(let target, let reason):
      throw .refusedRedirect(call, server, response.status, token?.hidden(in: target) ?? target, reason)
    }
  }

  /// Builds the HTTP request, with the token only if the URL belongs to the server.
  func request(for call: Call, to url: WebURL) -> HTTPRequest {
    var headers: Headers = ["Accept": call.accepts, "User-Agent": userAgent]
    if let token, url.origin == server || url.origin == call.trustedOrigin {
      headers.add(token.field(at: call.tokenPlacement))
    }
    if let key = call.idempotencyKey { headers.add("Idempotency-Key", key) }
    if let id = call.lastEventID { headers.add("Last-Event-ID", id) }
    let content = call.content
    if let content { headers.add("Content-Type", content.type) }
    return HTTPRequest(
      method: call.method, url: url, headers: headers, body: content?.bytes, file: content?.file,
      timeLimit: call.timeLimit)
  }

  func send(_ call: Call, to url: WebURL) async throws(FediverseError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .canceledBefore(call, server) }
    memory.facts.withLock { $0.underway += 1 }
    defer { memory.facts.withLock { $0.underway -= 1 } }
    if !call.isRead { SentChanges.current?.note() }
    do throws(TransportError) {
      return try await transport.send(request(for: call, to: url))
    } catch {
      throw FediverseError(error, to: call, of: url.origin)
    }
  }

  /// Records what a response says about rate limits and deprecations.
  private func learn(from response: HTTPResponse, to call: Call, at url: WebURL) async -> RateLimit? {
    // Another host has its own limits and its own clock.
    guard url.origin == server || url.origin == call.trustedOrigin else { return nil }
    let now = clock()
    let limit = RateLimit(response.headers, now: now)
    let uptime = waiting.uptime()
    let underway = memory.facts.withLock { facts in
      if let limit { facts.rateLimit = limit }
      facts.deprecations.note(response.headers, of: call)
      if let date = response.headers["Date"].flatMap({ Timestamp(httpDate: $0) }), date.seconds > 0 {
        facts.lastDate = (date, uptime)
      }
      return facts.underway
    }
    let report = RateState.Report(status: response.status, headers: response.headers, underway: underway)
    let buckets = RateBucket.buckets(call.method, call.target, knownFlavor)
    await policy.counts.update { $0.learn(report, about: buckets, at: now) }
    return limit
  }
}

extension Client {
  /// The failure of a request that was not sent, from ``Statuses/publishOnce(_:idempotencyKey:besides:beforeSending:)``.
  public func notSent(because reason: String) -> FediverseError {
    FediverseError(.canceled, server: server, detail: reason)
  }

  /// The failure of a search whose result may be that of another request.
  public func undecided(because reason: String) -> FediverseError { .undecided(server, reason) }
}

extension Client {
  /// The software of the server, as far as it is known.
  var knownFlavor: Flavor? { knownProfile?.flavor }

  /// Performs the first call, or the second if the server does not have the first.
  ///
  /// Only the second call should name the feature it uses, because a missing first call proves nothing about the
  /// feature.
  func perform(_ call: Call, orElse older: Call) async throws(FediverseError) -> CallResponse {
    if let check = policy.featureCheck { await judge(older, for: check) }
    do throws(FediverseError) {
      return try await perform(call)
    } catch  where error.meansAbsence {
      do throws(FediverseError) {
        return try await perform(older)
      } catch let second where second.meansAbsence {
        // A missing feature, or a reason, says more than a missing path.
        throw second.kind == .unsupported || second.hasStatus ? second : error
      }
    }
  }

  /// Performs a call that removes something. It is done if it is gone after an attempt whose response was lost.
  func remove(_ call: Call) async throws(FediverseError) {
    do throws(FediverseError) { _ = try await perform(call) } catch { if !error.meansRemoved { throw error } }
  }

  /// Performs a read, passes its response on in pieces as they arrive, and returns the final URL after all redirects.
  ///
  /// - Parameter check: throws if a URL must not be requested.
  func perform(
    _ call: Call, at start: WebURL, checking check: (WebURL) throws(FediverseError) -> Void,
    receiving take: (HTTPPiece) async -> Reading
  ) async throws(FediverseError) -> WebURL {
    var url = start
    for _ in 0...Redirect.limit {
      try check(url)
      guard let refusal = try await refusal(call, at: url, receiving: take),
        let target = try redirectTarget(from: refusal, to: call, at: url, of: url.origin)
      else { return url }
      url = target
    }
    throw .endlessRedirect(call, url.origin)
  }

  /// Returns the response unless it is a success, with enough of its body to explain the failure.
  private func refusal(
    _ call: Call, at url: WebURL, receiving take: (HTTPPiece) async -> Reading
  ) async throws(FediverseError) -> HTTPResponse? {
    guard !Task.isCancelled else { throw .canceledBefore(call, url.origin) }
    var refusal: HTTPResponse?
    do throws(TransportError) {
      try await transport.send(request(for: call, to: url)) { piece in
        switch piece {
        case .head(let head) where head.isSuccess: return await take(piece)
        case .head(let head):
          refusal = HTTPResponse(status: head.status, headers: head.headers)
          return (300..<400).contains(head.status) ? .enough : .more
        case .chunk(let bytes):
          guard let known = refusal else { return await take(piece) }
          let body = known.body + bytes.prefix(Self.refusalLimit - known.body.count)
          refusal = HTTPResponse(status: known.status, headers: known.headers, body: body)
          return body.count < Self.refusalLimit ? .more : .enough
        }
      }
    } catch {
      // The status code already tells what went wrong.
      guard let refusal, error.kind != .canceled else { throw FediverseError(error, to: call, of: url.origin) }
      return refusal
    }
    return refusal
  }

  private static let refusalLimit = 64 << 10
}

extension FediverseError {
  static func unsoundIdentifier(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.rejected, server: server, request: call.summary, detail: "an identifier is missing")
  }

  static func canceledBefore(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.canceled, server: server, request: call.summary, detail: "it was not sent")
  }

  fileprivate static func refusedRedirect(
    _ call: Call, _ server: ServerAddress, _ status: Int, _ target: String, _ reason: String
  ) -> FediverseError {
    let detail = "'\(target.oneLine(limit: 120))' \(reason)"
    return FediverseError(
      .insecure, server: server, status: status, request: call.summary, detail: detail,
      outcomeUnknown: !call.isRead)
  }

  static func endlessRedirect(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.malformed, server: server, request: call.summary, detail: "too many redirects")
  }
}
