import Fediverse
import Foundation
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// Who is asked for what, and when nobody is.
struct ConsentTests {
  private let fav = "favoriteStatus?statusID=9"
  private let silentFav = "favoriteStatus?statusID=9&silent=true&x-source=Drafts"
  private let yes = "app://x-callback-url/yes"
  private let no = "app://x-callback-url/no"
  private let script = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d1", effects: ["fav"]))

  @Test func aPersonsOwnActRuns() async throws {
    let engine = try TestEngine()
    #expect(try await engine.open(fav)?.hasPrefix(yes) == true)
    #expect(engine.kindsOfQuestions.isEmpty)
  }

  @Test func aMassEffectAsksEvenAPerson() async throws {
    let engine = try TestEngine(answering: .no)
    #expect(try await engine.open("dismissAllNotifications") == no)
    #expect(engine.kindsOfQuestions == ["confirmation"])
    #expect(engine.stub.log.isEmpty)
  }

  @Test func yesAnswersEveryQuestion() async throws {
    let engine = try TestEngine()
    #expect(try await engine.open("dismissAllNotifications", assumesYes: true) == yes)
    #expect(try await engine.open(fav, from: script, assumesYes: true)?.hasPrefix(yes) == true)
    #expect(try await engine.open(fav, from: .program, assumesYes: true)?.hasPrefix(yes) == true)
    #expect(engine.kindsOfQuestions.isEmpty)
  }

  @Test(arguments: ["getCurrentUser", "getNotifications", "showStatus?statusID=9"])
  func readingNeverAsks(request: String) async throws {
    let engine = try TestEngine()
    for party in [Origin.Party.person, .program, script] {
      #expect(try await engine.open(request, from: party)?.hasPrefix(yes) == true)
    }
    #expect(engine.kindsOfQuestions.isEmpty)
  }

  @Test func theSandboxNeverAsks() async throws {
    let engine = try TestEngine(isSandbox: true)
    for party in [Origin.Party.person, .program, script] {
      #expect(try await engine.open("dismissAllNotifications", from: party) == yes)
    }
    #expect(engine.kindsOfQuestions.isEmpty)
  }

  @Test func whatIsDoneAtOnceAsksOnceAndOneAfterTheOther() async throws {
    let engine = try TestEngine(answering: .once)
    let requests = Array(repeating: fav, count: 8) + Array(repeating: "dismissAllNotifications", count: 8)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for request in requests { group.addTask { try await engine.open(request, from: script)?.hasPrefix(yes) == true } }
      for try await isDone in group { #expect(isDone) }
    }
    #expect(engine.kindsOfQuestions.count { $0 == "script" } == 1 && engine.kindsOfQuestions.count == 9)
    #expect(engine.mostQuestionsAtOnce == 1)
  }

  @Test func aScriptThatNobodyPermittedDoesNothing() async throws {
    let engine = try TestEngine(answering: .nobody(.unattended))
    #expect(try await engine.open(fav, from: script) == no)
    #expect(engine.stub.log.isEmpty)
  }

