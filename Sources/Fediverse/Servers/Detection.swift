import JSONValue
import Synchronization

/// The detected profile of a client's server; concurrent requests share one detection.
final class Detection: Sendable {
  private let state: Mutex<State>
  private let report: (@Sendable (ServerProfile) -> Void)?

  private struct State {
    var profile: ServerProfile?
    /// What responses showed before there was a profile to record it in.
    var early: [(feature: Feature, isSupported: Bool, at: Timestamp)] = []
    var running: Run?
    var count = 0
  }

  /// A detection in progress, and the number of tasks that wait for it.
  private struct Run {
    let number: Int
    let task: Task<Result<ServerProfile, FediverseError>, Never>
    var waiting: Int
  }

  /// Creates the state of a client.
  ///
  /// - Parameter report: called with each changed profile.
  init(profile: ServerProfile?, report: (@Sendable (ServerProfile) -> Void)?) {
    state = Mutex(State(profile: profile))
    self.report = report
  }

  var profile: ServerProfile? { state.withLock(\.profile) }

  /// Records whether the server supports a feature, as shown by a response.
  func learn(_ feature: Feature, _ isSupported: Bool, at now: Timestamp) {
    let changed = state.withLock { state -> ServerProfile? in
      guard let profile = state.profile else {
        state.early.removeAll { $0.feature == feature }
        state.early.append((feature, isSupported, now))
        return nil
      }
      guard let next = profile.learning(feature, isSupported, at: now) else { return nil }
      state.profile = next
      return next
    }
    if let changed { report?(changed) }
  }

  /// Records the domain that the server states for its accounts, if there is a profile.
  func learn(domain: String) {
    let changed = state.withLock { state -> ServerProfile? in
      state.profile?.domain = domain
      return state.profile
    }
    if let changed { report?(changed) }
  }

  /// Discards what responses have shown about a feature.
  func forget(_ feature: Feature) {
    state.withLock { state in
      state.early.removeAll { $0.feature == feature }
      state.profile?.learned[feature] = nil
    }
  }

  /// Waits for the detection, starting it if none is in progress; returns `nil` if the calling task is canceled. The
  /// detection is canceled when nobody waits for it any more.
  func shared(
    _ ask: @escaping @Sendable () async -> Result<ServerProfile, FediverseError>
  ) async -> Result<ServerProfile, FediverseError>? {
    let run = state.withLock { state -> Run in
      var run = state.running ?? begin(ask, after: &state.count)
      run.waiting += 1
      state.running = run
      return run
    }
    return await withTaskCancellationHandler {
      await run.task.valueUnlessCanceled()
    } onCancel: {
      leave(run.number)
    }
  }

  private func begin(
    _ ask: @escaping @Sendable () async -> Result<ServerProfile, FediverseError>, after count: inout Int
  ) -> Run {
    count += 1
    let number = count
    return Run(number: number, task: Task { finish(number, await ask()) }, waiting: 0)
  }

  /// Unregisters a canceled waiter.
  private func leave(_ number: Int) {
    let abandoned = state.withLock { state -> Run? in
      guard state.running?.number == number else { return nil }
      state.running?.waiting -= 1
      guard let run = state.running, run.waiting <= 0 else { return nil }
      state.running = nil
      return run
    }
    abandoned?.task.cancel()
  }

  /// Stores the profile, with what was learned before and during the detection.
  private func finish(
    _ number: Int, _ result: Result<ServerProfile, FediverseError>
  ) -> Result<ServerProfile, FediverseError> {
    let kept = state.withLock { state -> Result<ServerProfile, FediverseError> in
      if state.running?.number == number { state.running = nil }
      guard case .success(let asked) = result else { return result }
      var profile = asked.keeping(state.profile)
      for fact in state.early { profile = profile.learning(fact.feature, fact.isSupported, at: fact.at) ?? profile }
      state.early = []
      state.profile = profile
      return .success(profile)
    }
    if case .success(let profile) = kept { report?(profile) }
    return kept
  }
}

