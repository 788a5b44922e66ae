import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// A session of several accounts: who acts, where, and that none acts for another.
struct SessionTests {
  private let home: TemporaryFolder
  private let ours: LoopbackServer
  private let theirs: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    ours = try LoopbackServer()
    theirs = try LoopbackServer()
  }

  private func session(_ variables: [String: String] = [:]) -> Session {
    .ofTest(home: home.path, variables: variables)
  }

  private func signInBoth() async throws {
    try await AccountStore.signIn("@b@b.example", at: theirs, home: home.path)
    try await AccountStore.signIn("@a@a.example", at: ours, home: home.path)
  }

  private static func url(_ request: String) throws -> CallbackURL {
    try CallbackURL(parsing: "tusker://x-callback-url/" + request)
  }

  private func open(
    _ request: String, as name: String? = nil, in session: Session, from party: Origin.Party = .person
  ) async throws -> Response {
    await session.open(try Self.url(request), from: Origin(party), timeout: .seconds(30), as: name).response
  }

  private func code(_ response: Response) -> Failure.Code? {
    guard case .failure(let failure) = response else { return nil }
    return failure.code
  }

  @Test func eachAccountActsOnItsOwnServer() async throws {
    try await signInBoth()
    let session = session()
    #expect(code(try await open("favoriteStatus?statusID=9", in: session)) == nil)
    #expect(ours.writes.count == 1 && theirs.requests.isEmpty)
    #expect(code(try await open("favoriteStatus?statusID=9", as: "@b@b.example", in: session)) == nil)
    #expect(ours.writes.count == 1 && theirs.writes.count == 1)
    #expect(code(try await open("favoriteStatus?statusID=9", as: "@a@a.example", in: session)) == nil)
    #expect(ours.writes.count == 2 && theirs.writes.count == 1)
    #expect(code(try await open("favoriteStatus?statusID=9", as: "@B@B.example", in: session)) == nil)
    #expect(ours.writes.count == 2 && theirs.writes.count == 2)
  }

  @Test(arguments: ["@c@c.example", "b@b.example", "", "@b@b.example ", "me"])
  func whoIsNotSignedInDoesNotAct(name: String) async throws {
    try await signInBoth()
    #expect(code(try await open("favoriteStatus?statusID=9", as: name, in: session())) == .notFound)
    #expect(ours.requests.isEmpty && theirs.requests.isEmpty)
  }

  @Test func theAccountOfTheEnvironmentLendsItsPlaceToThoseThatAreSignedIn() async throws {
    try await AccountStore.signIn("@b@b.example", at: theirs, home: home.path)
    let session = session(["TUSK_SERVER": "http://127.0.0.1:\(ours.port)", "TUSK_TOKEN": "t"])
    #expect(code(try await open("getStatus?statusID=9", in: session)) == nil)
    #expect(theirs.requests.isEmpty)
    #expect(code(try await open("getStatus?statusID=9", as: "@b@b.example", in: session)) == nil)
    #expect(theirs.requests.contains("GET /api/v1/statuses/9"))
  }

  @Test func everyNameIsTheAccountsOwnAndAskedForOnce() async throws {
    try await AccountStore.signIn("@b@b.example", at: theirs, home: home.path)
    let session = session(["TUSK_SERVER": "http://127.0.0.1:\(ours.port)", "TUSK_TOKEN": "t"])
    #expect(try await session.name(of: "@b@b.example") == "@b@b.example" && theirs.requests.isEmpty)
    for _ in 0..<3 { #expect(try await session.name(of: nil) == "@bob@b.example") }
    #expect(ours.requests.count { $0.hasSuffix("verify_credentials") } == 1)
    await #expect(throws: Failure.self) { try await session.name(of: "@c@c.example") }
  }

  @Test func aPermissionForOneAccountIsNoneForAnother() async throws {
    try await signInBoth()
    let session = session()
    let script = Origin.Script(path: "a.tsk", digest: "d", effects: ["fav"])
    try await session.permissions.grant(script: script, account: "@a@a.example")
    let party = Origin.Party.script(script)
    #expect(code(try await open("favoriteStatus?statusID=9", in: session, from: party)) == nil)
    guard case .canceled = try await open("favoriteStatus?statusID=9", as: "@b@b.example", in: session, from: party)
    else {
      Issue.record("it acted")
      return
    }
    #expect(ours.writes.count == 1 && theirs.writes.isEmpty)
  }

  @Test func manyAccountsAtOnceDoNotMix() async throws {
    try await signInBoth()
    let session = session()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          let name = index.isMultiple(of: 2) ? nil : "@b@b.example"
          let response = try await self.open("favoriteStatus?statusID=9", as: name, in: session)
          #expect(self.code(response) == nil)
        }
      }
      try await group.waitForAll()
    }
    #expect(ours.writes.count == 10 && theirs.writes.count == 10)
  }

  @Test func theDoorLeadsToTheAccountThatIsNamed() async throws {
    try await signInBoth()
    let url = try Self.url("getStatus?statusID=9&x-success=tusk%3A%2F%2Fx-callback-url%2Fcallback%2F1%2Fsuccess")
    let outcome = await session().open(url, from: Origin(.person), timeout: .seconds(30), as: "@b@b.example")
    #expect(outcome.callback?.description.contains("id=9") == true)
    #expect(theirs.requests.first == "GET /api/v1/statuses/9" && ours.requests.isEmpty)
  }
}

