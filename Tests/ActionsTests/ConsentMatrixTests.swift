import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// Every action by every party: who is asked what before it acts, and that a refusal reaches no server.
struct ConsentMatrixTests {
  /// One action, and what is asked before it for a person, a new script and another program.
  struct Row: Sendable, CustomTestStringConvertible {
    let request: String
    let person: [String]
    let script: [String]
    let program: [String]
    /// What is asked where the program wants silence and its source is permitted.
    let silentProgram: [String]
    /// What is asked where the desktop brought the request, whatever it claims.
    let desktop: [String]
    var testDescription: String { request }

    /// - Parameter isPrivate: whether it tells what only the account's owner can read.
    static func read(_ request: String, isPrivate: Bool = true) -> Row {
      Row(
        request: request, person: [], script: [], program: [], silentProgram: [],
        desktop: isPrivate ? ["disclosure"] : [])
    }

    static func change(_ request: String, canBeSilent: Bool) -> Row {
      Row(
        request: request, person: [], script: ["script"], program: ["confirmation"],
        silentProgram: canBeSilent ? [] : ["confirmation"], desktop: ["confirmation"])
    }

    static func danger(_ request: String) -> Row {
      Row(
        request: request, person: ["confirmation"], script: ["script", "confirmation"], program: ["confirmation"],
        silentProgram: ["confirmation"],
        desktop: ["confirmation"])
    }
  }

  static let rows = written + SampleRequests.derived.map(row)

  /// The further actions that tell what anyone could read.
  private static let publicReads: Set<String> = [
    "getAbout", "getActivity", "getCustomEmojis", "getDirectory", "getInstanceBlocks", "getLanguages", "getPeers",
    "getPrivacyPolicy", "getRules", "getTagTimeline", "getTerms", "getTranslationLanguages", "getTrendingLinks",
    "getTrendingTags",
  ]

  /// What is asked for an action that is not written below, by what it declares: a read is private unless it is one of
  /// those above, and no change is silent, so that whatever loosens this is written by hand.
  private static func row(_ signature: Signature) -> Row {
    let request = SampleRequests.all.first { SampleRequests.action($0) == signature.action } ?? signature.action
    guard signature.effect.isWrite else {
      return .read(request, isPrivate: !publicReads.contains(signature.action))
    }
    return signature.effect.needsConfirmation ? .danger(request) : .change(request, canBeSilent: false)
  }

  private static let written: [Row] = [
    .read("showAccount?accountID=2", isPrivate: false), .read("getCurrentUser"),
    .read("getAccount?accountID=2", isPrivate: false),
    .change("followUser?accountID=2", canBeSilent: false), .read("showStatus?statusID=9"),
    .read("getStatus?statusID=9"), .change("postStatus?text=Hi", canBeSilent: true),
    .change("favoriteStatus?statusID=9", canBeSilent: true), .change("reblogStatus?statusID=9", canBeSilent: true),
    .read("getNotification?notificationID=77"), .read("getNotifications?"),
    .change("dismissNotification?notification=77", canBeSilent: false), .danger("dismissAllNotifications?"),
    .read("getCurrentInstance?", isPrivate: false), .read("search?query=x", isPrivate: false),
    .change("unfollowUser?accountID=2", canBeSilent: false),
    .read("getFollowers?"), .read("getFollowing?of=2"), .danger("deleteStatus?statusID=9"),
    .change("unfavoriteStatus?statusID=9", canBeSilent: true), .change("unreblogStatus?statusID=9", canBeSilent: true),
    .read("getStatuses?"), .read("getFavorites?"), .read("getTimeline?"), .read("getPoll?pollID=5"), .read("getLists?"),
    .read("getListMembers?list=3"), .change("addToList?list=3&account=2", canBeSilent: false),
    .change("removeFromList?list=3&account=2", canBeSilent: false), .read("getReports?"),
    .danger("moderateAccount?accountID=2&action=limit"),
    .change("replyToStatus?statusID=9&text=Hi", canBeSilent: true),
    .change("quoteStatus?statusID=9&text=Hi", canBeSilent: true),
  ]