extension Client {
  /// Returns the profile of the server, detecting it if the known one is more than 24 hours old.
  ///
  /// Concurrent callers share one detection. If detection fails, an older profile is returned if there is one.
  public func profile() async throws(FediverseError) -> ServerProfile {
    let known = detection.profile
    if let known, known.isFresh(at: clock()) { return known }
    do throws(FediverseError) {
      return try await askedProfile()
    } catch {
      guard let known, error.isTransient else { throw error }
      return known
    }
  }

  /// Detects the server's profile again, ignoring the known one and what responses showed about a feature.
  public func renewedProfile(forgetting feature: Feature) async throws(FediverseError) -> ServerProfile {
    let profile = try await askedProfile()
    detection.forget(feature)
    return detection.profile ?? profile
  }

  private func askedProfile() async throws(FediverseError) -> ServerProfile {
    let result = await detection.shared { [self] in
      do throws(FediverseError) { return .success(try await detect()) } catch { return .failure(error) }
    }
    guard let result else { throw FediverseError(.canceled, server: server) }
    return try result.get()
  }

  /// The profile of the server as already known, however old; sends no request.
  public var knownProfile: ServerProfile? { detection.profile }

  /// Whether the server has or may have a feature, as far as can be told without trying.
  public func supports(_ feature: Feature) async throws(FediverseError) -> Bool {
    try await profile().supports(feature, at: clock()).isPossible
  }

  /// Records what a response showed about a feature.
  public func learn(_ feature: Feature, _ isSupported: Bool) {
    detection.learn(feature, isSupported, at: clock())
  }

  /// Fetches the documents that identify the server. Each may be missing, but not all.
  private func detect() async throws(FediverseError) -> ServerProfile {
    let (nodeInfo, home) = try await nodeInfo()
    let isMisskey = nodeInfo.map { Flavor(softwareName: $0.softwareName) == .misskey } ?? false
    if let nodeInfo, isMisskey { throw .withoutInterface(nodeInfo, server) }
    let described: (instance: Instance, base: ServerAddress)?
    do throws(FediverseError) {
      described = try await description(at: home)
    } catch  where nodeInfo != nil && !error.isTransient && error.kind != .canceled {
      described = nil
    }
    let base = described?.base ?? home
    let profile = ServerProfile(
      of: server, at: base, nodeInfo: nodeInfo, instance: described?.instance, oauth: try await oauthMetadata(at: base),
      madeAt: clock())
    if let domain = profile.domain, knownDomain == nil { knownDomain = domain }
    return profile
  }

  /// The time for each document that only adds to what a server says of itself. It may be at an address that accepts
  /// connections and stays silent.
  private static let limitOfAdditions = Duration.seconds(10)

  /// The NodeInfo document and the origin that served it, because many servers redirect from the domain of their
  /// accounts.
  private func nodeInfo() async throws(FediverseError) -> (NodeInfo?, home: ServerAddress) {
    guard let list = try await optional("/.well-known/nodeinfo", at: server) else { return (nil, server) }
    let home = base(of: list, otherwise: server)
    guard let links = try? NodeInfoLinks(json: list.json), let url = links.newest(at: list.url) else {
      return (nil, home)
    }
    guard let document = try await optional(Path(verbatim: url.target), at: url.origin) else { return (nil, home) }
    return (try? NodeInfo(json: document.json), home)
  }

  /// The instance description, in the newest API version available, and the origin that served it.
  private func description(at home: ServerAddress) async throws(FediverseError) -> (Instance, ServerAddress) {
    let refusal: FediverseError
    do throws(FediverseError) {
      return try await description("/api/v2/instance", at: home)
    } catch  where error.meansMissing || error.status == 500 {
      refusal = error
    }
    do throws(FediverseError) {
      return try await description("/api/v1/instance", at: home)
    } catch {
      // A server that failed at the newer version may have it all the same.
      throw refusal.isTransient ? refusal : error
    }
  }

  private func description(
    _ path: Path, at home: ServerAddress
  ) async throws(FediverseError) -> (Instance, ServerAddress) {
    let document = try await document(path, at: home)
    return (try instance(document), base(of: document, otherwise: home))
  }

  private func instance(_ document: Document) throws(FediverseError) -> Instance {
    do throws(ShapeError) {
      return try Instance(json: document.json)
    } catch {
      throw .unreadable(document, server, error.description)
    }
  }

