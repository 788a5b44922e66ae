import Glibc
import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is forgotten is done again, and servers see that it is meant.
struct JournalForgettingTests {
  private let scene: JournalScene
  private static let occasions = [
    JournalScene.name("k1", script: "s1", account: "a"), JournalScene.name("k2", script: "s1", account: "a"),
    JournalScene.name("k1", script: "s1", account: "b"), JournalScene.name("k1", script: "s2", account: "a"),
  ]

  init() throws {
    scene = try JournalScene()
  }

  @Test(
    arguments: [
      (nil, nil, nil, [0, 1, 2, 3]), ("s1", nil, nil, [0, 1, 2]), (nil, "a", nil, [0, 1, 3]),
      (nil, nil, "k1", [0, 2, 3]),
      ("s1", "a", nil, [0, 1]), ("s1", "a", "k2", [1]), ("s2", "b", nil, []), ("s1", nil, "k1", [0, 2]),
      ("", nil, nil, []), (nil, nil, "", []), (nil, nil, "%", []), ("s1' OR 1=1 --", nil, nil, []),
    ] as [(String?, String?, String?, [Int])])
  func exactlyWhatIsNamedIsForgotten(script: String?, account: String?, key: String?, forgotten: [Int]) async throws {
    let journal = scene.run()
    for name in Self.occasions { try await journal.complete(name) }
    #expect(try await journal.forget(script: script, account: account, key: key) == forgotten.count)
    let left = Self.occasions.indices.filter { !forgotten.contains($0) }.map { Self.occasions[$0] }
    #expect(try await journal.entries().map(\.name) == left)
    for (index, name) in Self.occasions.enumerated() where forgotten.contains(index) {
      let attempt = try await journal.attempt(name)
      #expect(!attempt.isResumed)
      #expect(attempt.generation == 2)
    }
  }

  @Test func aForgottenStatusIsAnotherOneForTheServer() async throws {
    let journal = scene.run()
    var keys: Set<String> = []
    for round in 1...3 {
      let attempt = try await journal.attempt()
      #expect(attempt.generation == round)
      keys.insert(try await journal.idempotencyKey(of: "postStatus#1", in: attempt))
      try await journal.finish(attempt, outcome: nil)
      #expect(try await journal.forget() == 1)
    }
    #expect(keys.count == 3)
  }

  @Test func forgettingKnowsOfGenerationsThatWereStartedAnew() async throws {
    let journal = scene.run()
    try await journal.complete(JournalScene.name())
    for _ in 0..<3 { try await journal.finish(try await journal.attempt(ignoringDone: true), outcome: nil) }
    try await journal.forget()
    #expect(try await journal.attempt().generation == 5)
  }

  @Test func forgettingNothingLeavesTheGeneration() async throws {
    let journal = scene.run()
    try await journal.complete(JournalScene.name("k1"))
    #expect(try await journal.forget(key: "k2") == 0)
    #expect(try await journal.attempt(JournalScene.name("k2")).generation == 1)
  }

  @Test func whatALivingProcessIsAtIsNotForgotten() async throws {
    let (journal, other) = (scene.run(), scene.run())
    try await journal.complete(JournalScene.name("k1"))
    let attempt = try await journal.attempt(JournalScene.name("k2"))
    for forgetting in [journal, other] {
      let failure = await #expect(throws: Failure.self) { try await forgetting.forget() }
      #expect(failure?.message == "\(scene.worker) is running 'k2'; nothing was forgotten")
      #expect(try await forgetting.entries().count == 2)
    }
    #expect(try await other.forget(key: "k1") == 1)
    try await journal.abandon(attempt)
    #expect(try await other.forget() == 1)
  }

  @Test func anUnfinishedOccasionIsForgottenWithItsEffects() async throws {
    do {
      let journal = scene.run()
      try await journal.willSend(effect: "e", url: "u", in: try await journal.attempt())
      await journal.close()
    }
    let journal = scene.run()
    #expect(try await journal.forget() == 1)
    if JournalScene.isFile { #expect(try await scene.run(sql: "SELECT count(*) FROM effect") == "0\n") }
    let attempt = try await journal.attempt()
    #expect(try await journal.effect(named: "e", in: attempt) == nil)
    #expect(attempt.generation == 2)
  }

  @Test(arguments: [(nil as String?, nil as Int?), ("key", 5), ("other", 5)])
  func schedulesAreForgottenWithTheWholeScriptOnly(key: String?, left: Int?) async throws {
    let journal = scene.run()
    let name = JournalScene.name()
    try await journal.complete(name)
    #expect(
      try await journal.advance("every 1h", from: nil, to: 5, script: name.script, account: name.account))
    try await journal.forget(script: name.script, key: key)
    #expect(try await journal.lastTime(of: "every 1h", script: name.script, account: name.account) == left)
  }

  @Test func onlyWhatIsLongUnchangedIsForgotten() async throws {
    let journal = scene.run()
    for key in ["old", "resumed"] {
      let attempt = try await journal.attempt(JournalScene.name(key))
      try await journal.willSend(effect: "e", url: "u", in: attempt)
      try await journal.abandon(attempt)
    }
    let start = journal.now()
    let held = try await journal.attempt(JournalScene.name("held"))
    scene.wait(100)
    let resumed = try await journal.attempt(JournalScene.name("resumed"))
    try await journal.willSend(effect: "late", url: "u", in: resumed)
    try await journal.abandon(resumed)
    try await journal.forget(script: JournalScene.name().script, unchangedSince: start + 50)
    #expect(try await journal.progress(of: JournalScene.name("old")) == nil)
    #expect(try await journal.progress(of: JournalScene.name("resumed"))?.unknown == 2)
    #expect(try await journal.progress(of: JournalScene.name("held"))?.worker != nil)
    try await journal.finish(held, outcome: [:])
  }

  @Test func aLongKeyIsForgottenWholeAndAsItIsShown() async throws {
    let journal = scene.run()
    let keys = ["a", "b"].map { String(repeating: "long ", count: 500) + $0 }
    for key in keys { try await journal.complete(JournalScene.name(key)) }
    let shown = try await journal.entries().map(\.name.key)
    #expect(try await journal.forget(key: shown[0]) == 1)
    #expect(try await journal.forget(key: keys[0]) == 0)
    #expect(try await journal.forget(key: keys[1]) == 1)
  }
}