  @Test func aScriptIsAskedForOncePerRun() async throws {
    let engine = try TestEngine(answering: .once)
    for _ in 0..<3 { #expect(try await engine.open(fav, from: script)?.hasPrefix(yes) == true) }
    #expect(engine.kindsOfQuestions == ["script"])
    #expect(try engine.permissions.entries().isEmpty)
  }

  @Test func alwaysIsRememberedForTheseBytesAndThisAccount() async throws {
    let path = TemporaryFolder.freshPath()
    _ = try await TestEngine(permissionsAt: path, answering: .always).open(fav, from: script)
    let later = try TestEngine(permissionsAt: path, answering: .no)
    #expect(try await later.open(fav, from: script)?.hasPrefix(yes) == true)
    let changed = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d2", effects: []))
    #expect(try await later.open(fav, from: changed) == no)
    #expect(try later.permissions.allows(script: "d1", account: "@other@a.example") == false)
  }

  @Test func aPermittedScriptIsStillAskedBeforeAMassEffect() async throws {
    let engine = try TestEngine(answering: .once)
    #expect(try await engine.open("dismissAllNotifications", from: script) == yes)
    #expect(engine.kindsOfQuestions == ["script", "confirmation"])
  }

  @Test func anotherProgramIsAskedForEachChange() async throws {
    let engine = try TestEngine(answering: .once)
    for _ in 0..<2 { _ = try await engine.open(fav, from: .program) }
    #expect(engine.kindsOfQuestions == ["confirmation", "confirmation"])
  }

  @Test func anUndecidedSilentSourceIsAskedForAndRemembered() async throws {
    let path = TemporaryFolder.freshPath()
    let engine = try TestEngine(permissionsAt: path, answering: .always)
    #expect(try await engine.open(silentFav, from: .program)?.hasPrefix(yes) == true)
    #expect(try await engine.open(silentFav, from: .program)?.hasPrefix(yes) == true)
    #expect(engine.kindsOfQuestions == ["source"])
  }

  @Test func aRejectedSilentSourceIsConfirmedLikeAnyOther() async throws {
    let path = TemporaryFolder.freshPath()
    let rejecting = try TestEngine(permissionsAt: path, answering: .never)
    #expect(try await rejecting.open(silentFav, from: .program) == no)
    #expect(rejecting.kindsOfQuestions == ["source", "confirmation"])
    let later = try TestEngine(permissionsAt: path, answering: .once)
    #expect(try await later.open(silentFav, from: .program)?.hasPrefix(yes) == true)
    #expect(later.kindsOfQuestions == ["confirmation"])
  }

  @Test func aNoToASilentSourceIsForgotten() async throws {
    let path = TemporaryFolder.freshPath()
    let rejecting = try TestEngine(permissionsAt: path, answering: .no)
    #expect(try await rejecting.open(silentFav, from: .program) == no)
    #expect(rejecting.kindsOfQuestions == ["source"])
    #expect(try rejecting.permissions.entries().isEmpty)
    let later = try TestEngine(permissionsAt: path, answering: .once)
    #expect(try await later.open(silentFav, from: .program)?.hasPrefix(yes) == true)
    #expect(later.kindsOfQuestions == ["source"])
  }

  @Test func aScriptWithAnObstacleIsNeverPermitted() async throws {
    let engine = try TestEngine(answering: .always)
    let open = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d1", effects: [], obstacle: "unknown"))
    #expect(try await engine.open(fav, from: open)?.hasPrefix(yes) == true)
    #expect(try engine.permissions.entries().isEmpty)
    try await engine.permissions.grant(
      script: Origin.Script(path: "a.tsk", digest: "d2", effects: []), account: "@alice@a.example")
    let changed = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d2", effects: [], obstacle: "unknown"))
    #expect(try await engine.open(fav, from: changed)?.hasPrefix(yes) == true)
    #expect(engine.kindsOfQuestions == ["script", "script"])
  }

  /// Another program may pass on text from anywhere, so a person sees whom it would notify.
  @Test(
    arguments: [
      ("text=Hello", [], "Hello"), ("text=Hi%20%40bob", ["confirmation"], "Hi @bob"),
      ("text=%23tea", ["confirmation"], "#tea"),
      ("text=Hi%20%40bob&mentions=keep", [], "Hi @bob"), ("text=Hi%20%40bob&mentions=defuse", [], "Hi @\u{2060}bob"),
      ("text=Hi%20%40bob&mentions=stop", [], nil), ("text=x&cw=%40bob", ["confirmation"], "x"),
      ("text=x&poll=a&poll=%40bob", ["confirmation"], "@bob"), ("text=x&poll=a&poll=b", [], "b"),
      ("text=x&poll=a&poll=%40bob&mentions=defuse", [], "@\u{2060}bob"),
      ("text=x&poll=a&poll=%40bob&mentions=stop", [], nil), ("text=RT%40bob", ["confirmation"], "RT@bob"),
      ("text=x&mentioning=bob", ["confirmation"], "@bob x"), ("text=x&mentioning=bob&mentions=keep", [], "@bob x"),
      ("text=x&mentioning=bob&mentions=defuse", ["confirmation"], "@bob x"),
    ] as [(String, [String], String?)])
  func aPermittedProgramMentionsNobodyUnseen(query: String, questions: [String], posted: String?) async throws {
    let engine = try TestEngine(answering: .once)
    try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
    let callback = try await engine.open("postStatus?\(query)&silent=true&x-source=Drafts", from: .program)
    #expect(callback?.hasPrefix(yes) == (posted != nil), "\(callback ?? "")")
    #expect(engine.kindsOfQuestions == questions)
    let bodies = engine.stub.requests.filter { $0.method == .post }.map {
      String(decoding: $0.body ?? [], as: UTF8.self)
    }
    #expect(bodies.allSatisfy { posted.map($0.contains) ?? false } && bodies.isEmpty == (posted == nil), "\(bodies)")
  }

  /// `--yes` answers the question, which nobody has then seen.
  @Test(arguments: [Origin.Party.program, .desktop])
  func yesDoesNotPermitMentions(party: Origin.Party) async throws {
    for (query, isPosted) in [
      ("text=Hello", true), ("text=Hi%20%40bob", false), ("text=x&mentioning=bob", true), ("text=%23tea", false),
      ("text=%40eve&mentioning=bob", false), ("text=x&mentioning=bob&mentions=stop", true),
      ("text=Hi%20%40bob&mentions=keep", true), ("text=Hi%20%40bob&mentions=defuse", true),
    ] {
      let engine = try TestEngine()
      let callback = try await engine.open("postStatus?\(query)", from: party, assumesYes: true)
      #expect(callback?.hasPrefix(yes) == isPosted, "\(query) \(callback ?? "")")
      #expect(engine.stub.requests.contains { $0.method == .post } == isPosted && engine.kindsOfQuestions.isEmpty)
    }
    let own = try TestEngine()
    #expect(try await own.open("postStatus?text=Hi%20%40bob", from: .person, assumesYes: true)?.hasPrefix(yes) == true)
  }

  /// A change that nobody is asked about, whose answer would open another app.
  @Test(
    arguments: [(.no, 0), (.nobody(.unattended), 0), (.once, 1), (.always, 1)] as [(Consent.Reply, Int)])
  func anAnswerIsDecidedBeforeTheChange(reply: Consent.Reply, posts: Int) async throws {
    let engine = try TestEngine(isSandbox: true, answering: reply)
    _ = try await engine.open("postStatus?text=x", from: .desktop)
    #expect(engine.stub.requests.count { $0.method == .post } == posts)
    #expect(engine.kindsOfQuestions == ["answer"])
    _ = try await engine.open("postStatus?text=y", from: .desktop)
    #expect(engine.kindsOfQuestions.count == (reply == .always ? 1 : 2))
  }

  @Test func whatIsPublishedCanBeDefused() {
    let publishing = Action.all.map(\.signature).filter { $0.parameters.contains(where: \.isPublished) }
    #expect(publishing.map(\.action).contains("postStatus") && publishing.count > 1)
    #expect(publishing.allSatisfy { $0.parameter(named: "mentions") != nil })
  }

  @Test func whatCannotBeSilentIsConfirmedDespitePermission() async throws {
    let engine = try TestEngine(answering: .once)
    try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
    _ = try await engine.open("followUser?accountID=2&silent=true&x-source=Drafts", from: .program)
    #expect(engine.kindsOfQuestions == ["confirmation"])
  }

  @Test func theStateOfAPermissionIsNotToldToThePrograms() async throws {
    let engine = try TestEngine(answering: .nobody(.unattended))
    #expect(try await engine.open(silentFav, from: .program) == no)
    try await engine.permissions.decide(.deny, source: "Drafts", account: "@alice@a.example")
    #expect(try await engine.open(silentFav, from: .program) == no)
  }
}

struct PermissionsTests {
  private let path = TemporaryFolder.freshPath()
  private var permissions: Permissions { Permissions(path: path, now: { 7 }) }
  private let script = Origin.Script(path: "a.tsk", digest: "d", effects: [])

