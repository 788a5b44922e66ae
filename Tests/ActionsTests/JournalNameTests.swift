import Fediverse
import JSONValue
import Testing
import TuskCommon
import XCallbackURL

@testable import TuskActions

/// The names of scripts: those that they state take the place of paths, and nothing is done again for it.
struct JournalNameTests {
  private let scene: JournalScene
  private static let path = "/home/me/welcome.tsk"

  init() throws {
    scene = try JournalScene()
  }

  private func block(_ script: String) -> OnceName {
    OnceName(script: script, account: "@a@a.example", key: "k")
  }

  @Test func aScriptWithoutANameIsKnownByItsPath() async throws {
    #expect(try await scene.run().name(ofScript: Self.path, stating: nil) == Self.path)
  }

  @Test func whatWasDoneUnderThePathIsDoneUnderTheName() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt(block(Self.path))
    try await journal.finish(attempt, outcome: ["x": 1])
    #expect(try await journal.name(ofScript: Self.path, stating: "welcome") == "welcome")
    #expect(try await journal.begin(block("welcome"), ignoringDone: false) == .done(outcome: ["x": 1]))
    // A plan that was made before, and the script without its name, still find it.
    #expect(try await journal.name(ofScript: Self.path, stating: nil) == "welcome")
  }

  /// The server may have carried out the request, and recognizes it by its key.
  @Test func anUncertainChangeKeepsItsKey() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt(block(Self.path))
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    let key = try await journal.idempotencyKey(of: "e", in: attempt)
    try await journal.abandon(attempt)
    #expect(try await journal.name(ofScript: Self.path, stating: "welcome") == "welcome")
    let resumed = try await journal.attempt(block("welcome"))
    #expect(try await journal.idempotencyKey(of: "e", in: resumed) == key)
    guard case .sent? = try await journal.effect(named: "e", in: resumed) else { return #expect(Bool(false)) }
  }

  @Test func entriesOfTheSameNameStayApart() async throws {
    let journal = scene.run()
    for script in [Self.path, "welcome"] {
      try await journal.finish(try await journal.attempt(block(script)), outcome: .string(script))
    }
    #expect(try await journal.name(ofScript: Self.path, stating: "welcome") == "welcome")
    #expect(try await journal.outcome(of: block("welcome")) == "welcome")
    #expect(try await journal.outcome(of: block(Self.path)) == .string(Self.path))
  }

  /// A name that is corrected must not do everything again.
  @Test func anotherNameKeepsWhatWasDone() async throws {
    let journal = scene.run()
    #expect(try await journal.name(ofScript: Self.path, stating: "a") == "a")
    let attempt = try await journal.attempt(block("a"))
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    let key = try await journal.idempotencyKey(of: "e", in: attempt)
    try await journal.didAnswer(effect: "e", answer: nil, in: attempt)
    try await journal.finish(attempt, outcome: 1)
    for name in ["b", "c", "a", "b"] {
      for _ in 0..<2 { #expect(try await journal.name(ofScript: Self.path, stating: name) == name) }
      #expect(try await journal.outcome(of: block(name)) == 1)
      let found = try #require(try await journal.completed(block(name)))
      #expect(try await journal.idempotencyKey(of: "e", in: found) == key)
      #expect(try await journal.entries().count == 1)
    }
    // Plans with an earlier name still find the blocks, and so does the script without a name.
    for name in ["a", "c", Self.path] { #expect(try await journal.name(ofScript: name, stating: nil) == "b") }
    // A name that another script takes is no longer an earlier name of this one.
    #expect(try await journal.name(ofScript: "/home/me/other.tsk", stating: "c") == "c")
    #expect(try await journal.name(ofScript: "c", stating: nil) == "c")
  }

  @Test func aNameOfSeveralFilesIsNotChangedSilently() async throws {
    let journal = scene.run()
    let other = #filePath
    for path in [Self.path, other] { _ = try await journal.name(ofScript: path, stating: "a") }
    // Without entries nothing can be done again.
    #expect(try await journal.name(ofScript: Self.path, stating: "b") == "b")
    #expect(try await journal.name(ofScript: Self.path, stating: "a") == "a")
    try await journal.finish(try await journal.attempt(block("a")), outcome: 1)
    await #expect(throws: Failure.self) { try await journal.name(ofScript: Self.path, stating: "b") }
    #expect(try await journal.name(ofScript: Self.path, stating: nil) == "a")
    // The other name is that of a file which is gone.
    #expect(try await journal.name(ofScript: other, stating: nil) == "a")
    #expect(try await journal.name(ofScript: other, stating: "b") == "b")
    #expect(try await journal.name(ofScript: Self.path, stating: nil) == "b")
  }

  @Test func aNameWithEntriesIsNotTaken() async throws {
    let journal = scene.run()
    for (path, name) in [(Self.path, "a"), ("/home/me/other.tsk", "b")] {
      _ = try await journal.name(ofScript: path, stating: name)
      try await journal.finish(try await journal.attempt(block(name)), outcome: .string(name))
    }
    await #expect(throws: Failure.self) { try await journal.name(ofScript: Self.path, stating: "b") }
    try await journal.forget(script: "a")
    #expect(try await journal.name(ofScript: Self.path, stating: "b") == "b")
    #expect(try await journal.outcome(of: block("b")) == "b")
  }
}