  private func oauthMetadata(at base: ServerAddress) async throws(FediverseError) -> OAuthMetadata? {
    do throws(FediverseError) {
      let path: Path = "/.well-known/oauth-authorization-server"
      let document = try await document(path, at: base, within: Self.limitOfAdditions)
      return OAuthMetadata(json: document.json, of: base)
    } catch  where error.kind != .canceled {
      return nil
    }
  }

  /// The origin of the interface: a server may redirect within its own site.
  private func base(of document: Document, otherwise home: ServerAddress) -> ServerAddress {
    let origin = document.url.origin
    return origin.isSameSite(as: server) && origin.isSafe(beside: server) ? origin : home
  }

  /// A document that a server may lack; `nil` also if the server fails to send it in time, or leads to another one that
  /// cannot be reached.
  private func optional(_ path: Path, at origin: ServerAddress) async throws(FediverseError) -> Document? {
    do throws(FediverseError) {
      return try await document(path, at: origin, within: Self.limitOfAdditions)
    } catch  where error.meansMissing || [.forbidden, .server, .insecure, .tooLarge, .timedOut].contains(error.kind) {
      return nil
    } catch  where error.kind == .network && error.server != server.description {
      return nil
    }
  }

  /// A document about the server, possibly from another origin than the client's.
  ///
  /// The request is repeated if the server closed the connection. A response is final, because another document may do
  /// in its place, and so is the failure of another server, which is not needed.
  private func document(
    _ path: Path, at origin: ServerAddress, within limit: Duration? = nil
  ) async throws(FediverseError) -> Document {
    var state = RetryState()
    while true {
      do throws(FediverseError) {
        return try await documentOnce(path, at: origin, within: limit)
      } catch {
        guard error.isCutOff, error.server == server.description else { throw error }
        try await waitBeforeRetry(after: error, &state)
      }
    }
  }

  private func documentOnce(
    _ path: Path, at origin: ServerAddress, within limit: Duration?
  ) async throws(FediverseError) -> Document {
    var call = Call.get(path)
    call.timeLimit = limit
    var url = WebURL(origin: origin, target: call.target)
    for _ in 0...Redirect.limit {
      let response = try await send(call, to: url)
      guard let target = try redirectTarget(from: response, to: call, at: url, of: url.origin) else {
        return try Document(response, to: call, at: url, of: url.origin)
      }
      url = target
    }
    throw .endlessRedirect(call, server)
  }
}

/// A JSON document about a server, and its final URL.
private struct Document: Sendable {
  let json: JSON
  let url: WebURL
  let call: Call

  /// Checks a response; one with another content type than JSON is a web page, whatever its status.
  init(_ response: HTTPResponse, to call: Call, at url: WebURL, of server: ServerAddress) throws(FediverseError) {
    self.url = url
    self.call = call
    if let type = response.headers["Content-Type"], !type.lowercased().contains("json") {
      throw .noDocument(call, server, response.status, "its content type is '\(type.oneLine(limit: 60))'")
    }
    do throws(JSONSyntaxError) {
      json = try JSON(parsing: response.body)
    } catch {
      throw .noDocument(call, server, response.status, error.description)
    }
    guard json.object != nil else { throw .noDocument(call, server, response.status, "expected an object") }
  }
}

extension FediverseError {
  fileprivate static func noDocument(
    _ call: Call, _ server: ServerAddress, _ status: Int, _ detail: String
  ) -> FediverseError {
    FediverseError(.malformed, server: server, status: status, request: call.summary, detail: detail)
  }

  fileprivate static func unreadable(_ document: Document, _ server: ServerAddress, _ detail: String) -> FediverseError
  {
    FediverseError(.malformed, server: server, request: document.call.summary, detail: detail)
  }

  fileprivate static func withoutInterface(_ info: NodeInfo, _ server: ServerAddress) -> FediverseError {
    let software = [info.softwareName, info.softwareVersion].compactMap(\.self).joined(separator: " ")
    let detail = "it runs \(software.oneLine(limit: 60)), which has no Mastodon-compatible interface"
    return FediverseError(.unsupported, server: server, detail: detail)
  }
}
