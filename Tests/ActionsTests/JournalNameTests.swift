import Fediverse
import JSONValue
import Testing
import XCallbackURL

@testable import TuskActions

/// The names of scripts: those that they state take the place of paths, and nothing is done again for it.
struct JournalNameTests {
  private let scene: JournalScene
  private static let path = "/home/me/welcome.tsk"

  init() throws {
    scene = try JournalScene()
  }

  private func onceID(_ script: String) -> Journal.OnceID {
    Journal.OnceID(script: script, account: "@a@a.example", key: "k")
  }

  @Test func aScriptWithoutANameIsKnownByItsPath() async throws {
    #expect(try await scene.run().name(ofScript: Self.path, stating: nil) == Self.path)
  }

  @Test func whatWasDoneUnderThePathIsDoneUnderTheName() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt(onceID(Self.path))
    try await journal.finish(attempt, outcome: ["x": 1])
    #expect(try await journal.name(ofScript: Self.path, stating: "welcome") == "welcome")
    #expect(try await journal.begin(onceID("welcome"), ignoringDone: false) == .done(outcome: ["x": 1]))
    // A plan that was made before, and the script without its name, still find it.
    #expect(try await journal.name(ofScript: Self.path, stating: nil) == "welcome")
  }

  /// The server may have carried out the request, and recognizes it by its key.
  @Test func anUncertainChangeKeepsItsKey() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt(onceID(Self.path))
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    let key = try await journal.idempotencyKey(of: "e", in: attempt)
    try await journal.abandon(attempt)
    #expect(try await journal.name(ofScript: Self.path, stating: "welcome") == "welcome")
    let resumed = try await journal.attempt(onceID("welcome"))
    #expect(try await journal.idempotencyKey(of: "e", in: resumed) == key)
    guard case .sent? = try await journal.effect(named: "e", in: resumed) else { return #expect(Bool(false)) }
  }

  @Test func entriesOfTheSameNameStayApart() async throws {
    let journal = scene.run()
    for script in [Self.path, "welcome"] {
      try await journal.finish(try await journal.attempt(onceID(script)), outcome: .string(script))
    }
    #expect(try await journal.name(ofScript: Self.path, stating: "welcome") == "welcome")
    #expect(try await journal.outcome(of: onceID("welcome")) == "welcome")
    #expect(try await journal.outcome(of: onceID(Self.path)) == .string(Self.path))
  }

  @Test func anotherNameIsAnotherScript() async throws {
    let journal = scene.run()
    #expect(try await journal.name(ofScript: Self.path, stating: "a") == "a")
    try await journal.finish(try await journal.attempt(onceID("a")), outcome: nil)
    #expect(try await journal.name(ofScript: Self.path, stating: "b") == "b")
    #expect(try await journal.outcome(of: onceID("b")) == nil)
  }
}
