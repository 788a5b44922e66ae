import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskCommon
import XCallbackURL

@testable import TuskActions

/// Posts whose response is wrong, late or about something else: the next run never posts them again.
struct CarriageLossTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// A server that publishes, and responds as a test says.
  private final class Server: Sendable {
    let statuses = Mutex<[JSON]>([])
    /// What becomes of the text of a status.
    let rewrites: @Sendable (String) -> String
    let respond: @Sendable (JSON) throws(TransportError) -> HTTPResponse

    init(
      rewriting rewrites: @escaping @Sendable (String) -> String = { $0 },
      responding respond: @escaping @Sendable (JSON) throws(TransportError) -> HTTPResponse = { HTTPResponse(json: $0) }
    ) {
      self.rewrites = rewrites
      self.respond = respond
    }

    func add(_ text: String, at second: Int) -> JSON {
      statuses.withLock { statuses in
        let status = Bodies.status.without("in_reply_to_id").changing("id", to: .string("s\(statuses.count)"))
          .changing("uri", to: .string("https://a.example/s\(statuses.count)")).changing("spoiler_text", to: "")
          .changing("content", to: .string("<p>\(rewrites(text))</p>")).changing("account", to: Bodies.alice)
          .changing("created_at", to: .string(Timestamp(seconds: second).description))
          .changing("media_attachments", to: []).changing("poll", to: .null).changing("visibility", to: "public")
        statuses.insert(status, at: 0)
        return status
      }
    }

    /// Pages of 40, each with a link to the next one.
    func stub(at second: Int = 1000) -> StubServer {
      StubServer { [self] request throws(TransportError) in
        switch request.route {
        case "GET /api/v1/accounts/1/statuses":
          let offset = Int(request.query.split(separator: "offset=").last.map { $0.prefix { $0.isNumber } } ?? "") ?? 0
          let start = request.query.contains("offset=") ? offset : 0
          let all = statuses.withLock { $0 }
          let next = #"<https://a.example/api/v1/accounts/1/statuses?offset=\#(start + 40)>; rel="next""#
          let end = #"<https://a.example/x?min_id=1>; rel="prev""#
          return HTTPResponse(
            json: .array(Array(all.dropFirst(start).prefix(40))), link: start + 40 < all.count ? next : end)
        case "POST /api/v1/statuses":
          let body = (try? JSON(parsing: request.body ?? [])) ?? [:]
          return try respond(add(body["status"]?.string ?? "", at: second))
        case let route where route.hasSuffix("/source"): return HTTPResponse(json: ["error": "no route"], status: 404)
        default: return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
        }
      }
    }
  }

  private func open(_ stub: StubServer, now: Int = 1000) async throws -> Int? {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let engine = try TestEngine(stub, isSandbox: true, now: { now })
    let callback = try #require(
      try await engine.open(
        "postStatus?text=Hi&json=true&item=true", recording: RecordedChange("e", in: attempt, of: journal)))
    try await journal.abandon(attempt)
    return try CallbackURL(parsing: callback).values(of: "errorCode").first.flatMap { $0.flatMap { Int($0) } }
  }

  /// A run that was killed after the server had published.
  private func kill(after server: Server, at second: Int = 1000) async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "tusker://x-callback-url/postStatus?text=Hi", in: attempt)
    try await journal.abandon(attempt)
    _ = server.add("Hi", at: second)
  }

  @Test(arguments: [0, 39, 40, 41, 200])
  func newerStatusesDoNotHideAKilledRunsStatus(count: Int) async throws {
    let server = Server()
    for number in 0..<60 { _ = server.add("before \(number)", at: 100 + number) }
    try await kill(after: server)
    for number in 0..<count { _ = server.add("after \(number)", at: 1100 + number) }
    let stub = server.stub()
    scene.wait(5000)
    #expect(try await open(stub, now: 6000) == nil)
    #expect(stub.writes.isEmpty)
  }

  @Test func aRewrittenTextIsUnknownRatherThanAbsent() async throws {
    let server = Server(rewriting: { $0 + " 👋" })
    try await kill(after: server)
    let stub = server.stub()
    for _ in 0..<3 { #expect(try await open(stub) == Failure.Code.unknownOutcome.rawValue) }
    #expect(stub.writes.isEmpty)
  }

  /// Two changes with the same request, one of which the server carried out: it cannot be told which.
  @Test func aStatusThatMayBeOfAnotherRequestIsOfNone() async throws {
    let server = Server()
    try await kill(after: server)
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "f", url: "tusker://x-callback-url/postStatus?text=Hi", in: attempt)
    let stub = server.stub()
    let engine = try TestEngine(stub, isSandbox: true, now: { 1000 })
    for effect in ["e", "f"] {
      let callback = try await engine.open(
        "postStatus?text=Hi", recording: RecordedChange(effect, in: attempt, of: journal))
      #expect(callback?.contains("errorCode=23") == true && callback?.contains("another%20request") == true)
    }
    try await journal.didAnswer(effect: "e", answer: [:], making: "https://a.example/s0", in: attempt)
    _ = try await engine.open("postStatus?text=Hi", recording: RecordedChange("f", in: attempt, of: journal))
    #expect(stub.writes.count == 1 && server.statuses.withLock(\.count) == 2)
  }

  /// What no server can tell, a person can: the block continues, with the change made or sent once.
  @Test(arguments: [true, false])
  func anUnknownOutcomeIsSettledByHand(isDone: Bool) async throws {
    let server = Server(rewriting: { $0 + " 👋" })
    try await kill(after: server)
    let stub = server.stub()
    #expect(try await open(stub) == Failure.Code.unknownOutcome.rawValue)
    let entry = try #require(try await scene.run().entries().first)
    let settled = try await scene.run().settle(entry.number, as: isDone ? .done(nil) : .notSent)
    #expect(settled.url.hasPrefix("tusker://x-callback-url/postStatus") && settled.others == 0)
    for _ in 0..<2 { #expect(try await open(stub) == nil) }
    #expect(stub.writes.count == (isDone ? 0 : 1))
    let journal = scene.run()
    try await journal.finish(try await journal.attempt(), outcome: [:])
    await #expect(throws: Failure.self) { try await journal.settle(entry.number, as: .notSent) }
  }

  /// A wrong answer of the person is not for ever, as long as the block has not ended.
  @Test func aSettledChangeCanBeSettledAgain() async throws {
    let server = Server(rewriting: { $0 + " 👋" })
    try await kill(after: server)
    let stub = server.stub()
    #expect(try await open(stub) == Failure.Code.unknownOutcome.rawValue)
    let journal = scene.run()
    let number = try #require(try await journal.entries().first).number
    // What earlier versions wrote has no mark and no identifier.
    let url = "https://a.example/s0"
    let attempt = try await journal.attempt()
    let old: JSON = ["statusURL": .string(url), "statusURI": .string(url)]
    try await journal.didAnswer(effect: "e", answer: ["data": old, "item": old], making: url, in: attempt)
    try await journal.abandon(attempt)
    for _ in 0..<2 {
      let output = ActionOutput(data: ["statusURL": .string(url)], item: ["statusID": "1"])
      #expect(try await journal.settle(number, as: .done(output)).others == 0)
      guard case .answered(_, let answer)? = try await journal.effect(named: "e", in: attempt) else {
        return #expect(Bool(false))
      }
      #expect(answer["item"]?["statusID"] == "1")
    }
    #expect(try await open(stub) == nil)
    #expect(stub.writes.isEmpty)
    try await journal.finish(try await journal.attempt(), outcome: [:])
    await #expect(throws: Failure.self) { try await journal.settle(number, as: .notSent) }
  }

  /// Whatever was stated before, the last word counts, until the change is sent or the block is completed.
  @Test(arguments: 0..<16)
  func theLastSettlementCounts(words: Int) async throws {
    let server = Server(rewriting: { $0 + " 👋" })
    try await kill(after: server)
    let stub = server.stub()
    #expect(try await open(stub) == Failure.Code.unknownOutcome.rawValue)
    let number = try #require(try await scene.run().entries().first).number
    for bit in 0..<4 {
      let isDone = words >> bit & 1 == 1
      let settled = try await scene.run().settle(number, as: isDone ? .done(nil) : .notSent)
      #expect(settled.url.hasPrefix("tusker://x-callback-url/postStatus") && settled.others == 0)
      let entry = try #require(try await scene.run().entries().first)
      #expect(entry.state == .open && entry.effects.map(\.isNotSent) == [!isDone])
      let attempt = try await scene.run().attempt()
      #expect(try await scene.run().effect(named: "e", in: attempt) == nil || isDone)
    }
    let isDone = words >> 3 == 1
    #expect(try await open(stub) == nil)
    #expect(stub.writes.count == (isDone ? 0 : 1))
    let entry = try #require(try await scene.run().entries().first)
    #expect(entry.effects.map(\.isNotSent) == [false])
    if !isDone { await #expect(throws: Failure.self) { try await scene.run().settle(number, as: .done(nil)) } }
  }

  /// A block that was completed without the change does not list it.
  @Test func aChangeThatWasNotSentEndsWithItsBlock() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    try await journal.abandon(attempt)
    let number = try #require(try await journal.entries().first).number
    try await journal.settle(number, as: .notSent)
    try await journal.finish(try await journal.attempt(), outcome: [:])
    #expect(try await journal.entries().first?.effects == [])
  }

  /// Later lines reply to the status, so its identifier is needed, not only its page.
  @Test func anAddressBecomesTheAnswerOfItsRequest() async throws {
    let server = try TestEngine().server
    let address = "https://b.example/@bob/9"
    let output = try await server.output(of: "tusker://x-callback-url/postStatus?text=Hi", madeAt: address)
    let same = try await TestEngine().open("postStatus?text=Hi&json=true&item=true")
    let answer = Response.success(try CallbackURL(parsing: try #require(same)).pairs).json
    #expect(output.item?["statusID"] == "9")
    #expect(output.item.map(JSON.object) == answer?["item"])
    #expect(output.data["statusURI"] == answer?["statusURI"])
    for (request, url) in [
      ("deleteStatus?statusID=9", address), ("uploadMedia?file=x", address), ("postStatus?text=Hi", "9"),
    ] {
      await #expect(throws: Failure.self) {
        _ = try await server.output(of: "tusker://x-callback-url/\(request)", madeAt: url)
      }
    }
    let offline = try TestEngine(
      StubServer { _ throws(TransportError) in throw TransportError(.timedOut, "it broke", mayHaveArrived: false) })
    await #expect(throws: Failure.self) {
      _ = try await offline.server.output(of: "tusker://x-callback-url/postStatus?text=Hi", madeAt: address)
    }
  }

  /// A server that stops responding while an earlier run's request is looked for.
  @Test func whatAnEarlierRunSentStaysUnknownIfTheSearchIsLate() async throws {
    try await kill(after: Server())
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let looks = "GET /api/v1/accounts/1/statuses"
    let stub = StubServer(Bodies.everything.filter { $0.key != looks }, hangs: true)
    let engine = try TestEngine(
      stub, answering: .once, sleep: { _ in while stub.requests(to: looks).isEmpty { await Task.yield() } })
    let effect = RecordedChange("e", in: attempt, of: journal)
    let callback = try #require(try await engine.open("postStatus?text=Hi", recording: effect))
    #expect(callback.contains("errorCode=23") && callback.contains("is%20unknown"), "\(callback)")
    #expect(stub.writes.isEmpty)
  }

  /// Outside of a block, with a journal that can be read.
  @Test(arguments: [false, true])
  func aPostThatCannotBeRecordedIsSentOnlyIfItMayBeRepeated(isAgain: Bool) async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let refusal = "SELECT RAISE(ABORT, 'disk is full')"
    _ = try await scene.run(sql: "CREATE TRIGGER full BEFORE INSERT ON effect BEGIN \(refusal); END;")
    var effect = RecordedChange("e", in: attempt, of: journal, onFound: {})
    effect.mayBeUnrecorded = isAgain
    let engine = try TestEngine()
    let callback = try #require(try await engine.open("postStatus?text=Hi", recording: effect))
    #expect(callback.contains("--again") == !isAgain, "\(callback)")
    #expect(engine.stub.writes.count == (isAgain ? 1 : 0))
  }

  @Test func anAnswerOfTheServerIsNotSettledAgain() async throws {
    let server = Server()
    #expect(try await open(server.stub()) == nil)
    let number = try #require(try await scene.run().entries().first).number
    await #expect(throws: Failure.self) { try await scene.run().settle(number, as: .notSent) }
  }

  @Test func theErrorSaysHowToSettle() async throws {
    let server = Server(rewriting: { $0 + " 👋" })
    try await kill(after: server)
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let engine = try TestEngine(server.stub(), isSandbox: true, now: { 1000 })
    let callback = try #require(
      try await engine.open(
        "postStatus?text=Hi&json=true&item=true", recording: RecordedChange("e", in: attempt, of: journal)))
    let message = try CallbackURL(parsing: callback).values(of: "errorMessage").first.flatMap(\.self) ?? ""
    #expect(
      message.hasSuffix("tusk journal settle \(attempt.id) --done, or: tusk journal settle \(attempt.id) --not-sent"))
    await #expect(throws: Failure.self) { try await scene.run().settle(attempt.id, as: .notSent) }
    await #expect(throws: Failure.self) { try await scene.run().settle(4711, as: .notSent) }
  }

  /// Another block's status is none of this one.
  @Test func aStatusThatTheJournalKnowsIsNotMistaken() async throws {
    let server = Server()
    let other = server.add("Hello", at: 1000)
    let journal = scene.run()
    let attempt = try await journal.attempt(JournalScene.name("other"))
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    try await journal.didAnswer(effect: "e", answer: nil, making: other["uri"]?.string, in: attempt)
    try await journal.finish(attempt, outcome: [:])
    let begun = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "tusker://x-callback-url/postStatus?text=Hi", in: begun)
    try await journal.abandon(begun)
    let stub = server.stub()
    #expect(try await open(stub) == nil)
    #expect(stub.writes.count == 1)
  }

  /// The server limits requests, so that a later one is not even sent.
  @Test func aRequestThatWasHeldBackIsNotInDoubt() async throws {
    let stub = StubServer { _ in HTTPResponse(json: ["error": "later"], status: 429, retryAfter: 30) }
    let engine = try TestEngine(stub, isSandbox: true, now: { 1000 })
    _ = try await engine.open("getStatus?statusID=9")
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let refused = try await engine.open("postStatus?text=Hi", recording: effect)
    #expect(refused?.contains("no%20more%20requests") == true)
    #expect(stub.writes.isEmpty)
    #expect(try await journal.effect(named: "e", in: attempt) == nil)
  }

  /// Responses of proxies, after the server has published.
  @Test(arguments: [429, 503, 500, 502, 504, 302, 301, 307, 408])
  func aResponseThatIsNotTheServersIsLookedInto(status: Int) async throws {
    let server = Server(responding: { _ in
      HTTPResponse(
        status: status, headers: ["Location": "https://login.example/", "Retry-After": "1"], body: Array("x".utf8))
    })
    let stub = server.stub()
    for _ in 0..<3 { _ = try await open(stub) }
    #expect(server.statuses.withLock(\.count) == 1)
  }
}
