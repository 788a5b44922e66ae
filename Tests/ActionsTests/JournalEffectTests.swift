import Fediverse
import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is sent inside an occasion, and what the next run knows of it.
struct JournalEffectTests {
  private let scene: JournalScene
  private let url = "tusker://x-callback-url/postStatus?text=Hello"

  init() async throws {
    scene = try JournalScene()
  }

  /// What may become of an effect before the run is gone.
  private static let courses:
    [(calls: @Sendable (any JournalStore, OnceAttempt) async throws -> Void, record: Journal.ChangeRecord?)] = [
      ({ _, _ in }, nil),
      ({ try await $0.willSend(effect: "e", url: "u", in: $1) }, .sent(url: "u", at: 1000)),
      (
        {
          try await $0.willSend(effect: "e", url: "u", in: $1)
          try await $0.willSend(effect: "e", url: "u2", in: $1)
        }, .sent(url: "u2", at: 1000)
      ),
      (
        {
          try await $0.willSend(effect: "e", url: "u", in: $1)
          try await $0.didNotHappen(effect: "e", in: $1)
        }, nil
      ),
      (
        {
          try await $0.willSend(effect: "e", url: "u", in: $1)
          try await $0.didAnswer(effect: "e", answer: ["id": "9"], in: $1)
        }, .answered(url: "u", answer: ["id": "9"])
      ),
      (
        {
          try await $0.willSend(effect: "e", url: "u", in: $1)
          try await $0.didNotHappen(effect: "e", in: $1)
          try await $0.willSend(effect: "e", url: "v", in: $1)
          try await $0.didAnswer(effect: "e", answer: nil, in: $1)
        }, .answered(url: "v", answer: nil)
      ),
    ]

  @Test(arguments: courses.indices)
  func theNextRunFindsWhatBecameOfAnEffect(course: Int) async throws {
    do {
      let journal = scene.run()
      let attempt = try await journal.attempt()
      try await Self.courses[course].calls(journal, attempt)
      #expect(try await journal.effect(named: "e", in: attempt) == Self.courses[course].record)
      await journal.close()
    }
    scene.wait(500)
    let next = scene.run()
    let attempt = try await next.attempt()
    #expect(attempt.isResumed)
    #expect(try await next.effect(named: "e", in: attempt) == Self.courses[course].record)
  }

