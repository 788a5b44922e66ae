import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// Recorded changes over several runs: what one run leaves, the next one finds.
struct CarriageRunTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// A server that keeps what it was sent, and whose answers are lost on their way as long as it is told so.
  private final class Forgetful: Sendable {
    let statuses = Mutex<[JSON]>([])
    let losesAnswers = Mutex(true)

    func stub(honoringKeys: Bool = false, at time: Int = 1000) -> StubServer {
      let keys = Mutex<[String: JSON]>([:])
      return StubServer { [self] request throws(TransportError) in
        switch request.route {
        case "GET /api/v1/accounts/1/statuses": return HTTPResponse(json: .array(statuses.withLock { $0 }))
        case "POST /api/v2/media": return HTTPResponse(json: Bodies.media)
        case "POST /api/v1/statuses": break
        default: return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
        }
        let key = request.headers["Idempotency-Key"] ?? ""
        if honoringKeys, let known = keys.withLock({ $0[key] }) { return HTTPResponse(json: known) }
        let status = made(of: request, at: time)
        keys.withLock { $0[key] = status }
        statuses.withLock { $0.insert(status, at: 0) }
        guard !losesAnswers.withLock({ $0 }) else {
          throw TransportError(.network, "the connection was reset", mayHaveArrived: true)
        }
        return HTTPResponse(json: status)
      }
    }

    private func made(of request: HTTPRequest, at time: Int) -> JSON {
      let body = (try? JSON(parsing: request.body ?? [])) ?? [:]
      let count = statuses.withLock(\.count)
      return Bodies.status.without("in_reply_to_id").changing("id", to: .string("s\(count)"))
        .changing("content", to: .string("<p>\(body["status"]?.string ?? "")</p>"))
        .changing("account", to: Bodies.alice).changing("visibility", to: body["visibility"] ?? "public")
        .changing("created_at", to: .string(Timestamp(seconds: time).description))
        .changing("spoiler_text", to: body["spoiler_text"] ?? "")
        .changing("media_attachments", to: .array((body["media_ids"]?.array ?? []).map { _ in Bodies.media }))
        .changing(
          "poll",
          to: body["poll"].map { poll in
            ["id": "5", "options": .array((poll["options"]?.array ?? []).map { ["title": $0] })]
          } ?? .null)
    }
  }

  private func open(
    _ request: String, _ stub: StubServer, effect: String = "e", now: Int = 1000
  ) async throws -> (code: Int?, id: JSON?) {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let engine = try TestEngine(stub, isSandbox: true, now: { now })
    let callback = try #require(
      try await engine.open(
        request + "&json=true&item=true", recording: RecordedChange(effect, in: attempt, of: journal)))
    try await journal.abandon(attempt)
    let answer = try CallbackURL(parsing: callback)
    let code = answer.values(of: "errorCode").first.flatMap { $0.flatMap { Int($0) } }
    return (code, Response.success(answer.pairs).json?["item"]?["statusID"])
  }

  @Test(arguments: [
    "postStatus?text=Hi", "postStatus?text=Hi&visibility=direct", "postStatus?mentioning=bob%40b.example&text=Hi",
    "postStatus?text=Hi&media=21", "postStatus?text=Hi&media=21&media=22",
    "postStatus?text=Hi&poll=Yes&poll=No&expires=1h", "postStatus?text=Hi&cw=x",
  ])
  func aStatusWhoseAnswerWasLostIsFoundByItself(request: String) async throws {
    let forgetful = Forgetful()
    let stub = forgetful.stub()
    let (code, id) = try await open(request, stub)
    #expect(code == nil && id == "s0")
    #expect(try await open(request, stub).id == "s0", "the next run has the answer")
    #expect(stub.writes == ["POST /api/v1/statuses"])
  }

  @Test(arguments: ["postStatus?text=Hi", "postStatus?text=Hi&media=21"])
  func aKilledRunsStatusIsFoundByTheNextOne(request: String) async throws {
    let forgetful = Forgetful()
    let stub = forgetful.stub()
    // What a run leaves that was killed between sending and being answered.
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "tusker://x-callback-url/\(request)", in: attempt)
    try await journal.abandon(attempt)
    _ = try await TestEngine(stub, isSandbox: true).open(request)
    scene.wait(600)
    let found = try await open(request, stub, now: 1600)
    #expect(found.code == nil && found.id == "s0")
    #expect(stub.writes.count == 1)
  }

  @Test func whatIsLookedForIsWhatWasSentThenAndNotWhatIsSentNow() async throws {
    let forgetful = Forgetful()
    let stub = forgetful.stub()
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "tusker://x-callback-url/postStatus?text=Then", in: attempt)
    try await journal.abandon(attempt)
    _ = try await TestEngine(stub, isSandbox: true).open("postStatus?text=Then")
    #expect(try await open("postStatus?text=Now", stub).code == Failure.Code.rejected.rawValue)
    #expect(try await open("postStatus?text=Then", stub).id == "s0")
    #expect(forgetful.statuses.withLock(\.count) == 1)
  }

  /// The server's clock, or the one that dates its statuses, may be wrong by a day.
  @Test(arguments: [(true, -95_000, 2), (true, 100, 1), (false, 100, 1)])
  func aStatusOfLongBeforeIsNotTakenForIt(hasDate: Bool, second: Int, count: Int) async throws {
    let forgetful = Forgetful()
    forgetful.losesAnswers.withLock { $0 = false }
    let inner = forgetful.stub(at: second)
    let stub = StubServer { request throws(TransportError) in
      let response = try await inner.send(request)
      var headers = response.headers
      if hasDate { headers.add("Date", "Thu, 01 Jan 1970 00:16:40 GMT") }
      return HTTPResponse(status: response.status, headers: headers, body: response.body)
    }
    _ = try await TestEngine(stub, isSandbox: true).open("postStatus?text=Hi")
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "tusker://x-callback-url/postStatus?text=Hi", in: attempt)
    try await journal.abandon(attempt)
    let (code, id) = try await open("postStatus?text=Hi", stub)
    #expect(count == 2 ? id == "s1" : code == Failure.Code.unknownOutcome.rawValue)
    #expect(forgetful.statuses.withLock(\.count) == count)
  }

  @Test func theTimeOfTheFirstTryCountsHoweverLateTheLookIs() async throws {
    let forgetful = Forgetful()
    let stub = StubServer { request throws(TransportError) in
      guard request.route != "POST /api/v1/statuses" else {
        throw TransportError(.network, "nobody is there", mayHaveArrived: true)
      }
      return HTTPResponse(json: request.route.hasSuffix("/statuses") ? [] : Bodies.alice)
    }
    #expect(try await open("postStatus?text=Hi", stub).code == Failure.Code.unknownOutcome.rawValue)
    scene.wait(86_400)
    #expect(try await open("postStatus?text=Hi", stub, now: 87_400).code == Failure.Code.unknownOutcome.rawValue)
    scene.wait(86_400)
    // It came about at the first try.
    let later = forgetful.stub(at: 1000)
    _ = try await TestEngine(later, isSandbox: true).open("postStatus?text=Hi")
    #expect(try await open("postStatus?text=Hi", later, now: 173_800).id == "s0")
    #expect(later.writes.count == 1)
  }

  @Test func aSearchThatFailsMakesNothingAgain() async throws {
    let stub = StubServer { request throws(TransportError) in
      throw TransportError(.network, "nobody is there", mayHaveArrived: request.method != .get)
    }
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "tusker://x-callback-url/postStatus?text=Hi", in: attempt)
    try await journal.abandon(attempt)
    #expect(try await open("postStatus?text=Hi", stub).code == Failure.Code.network.rawValue)
    #expect(stub.writes.isEmpty)
    #expect(try await scene.run().entries().first?.effects.first?.answered == nil)
  }

  @Test func aServerThatKnowsTheKeyMakesOneEvenWhereNothingIsFound() async throws {
    let forgetful = Forgetful()
    let honest = forgetful.stub(honoringKeys: true)
    let hiding = StubServer { request throws(TransportError) in
      guard request.route != "GET /api/v1/accounts/1/statuses" else { return HTTPResponse(json: []) }
      return try await honest.send(request)
    }
    #expect(try await open("postStatus?text=Hi", hiding).code == Failure.Code.unknownOutcome.rawValue)
    forgetful.losesAnswers.withLock { $0 = false }
    #expect(try await open("postStatus?text=Hi", hiding).id == "s0")
    #expect(forgetful.statuses.withLock(\.count) == 1 && hiding.writes.count == 2)
    let keys = hiding.requests(to: "POST /api/v1/statuses").compactMap { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && Set(keys).count == 1)
  }

  @Test func keysAreTheSameForAnEffectAndNoOther() async throws {
    let stub = StubServer(Bodies.everything)
    for effect in ["postStatus#1", "postStatus#2"] { _ = try await open("postStatus?text=Hi", stub, effect: effect) }
    let other = try JournalScene()
    let journal = other.run()
    let attempts = [
      try await journal.attempt(JournalScene.name("key2")),
      try await journal.attempt(JournalScene.name(account: "@b@b")),
      try await journal.attempt(JournalScene.name(script: "/b.tsk")),
    ]
    for attempt in attempts {
      let engine = try TestEngine(stub, isSandbox: true)
      _ = try await engine.open(
        "postStatus?text=Hi", recording: RecordedChange("postStatus#1", in: attempt, of: journal))
    }
    let keys = stub.requests.compactMap { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 5 && Set(keys).count == 5)
    #expect(keys.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func doingItAfreshMakesItAgain() async throws {
    let stub = StubServer(Bodies.everything)
    let journal = scene.run()
    for isAgain in [false, true] {
      let attempt = try await journal.attempt(ignoringDone: isAgain)
      let engine = try TestEngine(stub, isSandbox: true)
      _ = try await engine.open("postStatus?text=Hi", recording: RecordedChange("e", in: attempt, of: journal))
      try await journal.finish(attempt, outcome: [:])
    }
    let keys = stub.requests.compactMap { $0.headers["Idempotency-Key"] }
    #expect(stub.writes.count == 2 && Set(keys).count == 2)
  }

  @Test(arguments: ["getStatus?statusID=9", "getTimeline?count=1", "showStatus?statusID=9"])
  func whatOnlyReadsIsNotRecorded(request: String) async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let engine = try TestEngine(isSandbox: true)
    for _ in 0..<2 { _ = try await engine.open(request, recording: RecordedChange("e", in: attempt, of: journal)) }
    #expect(try await journal.effect(named: "e", in: attempt) == nil)
    #expect(engine.stub.log.count == 2)
  }

  @Test func nothingIsRecordedOfWhatNobodyAllowedOrWhatIsWrong() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let engine = try TestEngine(answering: .no)
    for request in ["deleteStatus?statusID=9", "postStatus?colour=red", "postStatus?text="] {
      _ = try await engine.open(request, recording: effect)
    }
    #expect(try await journal.effect(named: "e", in: attempt) == nil && engine.stub.log.isEmpty)
  }

  @Test func whatCannotBeRecordedIsNotSent() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.abandon(attempt)
    let engine = try TestEngine(isSandbox: true)
    let callback = try await engine.open("postStatus?text=Hi", recording: RecordedChange("e", in: attempt, of: journal))
    #expect(callback?.contains("errorCode=70&") == true && engine.stub.log.isEmpty)
  }

  @Test func anAnswerThatCannotBeRecordedIsNotForgottenAsRefused() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let scene = scene
    let stub = StubServer { request throws(TransportError) in
      guard request.route == "POST /api/v1/statuses" else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      // Another program makes the journal refuse every answer while the request is on its way.
      let sql = "CREATE TRIGGER no BEFORE UPDATE ON effect BEGIN SELECT RAISE(ABORT, 'full'); END"
      guard (try? await scene.run(sql: sql)) != nil else {
        throw TransportError(.malformed, "sql", mayHaveArrived: false)
      }
      return HTTPResponse(json: Bodies.status)
    }
    let engine = try TestEngine(stub, isSandbox: true)
    let callback = try await engine.open("postStatus?text=Hi", recording: RecordedChange("e", in: attempt, of: journal))
    #expect(callback?.hasPrefix("app://x-callback-url/bad?") == true)
    guard case .sent? = try await journal.effect(named: "e", in: attempt) else {
      Issue.record("the journal says that nothing was sent")
      return
    }
  }
}
