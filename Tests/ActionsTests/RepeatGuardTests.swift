import Fediverse
import Foundation
import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What a run posts is not posted again by the next one unawares.
struct RepeatGuardTests {
  private let scene: JournalScene
  private let told = Told()

  /// What a person was told beside the answers.
  private final class Told: Sendable {
    private let kept = Mutex<[String]>([])
    var texts: [String] { kept.withLock(\.self) }
    func add(_ text: String) { kept.withLock { $0.append(text) } }
  }

  init() throws {
    scene = try JournalScene()
  }

  /// A run of tusk, at a server that answers a post so.
  private func run(
    _ reply: Reply = .success, answering answer: Consent.Reply = .nobody(.unattended), finds: Bool = false,
    account: String = "@me@a.example"
  ) async throws -> TestEngine {
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
    let guardian = RepeatGuard(scene.run(), account: account) { [told] text in told.add(text) }
    return try TestEngine(
      stub, answering: answer, repeats: guardian, now: { [scene] in scene.now }, uptime: { [scene] in scene.uptime })
  }

  private enum Reply { case success, refusal, lost }

  private static let post = "postStatus?text=Hi"

  private func keys(_ engines: TestEngine...) -> [String?] {
    engines.flatMap { $0.stub.requests(to: "POST /api/v1/statuses").map { $0.headers["Idempotency-Key"] } }
  }

  @Test func aSecondRunAsksWhenItIsSoonAfter() async throws {
    let first = try await run()
    #expect(try await first.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    scene.wait(599)
    let second = try await run(answering: .no)
    #expect(try await second.open(Self.post) == "app://x-callback-url/no")
    #expect(second.kindsOfQuestions == ["repeating 599"] && second.stub.writes == [])
    let third = try await run(answering: .once)
    #expect(try await third.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(Set(keys(first, third)).count == 2)
  }

  @Test(arguments: [("followers", "private", true), ("private", "private", true), ("private", "direct", false)])
  func spellingsOfAChoiceMakeTheSameRequest(_ first: String, _ second: String, _ isSame: Bool) async throws {
    _ = try await run().open("\(Self.post)&visibility=\(first)")
    let later = try await run(answering: .no)
    _ = try await later.open("\(Self.post)&visibility=\(second)")
    #expect(later.kindsOfQuestions == (isSame ? ["repeating 0"] : []))
  }

