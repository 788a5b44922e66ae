import Glibc
import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// The journal as people read it.
struct JournalEntryTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  private func complete(_ keys: [String], in journal: any JournalStore) async throws {
    for key in keys { try await journal.complete(JournalScene.name(key)) }
  }

  @Test func anEmptyJournalHasNoEntries() async throws {
    #expect(try await scene.run().entries() == [])
    #expect(try await scene.run().number(beforeNewest: 10, script: nil, account: nil) == 0)
  }

  @Test func anEntrySaysWhatWasDoneAndWhen() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    for (name, url) in [("postStatus#1", "tusker://1"), ("favoriteStatus#1", "tusker://2")] {
      scene.wait(10)
      try await journal.willSend(effect: name, url: url, in: attempt)
      scene.wait(10)
      try await journal.didAnswer(effect: name, answer: nil, in: attempt)
    }
    scene.wait(100)
    try await journal.finish(attempt, outcome: nil)
    let entry = try #require(try await journal.entries().first)
    #expect(entry.name == JournalScene.name())
    #expect(entry.state == .done)
    #expect(entry.generation == 1)
    #expect(entry.begun == 1000)
    #expect(entry.finished == 1140)
    #expect(entry.effects.map(\.name) == ["postStatus#1", "favoriteStatus#1"])
    #expect(entry.effects.map(\.url) == ["tusker://1", "tusker://2"])
    #expect(entry.effects.map(\.sent) == [1010, 1030])
    #expect(entry.effects.map(\.answered) == [1020, 1040])
  }

  private static let courses:
    [(state: Journal.Entry.State, calls: @Sendable (any JournalStore, OnceAttempt) async throws -> Void)] = [
      (.open, { _, _ in }),
      (.unknown, { try await $0.willSend(effect: "e", url: "u", in: $1) }),
      (
        .open,
        {
          try await $0.willSend(effect: "e", url: "u", in: $1)
          try await $0.didAnswer(effect: "e", answer: nil, in: $1)
        }
      ),
      (
        .unknown,
        {
          try await $0.willSend(effect: "e", url: "u", in: $1)
          try await $0.didAnswer(effect: "e", answer: nil, in: $1)
          try await $0.willSend(effect: "e2", url: "u", in: $1)
        }
      ),
    ]

  @Test(arguments: courses.indices)
  func whatStoppedIsOpenOrUnknown(course: Int) async throws {
    let reader = scene.run()
    do {
      let journal = scene.run()
      let attempt = try await journal.attempt()
      try await Self.courses[course].calls(journal, attempt)
      #expect(try await reader.entries().map(\.state) == [.running(scene.worker)])
      #expect(try await journal.entries().map(\.state) == [.running(scene.worker)])
      await journal.close()
    }
    #expect(try await reader.entries().map(\.state) == [Self.courses[course].state])
  }

  @Test(
    arguments: [
      (nil, nil, ["1", "2", "3", "4"]), ("s1", nil, ["1", "2", "4"]), (nil, "a", ["1", "3"]), ("s1", "a", ["1"]),
      ("s3", nil, []), ("s%", nil, []), ("", "", []), ("s1' OR '1'='1", nil, []),
    ] as [(String?, String?, [String])])
  func entriesAreChosenByScriptAndAccount(script: String?, account: String?, keys: [String]) async throws {
    let journal = scene.run()
    for (key, script, account) in [("1", "s1", "a"), ("2", "s1", "b"), ("3", "s2", "a"), ("4", "s1", "b")] {
      try await journal.complete(JournalScene.name(key, script: script, account: account))
    }
    #expect(try await journal.entries(script: script, account: account).map(\.name.key) == keys)
    let before = try await journal.number(beforeNewest: 1, script: script, account: account)
    #expect(
      try await journal.entries(script: script, account: account, after: before).map(\.name.key) == keys.suffix(1))
  }

  @Test func aLongJournalIsReadPieceByPiece() async throws {
    let journal = scene.run()
    let keys = (1...25).map(String.init)
    try await complete(keys, in: journal)
    var (read, last, pieces) = ([String](), 0, 0)
    while case let piece = try await journal.entries(script: nil, account: nil, after: last, limit: 4),
      let end = piece.last
    {
      read += piece.map(\.name.key)
      last = end.number
      pieces += 1
    }
    #expect(read == keys)
    #expect(pieces == 7)
  }

  @Test(arguments: [
    (0, []), (1, ["5"]), (3, ["3", "4", "5"]), (5, ["1", "2", "3", "4", "5"]), (99, ["1", "2", "3", "4", "5"]),
  ])
  func theNewestAreFoundFromTheEnd(count: Int, keys: [String]) async throws {
    let journal = scene.run()
    try await complete(["1", "2", "3", "4", "5"], in: journal)
    #expect(
      try await journal.entries(after: journal.number(beforeNewest: count, script: nil, account: nil)).map(\.name.key)
        == keys)
  }

  @Test func whatIsStartedAnewIsTheNewestAndNumbersAreNotGivenTwice() async throws {
    let journal = scene.run()
    try await complete(["1", "2"], in: journal)
    let earlier = try await journal.entries().map(\.number)
    _ = try await journal.attempt(JournalScene.name("1"), ignoringDone: true)
    let entries = try await journal.entries()
    #expect(entries.map(\.name.key) == ["2", "1"])
    #expect(entries.first?.number == earlier.last)
    #expect(entries.last.map { $0.number > earlier[1] } == true)
  }

  @Test func blocksTellHowFarTheyAre() async throws {
    let journal = scene.run()
    let name = JournalScene.name("done")
    try await journal.complete(name)
    let attempt = try await journal.attempt(JournalScene.name("half"))
    try await journal.willSend(effect: "a", url: "u", in: attempt)
    try await journal.didAnswer(effect: "a", answer: nil, in: attempt)
    try await journal.willSend(effect: "b", url: "u", in: attempt)
    try await journal.complete(JournalScene.name(account: "@other@a.example"))
    for isClaimed in [true, false] {
      let blocks = try await journal.blocks(of: name.script, account: name.account)
      #expect(blocks.map(\.key) == ["done", "half"])
      #expect(blocks.map(\.isFinished) == [true, false])
      #expect(blocks.map(\.isClaimed) == [false, isClaimed])
      #expect(blocks.map(\.answers.count) == [1, 1])
      #expect(blocks.map(\.unknown) == [0, 1])
      try await journal.abandon(attempt)
    }
  }
}
