import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is done once: claims, ends, and how the next run finds them.
struct JournalTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  @Test func whatWasDoneIsNotBegunAgainAndGivesBackItsValues() async throws {
    let outcome: JSON = ["p": ["statusURL": "https://a.example/1", "n": 3], "empty": nil, "text": "\u{1F418}\n\"x\""]
    let journal = scene.run()
    try await journal.finish(try await journal.attempt(), outcome: outcome)
    #expect(try await journal.begin(JournalScene.name()) == .done(outcome: outcome))
    #expect(try await scene.run().begin(JournalScene.name()) == .done(outcome: outcome))
  }

  @Test(arguments: [
    JournalScene.name("other"), JournalScene.name(script: "/home/me/other.tsk"),
    JournalScene.name(account: "@me@b.example"), JournalScene.name(""), JournalScene.name("KEY"),
    JournalScene.name("key "), JournalScene.name("key\0"), JournalScene.name("%"),
  ])
  func anotherScriptAccountOrKeyIsAnotherOccasion(other: OnceName) async throws {
    let journal = scene.run()
    try await journal.complete(JournalScene.name())
    let attempt = try await journal.attempt(other)
    #expect(!attempt.isResumed)
    #expect(attempt.name == other)
  }

  /// Parts are kept apart, so that text that moves from one to the next makes another occasion.
  @Test func partsDoNotRunTogether() async throws {
    let journal = scene.run()
    try await journal.complete(OnceName(script: "ab", account: "c", key: "d"))
    for (script, account, key) in [("a", "bc", "d"), ("ab", "cd", ""), ("", "abc", "d"), ("abc", "", "d")] {
      _ = try await journal.attempt(OnceName(script: script, account: account, key: key))
    }
  }

  @Test func whatIsClaimedIsBusyForEveryoneUntilItIsGivenBack() async throws {
    let (one, other) = (scene.run(), scene.run())
    let attempt = try await one.attempt()
    for journal in [one, other] {
      #expect(try await journal.begin(JournalScene.name()) == .busy(scene.worker))
      #expect(try await journal.begin(JournalScene.name(), ignoringDone: true) == .busy(scene.worker))
    }
    try await one.abandon(attempt)
    #expect(try await other.attempt().isResumed)
  }

  @Test func aRunThatIsGoneLeavesItsClaimToTheNext() async throws {
    do {
      let journal = scene.run()
      _ = try await journal.attempt()
      await journal.close()
    }
    let next = scene.run()
    let attempt = try await next.attempt()
    #expect(attempt.isResumed)
    #expect(attempt.generation == 1)
    try await next.finish(attempt, outcome: nil)
    #expect(try await next.begin(JournalScene.name()) == .done(outcome: nil))
  }

  @Test func manyRunsAtOnceGiveAnOccasionToOneOnly() async throws {
    let scene = scene
    for round in 0..<20 {
      let name = JournalScene.name("round \(round)")
      let won = try await withThrowingTaskGroup(of: (any JournalStore, OnceClaim).self) { group in
        for _ in 0..<6 {
          group.addTask {
            let journal = scene.run()
            return (journal, try await journal.begin(name))
          }
        }
        // The journals are kept until all have tried, because a journal that is gone gives up its claims.
        return try await group.reduce(into: [(any JournalStore, OnceClaim)]()) { $0.append($1) }
      }
      let open = won.filter { if case .open = $0.1 { true } else { false } }
      #expect(open.count == 1)
      #expect(won.filter { $0.1 == .busy(scene.worker) }.count == 5)
    }
  }

  @Test func startingAnewIsAnotherGenerationWithoutEffects() async throws {
    let journal = scene.run()
    try await journal.complete(JournalScene.name())
    for generation in 2...4 {
      let attempt = try await journal.attempt(ignoringDone: true)
      #expect(attempt.generation == generation)
      #expect(!attempt.isResumed)
      #expect(try await journal.effect(named: "postStatus#1", in: attempt) == nil)
      try await journal.finish(attempt, outcome: .int(generation))
      #expect(try await journal.begin(JournalScene.name()) == .done(outcome: .int(generation)))
    }
  }

  @Test func whatWasNeverBegunStartsAnewAsTheFirst() async throws {
    #expect(try await scene.run().attempt(ignoringDone: true).generation == 1)
  }

  @Test func anAttemptEndsOnce() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.finish(attempt, outcome: 1)
    let failure = await #expect(throws: Failure.self) { try await journal.finish(attempt, outcome: 2) }
    #expect(failure?.code == .defect)
    try await journal.abandon(attempt)
    #expect(try await journal.begin(JournalScene.name()) == .done(outcome: 1))
  }

  @Test func nobodyEndsTheAttemptOfAnother() async throws {
    let (one, other) = (scene.run(), scene.run())
    let attempt = try await one.attempt()
    await #expect(throws: Failure.self) { try await other.finish(attempt, outcome: nil) }
    try await other.abandon(attempt)
    #expect(try await other.begin(JournalScene.name()) == .busy(scene.worker))
    try await one.finish(attempt, outcome: nil)
  }

  @Test func anOutcomeOfManyLevelsComesBack() async throws {
    let deep = (0..<500).reduce(JSON.null) { inner, _ in [inner] }
    let journal = scene.run()
    try await journal.finish(try await journal.attempt(), outcome: deep)
    #expect(try await journal.begin(JournalScene.name()) == .done(outcome: deep))
  }
}