  /// Journals of earlier versions hold these keys.
  @Test func keyOfACanonicalRequestStaysTheSame() async throws {
    _ = try await run().open("\(Self.post)&visibility=private")
    #expect(
      try await scene.run().entries(script: "commands").map(\.name.key) == [
        "postStatus 814bd062f1edfb653e5c6bbd004ec99d"
      ])
  }

  @Test(arguments: [600, 86_400, 8 * 86_400])
  func aSecondRunPostsUnaskedWhenItIsLater(_ seconds: Int) async throws {
    let first = try await run()
    _ = try await first.open(Self.post)
    scene.wait(seconds)
    let second = try await run()
    _ = try await second.open(Self.post)
    #expect(second.kindsOfQuestions == [] && Set(keys(first, second)).count == 2)
  }

  @Test(arguments: [0, 3600])
  func ofTwoRunsAtOnceOnePosts(_ rest: Int) async throws {
    _ = try await run().open("postStatus?text=Hi")
    scene.wait(601 + rest)
    let (first, second) = (try await run(), try await run())
    async let one = first.open(Self.post)
    async let other = second.open(Self.post)
    let answers = try await [one, other]
    #expect(keys(first, second).count == 1 && answers.filter { $0 == "app://x-callback-url/no" }.count == 1)
  }

  @Test func aClockThatIsSetBackMakesNothingOld() async throws {
    _ = try await run().open(Self.post)
    scene.setClock(by: -400)
    let second = try await run()
    #expect(try await second.open(Self.post) == "app://x-callback-url/no")
    #expect(second.kindsOfQuestions == ["repeating 0"])
    let lost = try await run(.lost)
    _ = try await lost.open("postStatus?text=Hi&visibility=direct")
    scene.setClock(by: -400)
    let third = try await run()
    _ = try await third.open("postStatus?text=Hi&visibility=direct")
    #expect(Set(keys(lost, third)).count == 1, "the server knows it by its key")
  }

  @Test func whatARunCouldNotSayAnyMoreIsNotMadeAgain() async throws {
    _ = try await run().open(Self.post)
    try await scene.run(sql: "UPDATE occasion SET finished = NULL")
    let second = try await run()
    #expect(try await second.open(Self.post) == "app://x-callback-url/no" && keys(second).isEmpty)
  }

  @Test func aSecondPostThatIsRefusedTakesNothingFromTheFirst() async throws {
    _ = try await run().open(Self.post)
    _ = try await run(.refusal).open(Self.post + "&again=true")
    let third = try await run()
    #expect(try await third.open(Self.post) == "app://x-callback-url/no" && keys(third).isEmpty)
  }

  @Test func whatIsInDoubtIsLookedForThoughItIsWantedAgain() async throws {
    _ = try await run(.lost).open(Self.post + "&again=true")
    let second = try await run(finds: true)
    #expect(try await second.open(Self.post + "&again=true")?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(keys(second).isEmpty)
  }

  @Test func noOrderOfWordsMakesAnotherPost() async throws {
    _ = try await run().open("postStatus?text=Hi&visibility=direct")
    let second = try await run()
    #expect(try await second.open("postStatus?visibility=direct&text=Hi") == "app://x-callback-url/no")
  }

  @Test func anotherPictureOfTheSameNameIsAnotherPost() async throws {
    let file = scene.folder.path + "/cam.gif"
    let request = "postStatus?text=Hi&media=file:\(file)"
    for (bytes, count) in [("GIF89a", 1), ("GIF89a", 0), ("GIF89a, later", 1)] {
      if (try? String(contentsOfFile: file, encoding: .utf8)) != bytes {
        try Data(bytes.utf8).write(to: URL(filePath: file))
      }
      let run = try await run()
      _ = try await run.open(request)
      #expect(keys(run).count == count, "\(bytes)")
    }
  }

  @Test func nothingThatWasTypedIsKept() async throws {
    _ = try await run().open("postStatus?text=secret")
    let entries = try await scene.run().entries(script: "commands")
    #expect(entries.count == 1 && entries.flatMap(\.effects).map(\.url) == ["tusker://x-callback-url/postStatus"])
    #expect(try await !scene.run(sql: "SELECT key, url, name FROM occasion, effect").contains("secret"))
    #expect(try await scene.run().entries().isEmpty, "what scripts have done is listed")
  }

  @Test func whoeverGetsAnEarlierPostIsTold() async throws {
    _ = try await run(.lost).open(Self.post)
    let second = try await run(finds: true)
    _ = try await second.open(Self.post)
    #expect(told.texts == ["an earlier run already did this"])
  }

  @Test(arguments: ["postStatus?text=Hi&again=true", "postStatus?text=Hello", "postStatus?text=Hi&visibility=direct"])
  func whatIsWantedAgainOrIsAnotherIsPosted(_ request: String) async throws {
    _ = try await run().open(Self.post)
    let second = try await run()
    _ = try await second.open(request)
    #expect(second.kindsOfQuestions == [] && keys(second).count == 1)
  }

  @Test func whereAndHowItIsAnsweredMakesNoOtherPost() async throws {
    _ = try await run().open(Self.post)
    let second = try await run()
    #expect(try await second.open("postStatus?text=Hi&json=true&silent=false") == "app://x-callback-url/no")
  }

  @Test func oneRunPostsAsOftenAsItIsTold() async throws {
    let run = try await run()
    for _ in 1...3 { _ = try await run.open(Self.post) }
    #expect(run.kindsOfQuestions == [] && keys(run).count == 3 && Set(keys(run)).count == 3)
  }

  @Test func anotherAccountMayPostTheSame() async throws {
    _ = try await run().open(Self.post)
    let other = try await run(account: "@you@a.example")
    _ = try await other.open(Self.post)
    #expect(other.kindsOfQuestions == [] && keys(other).count == 1)
  }

  @Test func noYesBeforehandAnswersTheQuestion() async throws {
    _ = try await run().open(Self.post)
    let second = try await run()
    #expect(try await second.open(Self.post, assumesYes: true) == "app://x-callback-url/no")
  }

  @Test(arguments: [false, true])
  func whatARunLeftInDoubtIsLookedForByTheNext(_ isThere: Bool) async throws {
    let first = try await run(.lost)
    _ = try await first.open(Self.post)
    #expect(keys(first).count == 1)
    let second = try await run(finds: isThere)
    #expect(try await second.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(keys(second).count == (isThere ? 0 : 1))
    // A server that was still at work on the first knows the second by its key.
    #expect(Set(keys(first, second)).count == 1)
  }

  @Test func anOldDoubtIsForgotten() async throws {
    let first = try await run(.lost)
    _ = try await first.open(Self.post)
    scene.wait(3600)
    let second = try await run(finds: true)
    _ = try await second.open(Self.post)
    #expect(keys(second).count == 1 && Set(keys(first, second)).count == 2)
  }

  @Test func whatWasRefusedIsSentAnew() async throws {
    let first = try await run(.refusal)
    _ = try await first.open(Self.post)
    let second = try await run()
    #expect(try await second.open(Self.post)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(second.kindsOfQuestions == [] && Set(keys(first, second)).count == 2)
  }

  @Test func nothingIsKeptForLong() async throws {
    _ = try await run().open(Self.post)
    scene.wait(8 * 86_400)
    _ = try await run().open("postStatus?text=Hello")
    #expect(try await scene.run().entries(script: "commands").count == 1)
  }

  @Test func withoutAJournalOnlyWhatMayBeRepeatedIsPosted() async throws {
    let journal = LocalJournal(path: "/dev/null/journal.db") { 1000 }
    let engine = try TestEngine(repeats: RepeatGuard(journal, account: "@me@a.example"))
    let refused = try #require(try await engine.open(Self.post))
    #expect(refused.hasPrefix("app://x-callback-url/bad") && refused.contains("--again"))
    #expect(keys(engine).isEmpty)
    #expect(try await engine.open(Self.post + "&again=true")?.hasPrefix("app://x-callback-url/yes") == true)
  }

  @Test func whatCanBeDoneTwiceWithoutHarmIsNotKept() async throws {
    let run = try await run()
    for request in ["favoriteStatus?statusID=1", "getStatus?statusID=1"] { _ = try await run.open(request) }
    #expect(try await scene.run().entries(script: "commands").isEmpty)
  }
}
