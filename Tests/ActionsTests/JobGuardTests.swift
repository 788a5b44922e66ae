import Fediverse
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Each change of a job is guarded against repeats as a command is.
struct JobGuardTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  private static let post = "postStatus?text=secret"
  private static let effect = "postStatus#1"

  /// A run at a server that takes a post or loses its answer.
  private func run(loses: Bool = false, finds: Bool = false) throws -> TestEngine {
    let time = scene.now
    let stub = StubServer { request throws(TransportError) in
      if request.route == "GET /api/v1/accounts/1/statuses" {
        let made = Bodies.status.changing("content", to: "<p>secret</p>").without("in_reply_to_id")
          .changing("account", to: Bodies.alice).changing("id", to: "made")
          .changing("created_at", to: .string(Timestamp(seconds: time).description))
        return HTTPResponse(json: finds ? [made] : [])
      }
      guard request.method != .get else { return HTTPResponse(json: Bodies.everything[request.route] ?? [:]) }
      if loses { throw TransportError(.timedOut, "it broke", mayHaveArrived: true) }
      return HTTPResponse(json: Bodies.status.changing("id", to: "new"))
    }
    return try TestEngine(
      stub, repeats: RepeatGuard(scene.run(), account: "@me@a.example"), now: { [scene] in scene.now },
      uptime: { [scene] in scene.uptime })
  }

  private func posts(_ engines: TestEngine...) -> Int {
    engines.reduce(0) { $0 + $1.stub.requests(to: "POST /api/v1/statuses").count }
  }

  /// Makes the change of a job whose run is then killed.
  private func makeChange(ofJob key: String, by engine: TestEngine) async throws -> String? {
    let journal = scene.run()
    let attempt = try await journal.attempt(JournalScene.name(key, script: Job.script))
    let effect = RecordedChange(Self.effect, in: attempt, of: journal, isOfJob: true)
    return try await engine.open(Self.post, recording: effect)
  }

  @Test func theSameChangeOfAnotherJobIsAskedAbout() async throws {
    let (first, second) = (try run(), try run())
    _ = try await makeChange(ofJob: "one", by: first)
    #expect(try await makeChange(ofJob: "other", by: second) == "app://x-callback-url/no")
    #expect(second.kindsOfQuestions == ["repeating 0"] && posts(first, second) == 1)
  }

  @Test func aCommandAndAJobKnowEachOther() async throws {
    let (command, job, later) = (try run(), try run(), try run())
    _ = try await command.open(Self.post)
    #expect(try await makeChange(ofJob: "one", by: job) == "app://x-callback-url/no")
    scene.wait(601)
    _ = try await makeChange(ofJob: "one", by: job)
    #expect(try await later.open(Self.post) == "app://x-callback-url/no")
    #expect(posts(command, job, later) == 2)
  }

  @Test func aResumedJobIsNotAskedAboutItsOwnChange() async throws {
    let (first, second) = (try run(), try run())
    _ = try await makeChange(ofJob: "one", by: first)
    #expect(try await makeChange(ofJob: "one", by: second)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(second.kindsOfQuestions == [] && posts(first, second) == 1)
  }

  @Test(arguments: [false, true])
  func whatAJobLeftInDoubtIsLookedForByACommand(isThere: Bool) async throws {
    let (job, command) = (try run(loses: true), try run(finds: isThere))
    _ = try await makeChange(ofJob: "one", by: job)
    #expect(try await command.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(posts(command) == (isThere ? 0 : 1))
  }

  @Test(arguments: [false, true])
  func whatIsInDoubtIsLookedForByAJob(isOfJob: Bool) async throws {
    let (first, job) = (try run(loses: true), try run(finds: true))
    if isOfJob { _ = try await makeChange(ofJob: "one", by: first) } else { _ = try await first.open(Self.post) }
    #expect(try await makeChange(ofJob: "one", by: job)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(posts(first) == 1 && posts(job) == 0)
  }

  @Test func theTextsOfAJobAreNotRecorded() async throws {
    _ = try await makeChange(ofJob: "one", by: try run())
    let columns = try await scene.run(sql: "SELECT key, url, name FROM occasion, effect")
    #expect(!columns.contains("secret"))
  }

  /// Jobs of 0.2.0 recorded them.
  @Test func aChangeThatAnEarlierVersionRecordedIsTheSame() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt(JournalScene.name("one", script: Job.firstScript))
    try await journal.willSend(effect: Self.effect, url: "tusker://x-callback-url/\(Self.post)", in: attempt)
    let engine = try run(finds: true)
    let effect = RecordedChange(Self.effect, in: attempt, of: journal, isOfJob: true)
    #expect(try await engine.open(Self.post, recording: effect)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(posts(engine) == 0)
  }
}