  @Test func sendingAgainKeepsTheTimeOfTheFirst() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: url, in: attempt)
    scene.wait(60)
    try await journal.willSend(effect: "e", url: url, in: attempt)
    let (first, last) = (Timestamp(seconds: 1000), Timestamp(seconds: 1060))
    #expect(
      try await journal.effect(named: "e", in: attempt)
        == .sent(
          url: url, first: SendTime(local: first, uptime: .seconds(50_000)),
          last: SendTime(local: last, uptime: .seconds(50_060))))
    try await journal.didNotHappen(effect: "e", in: attempt)
    try await journal.willSend(effect: "e", url: url, in: attempt)
    #expect(try await journal.effect(named: "e", in: attempt) == .sent(url: url, at: 1060))
  }

  /// Calls that would do something twice, or record what was never sent.
  private static let mistakes: [@Sendable (any JournalStore, OnceAttempt) async throws -> Void] = [
    { try await $0.willSend(effect: "answered", url: "u", in: $1) },
    { try await $0.didAnswer(effect: "answered", answer: 2, in: $1) },
    { try await $0.didNotHappen(effect: "answered", in: $1) },
    { try await $0.didAnswer(effect: "never sent", answer: 2, in: $1) },
    { try await $0.didNotHappen(effect: "never sent", in: $1) },
  ]

  @Test(arguments: mistakes.indices)
  func callsOutOfOrderAreDefectsAndChangeNothing(mistake: Int) async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "answered", url: "u", in: attempt)
    try await journal.didAnswer(effect: "answered", answer: 1, in: attempt)
    let failure = await #expect(throws: Failure.self) { try await Self.mistakes[mistake](journal, attempt) }
    #expect(failure?.code == .defect)
    #expect(try await journal.effect(named: "answered", in: attempt) == .answered(url: "u", answer: 1))
    #expect(try await journal.effect(named: "never sent", in: attempt) == nil)
  }

  @Test func nothingIsSentOnceTheOccasionIsOver() async throws {
    let (journal, other) = (scene.run(), scene.run())
    let (ended, held) = (try await journal.attempt(), try await journal.attempt(JournalScene.name("held")))
    try await journal.finish(ended, outcome: nil)
    await #expect(throws: Failure.self) { try await journal.willSend(effect: "e", url: "u", in: ended) }
    await #expect(throws: Failure.self) { try await other.willSend(effect: "e", url: "u", in: held) }
    #expect(try await journal.entries().flatMap(\.effects) == [])
  }

  /// Statuses are long; a plan that runs after its script needs only what names them.
  @Test func onlyTheShortPartsOfDoneAnswersAreKept() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    #expect(try await journal.completed(attempt.name) == nil)
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    let answer: JSON = [
      "data": [
        "statusID": "7", "n": 1, "ok": true, "text": .string(String(repeating: "a", count: 201)), "tags": ["a"],
      ],
      "item": ["id": "7", "account": ["acct": "a"]], "other": "x",
    ]
    try await journal.didAnswer(effect: "e", answer: answer, in: attempt)
    try await journal.finish(attempt, outcome: nil)
    let short: JSON = ["data": ["statusID": "7", "n": 1, "ok": true], "item": ["id": "7"]]
    #expect(try await journal.effect(named: "e", in: attempt) == .answered(url: "u", answer: short))
    #expect(try await journal.completed(attempt.name)?.id == attempt.id)
  }

  @Test func effectsOfTwoOccasionsDoNotMeet() async throws {
    let journal = scene.run()
    let (one, other) = (try await journal.attempt(), try await journal.attempt(JournalScene.name("other")))
    try await journal.willSend(effect: "e", url: "1", in: one)
    #expect(try await journal.effect(named: "e", in: other) == nil)
    try await journal.willSend(effect: "e", url: "2", in: other)
    try await journal.didAnswer(effect: "e", answer: 2, in: other)
    let found = try await journal.effect(named: "e", in: one)
    #expect(found == .sent(url: "1", at: 1000))
  }

  @Test func idempotencyKeysAreTheSameInEveryRunAndDifferInEveryPart() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let key = try await journal.idempotencyKey(of: "postStatus#1", in: attempt)
    #expect(key.utf8.count == 64)
    #expect(key.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 })
    try await journal.abandon(attempt)
    let again = scene.run()
    #expect(try await again.idempotencyKey(of: "postStatus#1", in: try await again.attempt()) == key)

    let others = [
      JournalScene.name("key2"), JournalScene.name(script: "s"), JournalScene.name(account: "@x@a.example"),
    ]
    var keys: [String] = []
    for other in others {
      keys.append(try await journal.idempotencyKey(of: "postStatus#1", in: try await journal.attempt(other)))
    }
    keys.append(try await journal.idempotencyKey(of: "postStatus#2", in: attempt))
    #expect(Set(keys + [key]).count == keys.count + 1)
  }

  /// The spelling is fixed, because a server may be asked with the key of an older tusk.
  @Test func anIdempotencyKeyIsTheDigestOfItsPartsEachWithItsLength() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt(OnceName(script: "s", account: "a", key: "k"))
    // python3: sha256(b"".join(len(t).to_bytes(8, "little") + t for t in [b"s", b"a", b"k", b"e", b"1"]))
    #expect(
      try await journal.idempotencyKey(of: "e", in: attempt)
        == "28084bd55427bd13c6ef0b4fe90bcc70c3adba74caf88b3a1178bebd409b4a0b")
  }

  /// A resumed run must not take its own star for an old one.
  @Test func whatWasBeforeTheFirstSendingIsKept() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let first = Restoration(isNeedless: true)
    let later = Restoration(urls: ["tusker://x-callback-url/a"], losses: ["b"])
    func send(_ restoration: Restoration?) async throws {
      let time = SendTime(local: Timestamp(seconds: journal.now()))
      try await journal.willSend(effect: "e", url: "u", at: time, restoredBy: restoration, in: attempt)
    }
    try await send(first)
    try await send(later)
    try await send(nil)
    #expect(try await journal.restoration(of: "e", in: attempt) == first)
    try await journal.didNotHappen(effect: "e", in: attempt)
    try await send(later)
    try await journal.didAnswer(effect: "e", answer: ["id": "1"], in: attempt)
    #expect(try await journal.restoration(of: "e", in: attempt) == later)
    #expect(try await journal.restoration(of: "other", in: attempt) == nil)
    let changes = try await journal.changes(of: attempt.name)
    #expect(changes["e"] == .made(answer: ["id": "1"], later) && changes["other"] == nil)
  }

  @Test(arguments: [10, 512, 513, 5000])
  func changesAreFoundByNamesOfAnyLength(length: Int) async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let name = String(repeating: "n", count: length)
    try await journal.willSend(effect: name, url: "u", in: attempt)
    #expect(try await journal.changes(of: attempt.name)[name] == .unknown)
    #expect(try await journal.changes(of: attempt.name)[name + "n"] == nil)
  }
}
