import Fediverse
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// An engine on a stub server, and what a person was asked and shown.
final class TestEngine: Sendable {
  let stub: StubServer
  let permissions: Permissions
  let server: Server
  private let engine: Engine
  private let asked: Asked
  private let shown: Shown

  init(
    _ stub: StubServer = StubServer(changing: [:]), transport: (any Transport)? = nil, isSandbox: Bool = false,
    permissionsAt path: String = "", permissionsNow: @escaping @Sendable () -> Int = { 1_700_000_000 },
    answering reply: Consent.Reply = .nobody(.unattended), repeats: RepeatGuard? = nil, domain: String? = "a.example",
    now: @escaping @Sendable () -> Int = { 1_704_200_000 }, uptime: (@Sendable () -> Int)? = nil,
    waiting: Waiting = Waiting(sleep: { _ in try await Task.sleep(for: .seconds(3600)) }),
    policy: RequestPolicy = .none, sleep: @escaping @Sendable (Duration) async throws -> Void = TestEngine.realSleep,
    tell: @escaping @Sendable (Notice) -> Void = { _ in },
    account: @escaping @Sendable () async throws(Failure) -> String = { "@alice@a.example" }
  ) throws {
    let asked = Asked()
    let shown = Shown()
    self.stub = stub
    permissions = Permissions(path: path.isEmpty ? TemporaryFolder.freshPath() : path, now: permissionsNow)
    let consent = Consent(
      account: account, isSandbox: isSandbox, permissions: permissions,
      ask: { question in
        asked.add(question)
        // Whoever asks beside it comes now.
        for _ in 0..<20 { await Task.yield() }
        asked.end()
        return reply
      })
    let client = Client(
      server: try ServerAddress("a.example"), token: AccessToken("secret"), transport: transport ?? stub,
      userAgent: "test", domain: domain, clock: { Timestamp(seconds: now()) },
      waiting: Waiting(sleep: waiting.sleep, chance: waiting.chance, uptime: { .seconds(uptime?() ?? now() + 49_000) }),
      policy: policy)
    server = Server(client, now: now, tell: tell)
    engine = Engine(
      actions: Action.all, server: server, consent: consent, repeats: repeats, sleep: sleep,
      present: { presentation in shown.add(presentation) })
    self.asked = asked
    self.shown = shown
  }

  static let realSleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// What a person was asked, a word each.
  var kindsOfQuestions: [String] { asked.kinds }

  /// How many questions stood before a person at once.
  var mostQuestionsAtOnce: Int { asked.most }

  /// What was shown.
  var presentations: [Presentation] { shown.all }

  /// Opens a request of this action and query, with callbacks that a program would give.
  func open(
    _ request: String, from party: Origin.Party = .person, assumesYes: Bool = false, timeout: Duration = .seconds(30),
    recording effect: RecordedChange? = nil
  ) async throws -> String? {
    try await callback(of: request, from: party, assumesYes: assumesYes, timeout: timeout, recording: effect)?
      .description
  }

  private func callback(
    of request: String, from party: Origin.Party = .person, assumesYes: Bool = false, timeout: Duration = .seconds(30),
    rate: RateOptions = RateOptions(.throw), recording effect: RecordedChange? = nil
  ) async throws -> CallbackURL? {
    let separator = request.contains("?") ? "&" : "?"
    let text =
      "tusker://x-callback-url/\(request)\(separator)x-success=app%3A%2F%2Fx-callback-url%2Fyes"
      + "&x-error=app%3A%2F%2Fx-callback-url%2Fbad&x-cancel=app%3A%2F%2Fx-callback-url%2Fno"
    let outcome = await engine.open(
      try CallbackURL(parsing: text), from: Origin(party, assumesYes: assumesYes), timeout: timeout,
      rate: rate, effect: effect)
    return outcome.callback
  }

  /// Opens a URL as it is.
  func open(url text: String, from party: Origin.Party = .person) async throws -> EngineReply {
    await open(try CallbackURL(parsing: text), from: party)
  }

  func open(_ url: CallbackURL, from party: Origin.Party = .person) async -> EngineReply {
    await engine.open(url, from: Origin(party), rate: RateOptions(.throw))
  }

  /// The code with which a request is refused or fails; `nil` where it is answered otherwise.
  func failureCode(of request: String, timeout: Duration = .seconds(30)) async throws -> Int? {
    let callback = try await open(request, timeout: timeout) ?? ""
    guard callback.hasPrefix("app://x-callback-url/bad?") else { return nil }
    return try CallbackURL(parsing: callback).values(of: "errorCode").first.flatMap { $0.flatMap { Int($0) } }
  }

  /// The identifiers that a list request answers, and where the rows after them are.
  func listing(of request: String) async throws -> (ids: [String], next: String?) {
    let separator = request.contains("?") ? "&" : "?"
    let data = try await data(of: "\(request)\(separator)json=true&items=true")
    let ids = try #require(data.members.first?.value.string)
    return (ids.split(separator: ",").map(String.init), data["next"]?.string)
  }

  /// The data of a success as one JSON object.
  func data(of request: String, rate: RateOptions = RateOptions(.throw)) async throws -> JSON.Object {
    let callback = try #require(try await callback(of: request, rate: rate))
    try #require(callback.description.hasPrefix("app://x-callback-url/yes"), "\(request) answered \(callback)")
    return try #require(Response.success(callback.pairs).json?.object)
  }
}

/// Keeps the questions that were asked.
private final class Asked: Sendable {
  private let state = Mutex<[String]>([])
  private let open = Mutex((now: 0, most: 0))
  var kinds: [String] { state.withLock { $0 } }
  var most: Int { open.withLock { $0.most } }

  func end() { open.withLock { $0.now -= 1 } }

  func add(_ question: Consent.Question) {
    let kind =
      switch question {
      case .script: "script"
      case .source: "source"
      case .answer: "answer"
      case .confirmation: "confirmation"
      case .disclosure: "disclosure"
      case .repeating(_, let seconds, _): "repeating \(seconds)"
      case .authorization: "authorization"
      }
    state.withLock { $0.append(kind) }
    open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
  }
}

/// Keeps what was presented.
private final class Shown: Sendable {
  private let state = Mutex<[Presentation]>([])
  var all: [Presentation] { state.withLock { $0 } }
  func add(_ presentation: Presentation) { state.withLock { $0.append(presentation) } }
}

extension Refusal {
  static let unattended = Refusal("nobody can be asked")
}
