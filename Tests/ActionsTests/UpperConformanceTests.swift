import Fediverse
import Synchronization
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// The points of the contract that the engine keeps: what a person is told and asked.
struct UpperConformanceTests {
  @Test(
    "33 Without x-error a failure stays here, with words for the person",
    arguments: [
      ("getStatus?statusID=404", 11), ("nothing?", 3), ("?", 3), ("getAccount?", 1), ("getStatus?statusID=9&a=b", 2),
      ("postStatus?text=a&silent=true", 4), ("getCurrentUser?x-source=a&x-source=b", 2),
      ("getCurrentUser?x-error=https%3A%2F%2Fa", 5),
    ])
  func aFailureThatNobodyElseHearsOfIsToldHere(request: String, code: Int) async throws {
    let others = "&x-success=bear%3As&x-cancel=bear%3Ac"
    let outcome = try await TestEngine().open(url: "tusker://x-callback-url/\(request)\(others)")
    guard case .failure(let failure) = outcome.response else { throw Failure(.defect, "\(outcome)") }
    #expect(failure.code.rawValue == code)
    #expect(!failure.message.isEmpty)
    #expect(outcome.callback == nil)
  }

  @Test(
    "34 Without x-success a success stays here, with its result",
    arguments: [
      ("getCurrentUser?", "username", 0), ("getStatus?statusID=9", "content", 0),
      ("getNotifications?", "notifications", 0), ("favoriteStatus?statusID=9", "statusURI", 0),
      ("showStatus?statusID=9", nil, 1), ("search?query=x", nil, 1),
    ] as [(String, String?, Int)])
  func aResultThatNobodyElseGetsIsShownHere(request: String, field: String?, shown: Int) async throws {
    let engine = try TestEngine()
    let others = "&x-error=bear%3Ae&x-cancel=bear%3Ac"
    let outcome = try await engine.open(url: "tusker://x-callback-url/\(request)\(others)")
    guard case .success(let pairs) = outcome.response else { throw Failure(.defect, "\(outcome)") }
    #expect(pairs.contains { $0.name == field } == (field != nil))
    #expect(engine.presentations.count == shown)
    #expect(outcome.callback == nil)
  }

  @Test(
    "36 A person who is asked is told x-source",
    arguments: [
      ("x-source=Drafts", "Drafts"), ("x%2Dsource=My%20App%2B", "My App+"), ("x-source=%E2%80%AEa", "\u{202E}a"),
      ("x-source=Drafts&silent=true", "Drafts"), ("x-source=", ""), ("x-source", nil), ("x-sourced=a", nil),
    ] as [(String, String?)])
  func whoAsksIsNamedInTheQuestion(query: String, source: String?) async throws {
    let named = Mutex<[String?]>([])
    let stub = StubServer(Bodies.everything)
    let consent = Consent(
      account: { "@alice@a.example" }, isSandbox: false,
      permissions: Permissions(path: TemporaryFolder.freshPath(), now: { 0 }),
      ask: { question in
        if let consentRequest = question.consentRequest { named.withLock { $0.append(consentRequest.source) } }
        return .no
      })
    let client = Client(server: try ServerAddress("a.example"), transport: stub, policy: .none)
    let engine = Engine(
      actions: Action.all, server: Server(client, now: { 0 }), consent: consent, present: { _ in })
    let url = try CallbackURL(parsing: "tusker://x-callback-url/favoriteStatus?statusID=9&\(query)")
    for party in [Origin.Party.program, .desktop] {
      #expect(await engine.open(url, from: Origin(party)).response == .canceled)
    }
    #expect(named.withLock { $0 } == [source, source])
    #expect(stub.log.isEmpty)
  }

  @Test(
    "42 What changes the account is confirmed, unless it was authorized",
    arguments: ConsentMatrixTests.rows.filter { !$0.program.isEmpty })
  func aChangeIsConfirmedOrAuthorized(row: ConsentMatrixTests.Row) async throws {
    for party in [Origin.Party.program, .desktop] {
      let unwilling = try TestEngine(answering: .no)
      #expect(try await unwilling.open(row.request, from: party) == "app://x-callback-url/no")
      #expect(unwilling.stub.log.isEmpty)
      let asked = try TestEngine(answering: .once)
      _ = try await asked.open(row.request, from: party)
      #expect(asked.kindsOfQuestions == ["confirmation"] && !asked.stub.writes.isEmpty)
      let authorized = try TestEngine(answering: .nobody(.unattended))
      _ = try await authorized.open(row.request, from: party, assumesYes: true)
      #expect(authorized.kindsOfQuestions.isEmpty && !authorized.stub.writes.isEmpty)
    }
    let permitted = try TestEngine(answering: .nobody(.unattended))
    try await permitted.permissions.decide(.allow, source: "Drafts", account: "@alice@a.example")
    let separator = row.request.contains("?") ? "&" : "?"
    _ = try await permitted.open("\(row.request)\(separator)silent=true&x-source=Drafts", from: .program)
    #expect(permitted.kindsOfQuestions == row.silentProgram)
    #expect(permitted.stub.writes.isEmpty != row.silentProgram.isEmpty)
  }
}

extension Consent.Question {
  /// The change that is asked about, where it is one.
  fileprivate var consentRequest: Consent.ConsentRequest? {
    switch self {
    case .source(let consentRequest, _), .confirmation(let consentRequest, _): consentRequest
    default: nil
    }
  }
}
