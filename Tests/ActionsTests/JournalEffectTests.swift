import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// What is sent inside an occasion, and what the next run knows of it.
struct JournalEffectTests {
  private let scene: JournalScene
  private let url = "tusker://x-callback-url/postStatus?text=Hello"

  init() throws {
    scene = try JournalScene()
  }

  /// What may become of an effect before the run is gone.
  private static let courses:
    [(calls: @Sendable (Journal, Journal.Attempt) throws -> Void, record: Journal.EffectRecord?)] = [
      ({ _, _ in }, nil),
      ({ try $0.willSend(effect: "e", url: "u", in: $1) }, .sent(url: "u", at: 1000)),
      (
        {
          try $0.willSend(effect: "e", url: "u", in: $1)
          try $0.willSend(effect: "e", url: "u2", in: $1)
        }, .sent(url: "u2", at: 1000)
      ),
      (
        {
          try $0.willSend(effect: "e", url: "u", in: $1)
          try $0.didNotHappen(effect: "e", in: $1)
        }, nil
      ),
      (
        {
          try $0.willSend(effect: "e", url: "u", in: $1)
          try $0.didAnswer(effect: "e", answer: ["id": "9"], in: $1)
        }, .answered(url: "u", answer: ["id": "9"])
      ),
      (
        {
          try $0.willSend(effect: "e", url: "u", in: $1)
          try $0.didNotHappen(effect: "e", in: $1)
          try $0.willSend(effect: "e", url: "v", in: $1)
          try $0.didAnswer(effect: "e", answer: nil, in: $1)
        }, .answered(url: "v", answer: nil)
      ),
    ]

  @Test(arguments: courses.indices)
  func theNextRunFindsWhatBecameOfAnEffect(course: Int) throws {
    do {
      let journal = scene.run()
      let attempt = try journal.attempt()
      try Self.courses[course].calls(journal, attempt)
      #expect(try journal.effect(named: "e", in: attempt) == Self.courses[course].record)
    }
    scene.wait(500)
    let next = scene.run()
    let attempt = try next.attempt()
    #expect(attempt.isResumed)
    #expect(try next.effect(named: "e", in: attempt) == Self.courses[course].record)
  }

  @Test func sendingAgainKeepsTheTimeOfTheFirst() throws {
    let journal = scene.run()
    let attempt = try journal.attempt()
    try journal.willSend(effect: "e", url: url, in: attempt)
    scene.wait(60)
    try journal.willSend(effect: "e", url: url, in: attempt)
    #expect(try journal.effect(named: "e", in: attempt) == .sent(url: url, at: 1000))
    try journal.didNotHappen(effect: "e", in: attempt)
    try journal.willSend(effect: "e", url: url, in: attempt)
    #expect(try journal.effect(named: "e", in: attempt) == .sent(url: url, at: 1060))
  }

  /// Calls that would do something twice, or record what was never sent.
  private static let mistakes: [@Sendable (Journal, Journal.Attempt) throws -> Void] = [
    { try $0.willSend(effect: "answered", url: "u", in: $1) },
    { try $0.didAnswer(effect: "answered", answer: 2, in: $1) },
    { try $0.didNotHappen(effect: "answered", in: $1) },
    { try $0.didAnswer(effect: "never sent", answer: 2, in: $1) },
    { try $0.didNotHappen(effect: "never sent", in: $1) },
  ]

  @Test(arguments: mistakes.indices)
  func callsOutOfOrderAreDefectsAndChangeNothing(mistake: Int) throws {
    let journal = scene.run()
    let attempt = try journal.attempt()
    try journal.willSend(effect: "answered", url: "u", in: attempt)
    try journal.didAnswer(effect: "answered", answer: 1, in: attempt)
    let failure = #expect(throws: Failure.self) { try Self.mistakes[mistake](journal, attempt) }
    #expect(failure?.code == .defect)
    #expect(try journal.effect(named: "answered", in: attempt) == .answered(url: "u", answer: 1))
    #expect(try journal.effect(named: "never sent", in: attempt) == nil)
  }

  @Test func nothingIsSentOnceTheOccasionIsOver() throws {
    let (journal, other) = (scene.run(), scene.run())
    let (ended, held) = (try journal.attempt(), try journal.attempt(JournalScene.onceID("held")))
    try journal.finish(ended, outcome: nil)
    #expect(throws: Failure.self) { try journal.willSend(effect: "e", url: "u", in: ended) }
    #expect(throws: Failure.self) { try other.willSend(effect: "e", url: "u", in: held) }
    #expect(try journal.entries().flatMap(\.effects) == [])
  }

  /// Statuses are long, and who comes to a thing that is done asks for its outcome only.
  @Test func theAnswersOfWhatIsDoneAreNotKept() throws {
    let journal = scene.run()
    let attempt = try journal.attempt()
    try journal.willSend(effect: "e", url: "u", in: attempt)
    try journal.didAnswer(effect: "e", answer: "a long status", in: attempt)
    try journal.finish(attempt, outcome: nil)
    #expect(try journal.effect(named: "e", in: attempt) == .answered(url: "u", answer: nil))
  }

  @Test func effectsOfTwoOccasionsDoNotMeet() throws {
    let journal = scene.run()
    let (one, other) = (try journal.attempt(), try journal.attempt(JournalScene.onceID("other")))
    try journal.willSend(effect: "e", url: "1", in: one)
    #expect(try journal.effect(named: "e", in: other) == nil)
    try journal.willSend(effect: "e", url: "2", in: other)
    try journal.didAnswer(effect: "e", answer: 2, in: other)
    #expect(try journal.effect(named: "e", in: one) == .sent(url: "1", at: 1000))
  }

  @Test func idempotencyKeysAreTheSameInEveryRunAndDifferInEveryPart() throws {
    let journal = scene.run()
    let attempt = try journal.attempt()
    let key = journal.idempotencyKey(of: "postStatus#1", in: attempt)
    #expect(key.utf8.count == 64)
    #expect(key.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 })
    try journal.abandon(attempt)
    let again = scene.run()
    #expect(again.idempotencyKey(of: "postStatus#1", in: try again.attempt()) == key)

    let others = [
      JournalScene.onceID("key2"), JournalScene.onceID(script: "s"), JournalScene.onceID(account: "@x@a.example"),
    ]
    var keys = try others.map { journal.idempotencyKey(of: "postStatus#1", in: try journal.attempt($0)) }
    keys.append(journal.idempotencyKey(of: "postStatus#2", in: attempt))
    #expect(Set(keys + [key]).count == keys.count + 1)
  }

  /// The spelling is fixed, because a server may be asked with the key of an older tusk.
  @Test func anIdempotencyKeyIsTheDigestOfItsPartsEachWithItsLength() throws {
    let attempt = try scene.run().attempt(Journal.OnceID(script: "s", account: "a", key: "k"))
    // python3: sha256(b"".join(len(t).to_bytes(8, "little") + t for t in [b"s", b"a", b"k", b"e", b"1"]))
    #expect(
      attempt.idempotencyKey(of: "e") == "28084bd55427bd13c6ef0b4fe90bcc70c3adba74caf88b3a1178bebd409b4a0b")
  }
}
