import JSONValue
import Synchronization

/// An account's view of one server, or a stranger's where there is no token.
public final class Client: Sendable {
  /// Which server is asked.
  public let server: ServerAddress
  /// Whether there is a token to ask with.
  public var isSignedIn: Bool { token != nil }
  let token: AccessToken?
  let transport: any Transport
  let clock: @Sendable () -> Timestamp
  let waiting: Waiting
  /// How it bears with a server that fails, or that wants fewer requests.
  public let patience: Patience
  private let userAgent: String
  private let memory: Memory
  let detection: Detection

  /// A client that has not asked anything yet.
  ///
  /// - Parameters:
  ///   - server: which server is asked.
  ///   - token: what to ask with; nothing that needs an account is answered without.
  ///   - transport: the way requests reach the server.
  ///   - userAgent: what servers are told of the program, like `name/version (+https://example.org)`.
  ///   - domain: the domain of the server's accounts, where it is known already.
  ///   - clock: what tells the time, for rate limits that count from now.
  ///   - waiting: how to wait for what a server is not done with, and before a stream is asked for again.
  ///   - patience: how to bear with a server that fails, or that wants fewer requests.
  ///   - profile: what is known of the server from earlier; of no account where it is about another one.
  ///   - onProfile: told of the profile whenever it changes, so that it can be kept; several tasks may do so.
  public convenience init(
    server: ServerAddress, token: AccessToken? = nil, transport: any Transport,
    userAgent: String = "swift-fediverse/1.0", domain: String? = nil,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now, waiting: Waiting = Waiting(),
    patience: Patience = Patience(), profile: ServerProfile? = nil,
    onProfile: (@Sendable (ServerProfile) -> Void)? = nil
  ) {
    let profile = profile?.server == server ? profile : nil
    self.init(
      server: server, token: token, transport: transport, userAgent: userAgent, clock: clock, waiting: waiting,
      patience: patience, memory: Memory(domain: domain ?? profile?.domain),
      detection: Detection(profile: profile, report: onProfile))
  }

  private init(
    server: ServerAddress, token: AccessToken?, transport: any Transport, userAgent: String,
    clock: @escaping @Sendable () -> Timestamp, waiting: Waiting, patience: Patience, memory: Memory,
    detection: Detection
  ) {
    self.server = server
    self.token = token
    self.transport = transport
    self.userAgent = userAgent
    self.clock = clock
    self.waiting = waiting
    self.patience = patience
    self.memory = memory
    self.detection = detection
  }

  /// The same client with more or less patience; both share what they learn.
  public func with(_ patience: Patience) -> Client {
    Client(
      server: server, token: token, transport: transport, userAgent: userAgent, clock: clock, waiting: waiting,
      patience: patience, memory: memory, detection: detection)
  }

  /// What the client has learned from answers.
  private final class Memory: Sendable {
    struct Facts {
      var domain: String?
      var rateLimit: RateLimit?
      var streamingAddress: WebURL?
      /// How many requests are on their way.
      var underway = 0
      /// The statuses that the client published lately, and those that wait to be.
      var ownStatuses: Set<String> = []
      var deprecations = Deprecations()
      var streams = StreamMemory()
    }

    let facts: Mutex<Facts>

    init(domain: String?) {
      facts = Mutex(Facts(domain: domain))
    }
  }

  /// What the server last said about how much more may be asked of it.
  public var lastRateLimit: RateLimit? { memory.facts.withLock(\.rateLimit) }

  /// The calls that the server said it will not take for ever, which have not been asked for before; each is told once.
  public func newDeprecations() -> [Deprecation] { memory.facts.withLock { $0.deprecations.untold() } }

  var knownDomain: String? {
    get { memory.facts.withLock(\.domain) }
    set { memory.facts.withLock { $0.domain = newValue } }
  }

  var knownStreamingAddress: WebURL? {
    get { memory.facts.withLock(\.streamingAddress) }
    set { memory.facts.withLock { $0.streamingAddress = newValue } }
  }

  var ownStatuses: Set<String> { memory.facts.withLock(\.ownStatuses) }

  /// Notes that a status, or one that waits to be published, is the client's own, so that it is not taken for another
  /// one of the same text.
  func remembering<Made: Identifiable<String>>(_ status: Made) -> Made {
    memory.facts.withLock { facts in
      // Only those of the last minutes can be mistaken.
      if facts.ownStatuses.count >= 1000 { facts.ownStatuses = [] }
      facts.ownStatuses.insert(status.id)
    }
    return status
  }

  /// What is known of the server's streams, and the sockets that carry them.
  func withStreams<Result: Sendable>(_ use: (inout StreamMemory) -> Result) -> Result {
    memory.facts.withLock { use(&$0.streams) }
  }

  /// Makes a call once, following redirects as far as ``Redirect`` allows, and gives the answer if it is a success.
  func attempt(_ call: Call) async throws(FediverseError) -> Answer {
    var url = WebURL(origin: server, target: call.target)
    for _ in 0...Redirect.limit {
      let response = try await send(call, to: url)
      let limit = learn(from: response, to: call)
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
    if let token, url.origin == server || url.origin == call.home { headers.add(token.field(as: call.proof)) }
    if let key = call.idempotencyKey { headers.add("Idempotency-Key", key) }
    if let id = call.lastEventID { headers.add("Last-Event-ID", id) }
    let content = call.content
    if let content { headers.add("Content-Type", content.type) }
    return HTTPRequest(method: call.method, url: url, headers: headers, body: content?.bytes, file: content?.file)
  }

  func send(_ call: Call, to url: WebURL) async throws(FediverseError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .canceledBefore(call, server) }
    memory.facts.withLock { $0.underway += 1 }
    defer { memory.facts.withLock { $0.underway -= 1 } }
    do throws(TransportError) {
      return try await transport.send(request(for: call, to: url))
    } catch {
      throw FediverseError(error, to: call, of: server)
    }
  }

  /// Notes what an answer says about the server's counts.
  private func learn(from response: HTTPResponse, to call: Call) -> RateLimit? {
    let now = clock()
    let limit = RateLimit(response.headers, now: now)
    let underway = memory.facts.withLock { facts in
      if let limit { facts.rateLimit = limit }
      facts.deprecations.note(response.headers, of: call)
      return facts.underway
    }
    let report = RateState.Report(status: response.status, headers: response.headers, underway: underway)
    let buckets = RateBucket.buckets(call.method, call.target, knownFlavor)
    patience.counts.update { $0.learn(report, about: buckets, at: now) }
    return limit
  }
}

extension FediverseError {
  static func unsoundIdentifier(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.rejected, server: server, request: call.summary, detail: "an identifier is missing")
  }

  static func canceledBefore(_ call: Call, _ server: ServerAddress) -> FediverseError {
    FediverseError(.canceled, server: server, request: call.summary, detail: "it was not sent")
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

extension Client {
  /// The software of the server, as far as it is known.
  var knownFlavor: Flavor? { knownProfile?.flavor }
}
