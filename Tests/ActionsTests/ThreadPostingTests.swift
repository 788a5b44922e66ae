import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// A text that is posted as a thread.
struct ThreadPostingTests {
  private let scene: JournalScene
  private let text = ["One.", "Two.", "Three."].map { String(repeating: "\($0) ", count: 60) }.joined(separator: "\n\n")
  private var request: String {
    let url = CallbackURL(scheme: "tusker", action: "postStatus", pairs: [.init("text", text)])
    let action = url.description.replacing("tusker://x-callback-url/", with: "")
    return "\(action)&thread=true&cw=Long&poll=a&poll=b&visibility=unlisted"
  }

  init() throws {
    scene = try JournalScene()
  }

  /// A server that numbers its statuses, and fails to post one of them.
  ///
  /// - Parameters:
  ///   - reading: the status with which a look at a status is answered.
  ///   - limit: the greatest length of a status.
  private func server(
    failing failure: (number: Int, status: Int)? = nil, after earlier: Int = 0, reading: Int = 200, limit: Int = 500
  ) -> StubServer {
    let count = Mutex(earlier)
    return StubServer { request throws(TransportError) in
      guard request.route == "POST /api/v1/statuses" else {
        if request.route.hasPrefix("GET /api/v1/statuses/") {
          return HTTPResponse(json: Bodies.status, status: reading)
        }
        if request.route == "GET /api/v2/instance" {
          return HTTPResponse(json: [
            "domain": "a.example", "version": "4.5.0", "configuration": ["statuses": ["max_characters": .int(limit)]],
          ])
        }
        return HTTPResponse(json: Bodies.everything[request.route] ?? [])
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      if let failure, failure.number == number { return HTTPResponse(json: ["error": "no"], status: failure.status) }
      return HTTPResponse(json: Bodies.status.changing("id", to: .string("s\(number)")))
    }
  }

  private func bodies(_ stub: StubServer) throws -> [JSON] {
    try stub.requests(to: "POST /api/v1/statuses").map { request in
      try JSON(parsing: String(decoding: request.body ?? [], as: UTF8.self))
    }
  }

  @Test func eachStatusRepliesToTheOneBefore() async throws {
    let stub = server()
    let data = try await TestEngine(stub, isSandbox: true).data(of: request + "&json=true&item=true")
    let bodies = try bodies(stub)
    #expect(bodies.count == 3 && data["item"]?["parts"] == 3)
    #expect(bodies.map { $0["in_reply_to_id"]?.string } == [nil, "s1", "s2"])
    #expect(bodies.map { $0["poll"] != nil } == [true, false, false], "a poll belongs to the first")
    #expect(bodies.allSatisfy { $0["spoiler_text"] == "Long" && $0["visibility"] == "unlisted" })
    #expect(bodies.map { $0["status"]?.string?.prefix(4) } == ["One.", "Two.", "Thre"])
  }

  @Test func aShortTextIsOneStatus() async throws {
    let stub = server()
    _ = try await TestEngine(stub, isSandbox: true).data(of: "postStatus?text=Hi&numbered=true&json=true")
    #expect(try bodies(stub).map { $0["status"] } == ["Hi"])
  }

  @Test func aDirectThreadIsRefused() async throws {
    let stub = server()
    let direct = request.replacing("visibility=unlisted", with: "visibility=direct")
    let code = try await TestEngine(stub, isSandbox: true).failureCode(of: direct)
    #expect(code == Failure.Code.rejected.rawValue && stub.writes.isEmpty)
  }

  @Test(arguments: [
    ("postStatus?text=a&cw=", 600), ("postStatus?cw=\(String(repeating: "b", count: 400))&text=", 12_000),
  ])
  func whatFitsNoThreadIsRefused(start: String, length: Int) async throws {
    let stub = server()
    let words = String(repeating: "word%20", count: length / 5)
    let code = try await TestEngine(stub, isSandbox: true).failureCode(of: "\(start)\(words)&thread=true")
    #expect(code == Failure.Code.rejected.rawValue && stub.writes.isEmpty)
  }

  /// The same request continues after the last status that was posted, by the record of each.
  @Test(arguments: [422, 404, 429, 503])
  func aFailureOnTheWayIsContinued(status: Int) async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let broken = server(failing: (2, status))
    let callback = try #require(
      try await TestEngine(broken, isSandbox: true, now: { 1000 }).open(request, recording: effect))
    let answer = try CallbackURL(parsing: callback)
    #expect(answer.values(of: "errorCode") == ["\(Failure.Code.unknownOutcome.rawValue)"])
    #expect(answer.values(of: "errorMessage").first??.hasPrefix("1 of 3 statuses of the thread are posted") == true)
    let mended = server(after: 1)
    let end = try await TestEngine(mended, isSandbox: true, now: { 1000 }).open(request, recording: effect)
    #expect(end?.contains("yes?") == true)
    #expect(try bodies(mended).map { $0["in_reply_to_id"]?.string } == ["s1", "s2"])
  }

  @Test func aRefusedFirstStatusLeavesNothing() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let callback = try await TestEngine(server(failing: (1, 422)), isSandbox: true).open(request, recording: effect)
    #expect(callback?.contains("errorCode=\(Failure.Code.rejected.rawValue)&") == true)
    #expect(try await journal.effect(named: "e", in: attempt) == nil)
  }

  /// Another text at the same place of a block must not continue the thread of the first one.
  @Test func anotherThreadDoesNotContinueThisOne() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    _ = try await TestEngine(server(failing: (2, 422)), isSandbox: true, now: { 1000 }).open(request, recording: effect)
    let stub = server()
    let other = request.replacing("One", with: "Uno")
    let callback = try await TestEngine(stub, isSandbox: true, now: { 1000 }).open(other, recording: effect)
    #expect(callback?.contains("errorCode=\(Failure.Code.rejected.rawValue)&") == true)
    #expect(stub.writes.isEmpty)
  }

  /// Opens the request by a person at the prompt, in a run of its own.
  private func open(_ request: String, _ stub: StubServer) async throws -> String? {
    let guarded = RepeatGuard(scene.run(), account: "@alice@a.example")
    let engine = try TestEngine(
      stub, isSandbox: true, repeats: guarded, now: { [scene] in scene.now }, uptime: { [scene] in scene.uptime })
    return try await engine.open(request)
  }

  /// At the prompt, too, and after longer than servers know keys.
  @Test(arguments: [10, 4000, 90_000])
  func aRepeatedCommandContinues(wait: Int) async throws {
    _ = try await open(request, server(failing: (3, 422)))
    scene.wait(wait)
    let mended = server(after: 2)
    #expect(try await open(request, mended)?.contains("yes?") == true)
    #expect(try bodies(mended).map { $0["in_reply_to_id"]?.string } == ["s2"])
  }

  /// The thread is complete, so that the next run makes nothing again.
  @Test(arguments: [404, 503])
  func aFailureAfterTheLastStatusPostsNothingAgain(status: Int) async throws {
    let first = try await open(request, server(reading: status))
    #expect(first?.contains("errorCode=\(Failure.Code.unknownOutcome.rawValue)&") == true)
    let stub = server()
    #expect(try await open(request, stub)?.contains("yes?") == true)
    #expect(try bodies(stub).isEmpty)
  }

  /// The parts that are posted and those that are left would not fit together.
  @Test func anotherLimitStopsTheThread() async throws {
    _ = try await open(request, server(failing: (2, 422)))
    let stub = server(limit: 1000)
    #expect(try await open(request, stub)?.contains("errorCode=\(Failure.Code.rejected.rawValue)&") == true)
    #expect(try bodies(stub).isEmpty)
  }

  @Test(arguments: ["keep", "defuse"])
  func namesAreTreatedOnce(mode: String) async throws {
    let stub = server()
    let more = "&mentioning=bob%40b.example&mentions=\(mode)"
    _ = try await TestEngine(stub, isSandbox: true).data(of: request + more + "&json=true")
    let texts = try bodies(stub).compactMap { $0["status"]?.string }
    #expect(texts.count == 3 && texts[0].hasPrefix("@bob@b.example One."))
  }

  @Test(arguments: [(Consent.Reply.once, 3), (.no, 0), (.nobody(.unattended), 3)])
  func aPersonSeesTheThreadFirst(reply: Consent.Reply, count: Int) async throws {
    let stub = server()
    let engine = try TestEngine(stub, answering: reply)
    _ = try await engine.open(request)
    #expect(engine.kindsOfQuestions == ["confirmation"])
    #expect(try bodies(stub).count == count)
  }
}