  @Test func whatIsRevokedIsForgotten() async throws {
    try await permissions.grant(script: script, account: "@a@b")
    try await permissions.decide(.deny, source: "Drafts", account: "@a@b")
    #expect(try permissions.entries().map(\.name) == ["a.tsk", "Drafts"])
    #expect(try await permissions.revoke("a.tsk") == 1)
    #expect(try await permissions.revoke("a.tsk") == 0)
    #expect(try permissions.entries().map(\.name) == ["Drafts"])
  }

  @Test func aChangedMindReplacesTheOldDecision() async throws {
    try await permissions.decide(.deny, source: "Drafts", account: "@a@b")
    try await permissions.decide(.allow, source: "Drafts", account: "@a@b")
    #expect(try permissions.decision(source: "Drafts", account: "@a@b") == .allow)
    #expect(try permissions.entries().count == 1)
  }

  @Test func onlyTheOwnerCanReadTheFile() async throws {
    try await permissions.grant(script: script, account: "@a@b")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(throws: Failure.self) { try permissions.entries() }
  }

  @Test func aDamagedFileIsNeverTakenForConsent() async throws {
    try await permissions.grant(script: script, account: "@a@b")
    try Data("[{".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(throws: Failure.self) { try permissions.allows(script: "d", account: "@a@b") }
  }
}
