import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// What a run posts is not posted again by the next one unawares.
struct RepeatGuardTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// A run of tusk, at a server that answers a post so.
  private func run(
    _ reply: Reply = .success, answering answer: Consent.Reply = .nobody, finds: Bool = false,
    account: String = "@me@a.example"
  ) throws -> TestEngine {
    let time = scene.now
    let stub = StubServer { request throws(TransportError) in
      if request.route == "GET /api/v1/accounts/1/statuses" {
        let made = Bodies.status.changing("content", to: "<p>Hi</p>").without("in_reply_to_id")
          .changing("account", to: Bodies.alice).changing("id", to: "made")
          .changing("created_at", to: .string(Timestamp(seconds: time).description))
        return HTTPResponse(json: finds ? [made] : [])
      }
      guard request.method != .get else { return HTTPResponse(json: Bodies.everything[request.route] ?? [:]) }
      switch reply {
      case .success: return HTTPResponse(json: Bodies.status.changing("id", to: "new"))
      case .refusal: return HTTPResponse(json: ["error": "no"], status: 422)
      case .lost: throw TransportError(.timedOut, "it broke", mayHaveArrived: true)
      }
    }
    let guardian = RepeatGuard(scene.run(), account: account)
    return try TestEngine(stub, answering: answer, repeats: guardian, now: { [scene] in scene.now })
  }

  private enum Reply { case success, refusal, lost }

  private static let post = "postStatus?text=Hi"

  private func keys(_ engines: TestEngine...) -> [String?] {
    engines.flatMap { $0.stub.requests(to: "POST /api/v1/statuses").map { $0.headers["Idempotency-Key"] } }
  }

  @Test func aSecondRunAsksWhenItIsSoonAfter() async throws {
    let first = try run()
    #expect(try await first.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    scene.wait(599)
    let second = try run(answering: .no)
    #expect(try await second.open(Self.post) == "app://x-callback-url/no")
    #expect(second.kindsOfQuestions == ["repeating 599"] && second.stub.writes == [])
    let third = try run(answering: .once)
    #expect(try await third.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(Set(keys(first, third)).count == 2)
  }

  @Test(arguments: [600, 86_400, 8 * 86_400])
  func aSecondRunPostsUnaskedWhenItIsLater(_ seconds: Int) async throws {
    let first = try run()
    _ = try await first.open(Self.post)
    scene.wait(seconds)
    let second = try run()
    _ = try await second.open(Self.post)
    #expect(second.kindsOfQuestions == [] && Set(keys(first, second)).count == 2)
  }

  @Test(arguments: ["postStatus?text=Hi&again=true", "postStatus?text=Hello", "postStatus?text=Hi&visibility=direct"])
  func whatIsWantedAgainOrIsAnotherIsPosted(_ request: String) async throws {
    _ = try await run().open(Self.post)
    let second = try run()
    _ = try await second.open(request)
    #expect(second.kindsOfQuestions == [] && keys(second).count == 1)
  }

  @Test func whereAndHowItIsAnsweredMakesNoOtherPost() async throws {
    _ = try await run().open(Self.post)
    let second = try run()
    #expect(try await second.open("postStatus?text=Hi&json=true&silent=false") == "app://x-callback-url/no")
  }

  @Test func oneRunPostsAsOftenAsItIsTold() async throws {
    let run = try run()
    for _ in 1...3 { _ = try await run.open(Self.post) }
    #expect(run.kindsOfQuestions == [] && keys(run).count == 3 && Set(keys(run)).count == 3)
  }

  @Test func anotherAccountMayPostTheSame() async throws {
    _ = try await run().open(Self.post)
    let other = try run(account: "@you@a.example")
    _ = try await other.open(Self.post)
    #expect(other.kindsOfQuestions == [] && keys(other).count == 1)
  }

  @Test func noYesBeforehandAnswersTheQuestion() async throws {
    _ = try await run().open(Self.post)
    let second = try run()
    #expect(try await second.open(Self.post, assumesYes: true) == "app://x-callback-url/no")
  }

  @Test(arguments: [false, true])
  func whatARunLeftInDoubtIsLookedForByTheNext(_ isThere: Bool) async throws {
    let first = try run(.lost)
    _ = try await first.open(Self.post)
    #expect(keys(first).count == 1)
    let second = try run(finds: isThere)
    #expect(try await second.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(keys(second).count == (isThere ? 0 : 1))
    // A server that was still at work on the first knows the second by its key.
    #expect(Set(keys(first, second)).count == 1)
  }

  @Test func anOldDoubtIsForgotten() async throws {
    let first = try run(.lost)
    _ = try await first.open(Self.post)
    scene.wait(3600)
    let second = try run(finds: true)
    _ = try await second.open(Self.post)
    #expect(keys(second).count == 1 && Set(keys(first, second)).count == 2)
  }

  @Test func whatWasRefusedIsSentAnew() async throws {
    let first = try run(.refusal)
    _ = try await first.open(Self.post)
    let second = try run()
    #expect(try await second.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(second.kindsOfQuestions == [] && Set(keys(first, second)).count == 2)
  }

  @Test func nothingIsKeptForLong() async throws {
    _ = try await run().open(Self.post)
    scene.wait(8 * 86_400)
    _ = try await run().open("postStatus?text=Hello")
    #expect(try scene.run().entries().map(\.occasion.key) == ["tusker://x-callback-url/postStatus?text=Hello"])
  }

  @Test func aJournalThatCannotBeUsedKeepsNobodyFromPosting() async throws {
    let journal = Journal(path: "/dev/null/journal.db") { 1000 }
    let engine = try TestEngine(repeats: RepeatGuard(journal, account: "@me@a.example"))
    #expect(try await engine.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
  }

  @Test func whatCanBeDoneTwiceWithoutHarmIsNotKept() async throws {
    let run = try run()
    for request in ["favoriteStatus?statusID=1", "getStatus?statusID=1"] { _ = try await run.open(request) }
    #expect(try scene.run().entries().isEmpty)
  }
}