  @Test func everyActionThatAsksTheServerIsInTheTable() {
    #expect(
      Self.rows.map { SampleRequests.action($0.request) }.sorted()
        == SampleRequests.all.map(SampleRequests.action).sorted())
  }

  /// What an action declares decides what is asked; what it sends shows whether the declaration is true.
  @Test(arguments: SampleRequests.all)
  func anActionThatSendsAChangeDeclaresIt(request: String) async throws {
    let signature = try #require(Action.all.first { $0.signature.action == SampleRequests.action(request) }).signature
    let engine = try TestEngine(answering: .once)
    #expect(try await engine.failureCode(of: request) == nil)
    let changes = engine.stub.changes
    #expect(changes.isEmpty != signature.effect.isWrite)
    #expect(!changes.contains(where: Self.loses) || signature.effect.needsConfirmation)
  }

  /// Whether no request brings back what this one takes away.
  private static func loses(_ route: String) -> Bool {
    let isJudgment = route.contains("/admin/accounts/") && (route.hasSuffix("/action") || route.hasSuffix("/reject"))
    return isJudgment || losing.contains { route.hasPrefix($0) && !route.dropFirst($0.count).contains("/") }
  }

  /// What such requests begin with, before the identifier.
  private static let losing = [
    "DELETE /api/v1/statuses/", "DELETE /api/v1/scheduled_statuses/", "DELETE /api/v1/lists/",
    "DELETE /api/v2/filters/", "DELETE /api/v1/collections/", "DELETE /api/v1/conversations/", "DELETE /api/v1/media/",
    "DELETE /api/v1/push/", "DELETE /api/v1/admin/accounts/", "DELETE /api/v1/admin/domain_allows/",
    "POST /api/v1/admin/domain_blocks", "PUT /api/v1/admin/domain_blocks/",
  ]

  private static let script = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d1", effects: ["x"]))

  @Test(arguments: rows)
  func eachPartyIsAskedAsItShouldBe(row: Row) async throws {
    for (party, questions) in [(Origin.Party.person, row.person), (Self.script, row.script), (.program, row.program)] {
      let engine = try TestEngine(answering: .once)
      #expect(try await engine.failureCode(of: row.request) == nil)
      _ = try await engine.open(row.request, from: party)
      #expect(engine.kindsOfQuestions == row.person + questions)
    }
  }

  @Test(arguments: rows)
  func aPermittedSourceIsAskedOnlyForWhatCannotBeSilent(row: Row) async throws {
    let engine = try TestEngine(answering: .once)
    try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
    let separator = row.request.contains("?") ? "&" : "?"
    let callback = try await engine.open(row.request + separator + "silent=true&x-source=Drafts", from: .program)
    #expect(callback?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(engine.kindsOfQuestions == row.silentProgram)
  }

  @Test(arguments: rows)
  func whatTheDesktopBringsIsAskedForUnderAnyName(row: Row) async throws {
    let engine = try TestEngine(answering: .once)
    try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
    let separator = row.request.contains("?") ? "&" : "?"
    for wish in ["", "x-source=Drafts", "silent=true&x-source=Drafts", "silent=true&x-source=tusk&access-token=1"] {
      _ = try await engine.open(row.request + separator + wish, from: .desktop)
    }
    #expect(engine.kindsOfQuestions == Array([row.desktop, row.desktop, row.desktop, row.desktop].joined()))
  }

  @Test(arguments: rows.filter { !$0.desktop.isEmpty }, [Consent.Reply.no, .nobody(.unattended)])
  func whatNobodyAllowedTheDesktopReachesNoServer(row: Row, reply: Consent.Reply) async throws {
    let engine = try TestEngine(answering: reply)
    #expect(try await engine.open(row.request, from: .desktop) == "app://x-callback-url/no")
    #expect(engine.stub.log.isEmpty)
    #expect(try engine.permissions.entries().isEmpty)
  }

  @Test(arguments: rows, [Consent.Reply.no, .nobody(.unattended)])
  func whatNobodyAllowedReachesNoServer(row: Row, reply: Consent.Reply) async throws {
    for (party, questions) in [(Origin.Party.person, row.person), (Self.script, row.script), (.program, row.program)] {
      let engine = try TestEngine(answering: reply)
      let callback = try await engine.open(row.request, from: party)
      #expect(callback?.hasPrefix("app://x-callback-url/" + (questions.isEmpty ? "yes" : "no")) == true)
      #expect(engine.stub.writes.isEmpty || questions.isEmpty)
      #expect(engine.stub.log.isEmpty != questions.isEmpty)
      #expect(try engine.permissions.entries().isEmpty)
    }
  }

  @Test(arguments: rows.filter { !$0.program.isEmpty })
  func aWrongRequestIsRefusedBeforeAnybodyIsAsked(row: Row) async throws {
    let engine = try TestEngine(answering: .always)
    let separator = row.request.contains("?") ? "&" : "?"
    for party in [Origin.Party.person, Self.script, .program] {
      let callback = try await engine.open(row.request + separator + "colour=red", from: party)
      #expect(callback?.contains("errorCode=2&") == true)
    }
    #expect(engine.kindsOfQuestions.isEmpty)
    #expect(try engine.permissions.entries().isEmpty)
  }

  @Test func aSilentPersonIsNoProgram() async throws {
    let engine = try TestEngine(answering: .nobody(.unattended))
    let callback = try await engine.open("favoriteStatus?statusID=9&silent=true&x-source=tusk")
    #expect(callback?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(engine.kindsOfQuestions.isEmpty)
  }

  @Test(arguments: [Consent.Reply.once, .always, .no, .never, .nobody(.unattended)])
  func aRepliedSourceIsKeptOnlyIfItWasDecided(reply: Consent.Reply) async throws {
    let engine = try TestEngine(answering: reply)
    _ = try await engine.open("favoriteStatus?statusID=9&silent=true&x-source=Drafts", from: .program)
    let kept: Permissions.Decision? = [.always: .allow, .never: .deny][reply]
    #expect(try engine.permissions.decision(source: "Drafts", account: "@alice@a.example") == kept)
    #expect(try engine.permissions.entries().count == (kept == nil ? 0 : 1))
  }

  @Test(arguments: ["drafts", "Drafts ", "DRAFTS", "Draft", "a.tsk"])
  func aSourceIsItsExactName(source: String) async throws {
    let engine = try TestEngine(answering: .nobody(.unattended))
    try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
    try await engine.permissions.grant(
      script: Origin.Script(path: "a.tsk", digest: "d1", effects: []), account: "@alice@a.example")
    let name = source.replacing(" ", with: "%20")
    let request = "favoriteStatus?statusID=9&silent=true&x-source=\(name)"
    #expect(try await engine.open(request, from: .program) == "app://x-callback-url/no")
    #expect(engine.stub.log.isEmpty)
  }

  @Test func aPermissionIsForOneAccount() async throws {
    let engine = try TestEngine(answering: .nobody(.unattended))
    try await engine.permissions.decide(.allow, source: "Drafts", account: "@alice@b.example")
    try await engine.permissions.grant(
      script: Origin.Script(path: "a.tsk", digest: "d1", effects: []), account: "@bob@a.example")
    for party in [Origin.Party.program, Self.script] {
      let request = "favoriteStatus?statusID=9&silent=true&x-source=Drafts"
      #expect(try await engine.open(request, from: party) == "app://x-callback-url/no")
    }
    #expect(engine.stub.log.isEmpty)
  }

  @Test func aRevokedScriptIsAskedAgainInTheNextRun() async throws {
    let path = TemporaryFolder.freshPath()
    let first = try TestEngine(permissionsAt: path, answering: .always)
    _ = try await first.open("postStatus?text=Hi", from: Self.script)
    #expect(try await first.permissions.revoke("a.tsk") == 1)
    let second = try TestEngine(permissionsAt: path, answering: .nobody(.unattended))
    #expect(try await second.open("postStatus?text=Hi", from: Self.script) == "app://x-callback-url/no")
  }

  @Test func anotherScriptOfTheSameRunIsAskedForItself() async throws {
    let engine = try TestEngine(answering: .once)
    let other = Origin.Party.script(Origin.Script(path: "a.tsk", digest: "d2", effects: []))
    for party in [Self.script, other, Self.script, other] {
      _ = try await engine.open("postStatus?text=Hi", from: party)
    }
    #expect(engine.kindsOfQuestions == ["script", "script"])
  }

  @Test(arguments: rows)
  func anAccountThatCannotBeNamedIsNotChangedBySomebodyElse(row: Row) async throws {
    for (party, questions) in [(Origin.Party.person, row.person), (Self.script, row.script), (.program, row.program)] {
      let engine = try TestEngine(
        answering: .always, account: { () async throws(Failure) in throw Failure(.network, "nobody is there") })
      let callback = try #require(try await engine.open(row.request, from: party))
      #expect(callback.hasPrefix("app://x-callback-url/" + (questions.isEmpty ? "yes" : "bad?errorCode=21&")))
      #expect(engine.stub.log.isEmpty != questions.isEmpty)
      #expect(engine.kindsOfQuestions.isEmpty)
    }
  }

  @Test func aStoreThatCannotBeReadIsNoConsent() async throws {
    let folder = try TemporaryFolder()
    let engine = try TestEngine(permissionsAt: folder.path, answering: .always)
    let failure = try #require(try await engine.open("postStatus?text=Hi", from: Self.script))
    #expect(failure.hasPrefix("app://x-callback-url/bad?errorCode=31&"))
    #expect(engine.stub.log.isEmpty)
    #expect(engine.kindsOfQuestions.isEmpty)
  }
}