/// The journal as scripts write it, for each account by itself.
struct ScriptLedgerTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() async throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    for name in ["@b@b.example", "@a@a.example"] {
      try await AccountStore.signIn(name, at: server, home: home.path)
    }
  }

  /// A session of another run.
  private func session() -> Session {
    .ofTest(home: home.path)
  }

  private func ledger(fresh isFresh: Bool = false) -> ScriptLedger {
    ledger(in: session(), path: "/a.tsk", fresh: isFresh)
  }

  private func ledger(in session: Session, path: String, fresh isFresh: Bool = false) -> ScriptLedger {
    ScriptLedger(
      session.journal, path: path, statedName: nil, isFresh: isFresh,
      accountName: { name async throws(Failure) in try await session.name(of: name) })
  }

  private func attempt(_ ledger: some Ledger, _ key: String, as account: String? = nil) async throws -> OnceAttempt? {
    guard case .open(let attempt) = try await ledger.begin(key, of: nil, as: account) else { return nil }
    return attempt
  }

  @Test func whatWasDoneIsDoneForThatAccountAndThatScript() async throws {
    let first = ledger()
    let attempt = try #require(try await attempt(first, "k"))
    #expect(attempt.name.account == "@a@a.example")
    try await first.finish(attempt, outcome: ["p": 1])
    #expect(try await ledger().begin("k", of: nil, as: nil) == .done(outcome: ["p": 1]))
    #expect(try await ledger().begin("k", of: nil, as: "@a@a.example") == .done(outcome: ["p": 1]))
    #expect(try await self.attempt(ledger(), "k", as: "@b@b.example")?.name.account == "@b@b.example")
    let other = ledger(in: session(), path: "/b.tsk")
    #expect(try await self.attempt(other, "k") != nil)
  }

  @Test func aFreshRunDoesItAgainAsAnotherGeneration() async throws {
    let first = ledger()
    let done = try #require(try await attempt(first, "k"))
    try await first.finish(done, outcome: [:])
    let again = try #require(try await attempt(ledger(fresh: true), "k"))
    #expect(again.generation > done.generation)
  }

  @Test func aRehearsalReadsAndWritesNothing() async throws {
    let rehearsal = RehearsalLedger(ledger())
    let played = try #require(try await attempt(rehearsal, "k"))
    try await rehearsal.finish(played, outcome: ["p": 1])
    #expect(try await rehearsal.advance("s", from: nil, to: 7))
    #expect(try await attempt(rehearsal, "k") != nil)
    #expect(try await session().journal.entries().isEmpty)
    let real = ledger()
    try await real.finish(try #require(try await attempt(real, "k")), outcome: ["p": 2])
    #expect(try await rehearsal.begin("k", of: nil, as: nil) == .done(outcome: ["p": 2]))
  }

  @Test func schedulesAreTheScriptsOwn() async throws {
    #expect(try await ledger().advance("every 1h", from: nil, to: 7))
    #expect(try await !ledger().advance("every 1h", from: nil, to: 8))
    #expect(try await ledger().lastTime(of: "every 1h") == 7)
    #expect(try await ledger().lastTime(of: "every 2h") == nil)
    #expect(
      try await ledger(in: session(), path: "/b.tsk").lastTime(
        of: "every 1h") == nil)
  }

  @Test func aRunThatDidNotEndWasStopped() async throws {
    let (first, second) = (ledger(), ledger())
    #expect(try await first.stoppedOccasion(of: "every 1h") == nil)
    let begun = try #require(try await first.beginOccasion(of: "every 1h"))
    await first.abandon(begun)
    #expect(try await second.stoppedOccasion(of: "every 2h") == nil)
    #expect(try await ledger(fresh: true).stoppedOccasion(of: "every 1h") == nil)
    let stopped = try #require(try await second.stoppedOccasion(of: "every 1h"))
    try await second.finish(stopped, outcome: [:])
    #expect(try await second.stoppedOccasion(of: "every 1h") == nil)
    #expect(try await second.beginOccasion(of: "every 1h") != nil)
  }

  @Test func aRecordedPostIsNotMadeAgainByTheNextRun() async throws {
    let url = try CallbackURL(
      parsing:
        "tusker://x-callback-url/postStatus?text=Hi&x-success=tusk%3A%2F%2Fx-callback-url%2Fcallback%2F1%2Fsuccess")
    for _ in 0..<3 {
      let session = session()
      let ledger = ledger(in: session, path: "/a.tsk")
      let attempt = try #require(try await attempt(ledger, "k"))
      let effect = ledger.effect(Dispatcher.OnceChange(attempt: attempt, name: "post#1"))
      let outcome = await session.open(url, from: Origin(.person), timeout: .seconds(30), effect: effect)
      #expect(outcome.callback?.description.contains("statusURI=") == true)
      await ledger.abandon(attempt)
    }
    #expect(server.writes == ["POST /api/v1/statuses"])
  }
}
