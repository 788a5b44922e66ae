import JSONValue
import TestSupport
import Testing
import TuskCommon
import XCallbackURL

@testable import Fediverse
@testable import TuskActions
@testable import TuskShell

/// Where a command's token comes from, and what becomes of it when it ends.
struct TokenSourceTests {
  private let home: TemporaryFolder
  private var accounts: String { home.path + "/.config/tusk/accounts.json" }

  init() throws {
    home = try TemporaryFolder()
  }

  private func choice(_ variables: [String: String]) -> AccountChoice {
    let sandbox = SandboxServer(folder: home.path + "/sandbox", program: home.path + "/none/tusk-sandbox")
    let all = ["HOME": home.path, "PATH": TestPrograms.folder].merging(variables) { $1 }
    return AccountChoice(environment: ProcessEnvironment(variables: all), sandbox: sandbox)
  }

  @Test func theEnvironmentMayNameACommand() async throws {
    let choice = choice(["TUSK_SERVER": "b.example", "TUSK_TOKEN_COMMAND": "printf t0ken"])
    #expect(try await choice.account().token == AccessToken("t0ken"))
    #expect(try choice.source() == .command("printf t0ken"))
  }

  @Test func aTokenOfTheEnvironmentComesBeforeACommand() async throws {
    let choice = choice(["TUSK_SERVER": "b.example", "TUSK_TOKEN": "t", "TUSK_TOKEN_COMMAND": "false"])
    #expect(try await choice.account().token == AccessToken("t"))
    #expect(try choice.source() == .environment)
  }

  @Test(arguments: [
    ["TUSK_TOKEN_COMMAND": "printf t"], ["TUSK_SERVER": "b.example", "TUSK_TOKEN_COMMAND": "false"],
    ["TUSK_SERVER": "b.example", "TUSK_TOKEN_COMMAND": ""], ["TUSK_TOKEN_COMMAND": ""],
  ])
  func halfAnEnvironmentIsNoFallbackToAnotherAccount(variables: [String: String]) async throws {
    let account = try ActingAccount(label: nil, server: "a.example", token: "t")
    try await choice([:]).store.add(name: "@a@a.example", account: account, token: "t")
    let failure = await #expect(throws: Failure.self) { try await choice(variables).account() }
    #expect(failure?.code == .unauthorized)
  }

  @Test func aServerAloneIsToldEveryWayToAToken() async {
    let failure = await #expect(throws: Failure.self) { try await choice(["TUSK_SERVER": "b.example"]).account() }
    #expect(failure?.message.contains("set TUSK_TOKEN or TUSK_TOKEN_COMMAND") == true)
  }

  @Test func whoNobodyIsSignedInAsIsTheSandboxs() async throws {
    #expect(try choice([:]).source() == .sandbox)
  }

  /// Signs in with a token that was given so many seconds ago and is good for a thousand.
  private func signIn(at server: LoopbackServer, age: Int) async throws {
    let address = "http://127.0.0.1:\(server.port)"
    let token: JSON = [
      "access_token": "first", "refresh_token": "renewal", "expires_in": 1000,
      "obtained_at": .int(Timestamp.now().seconds - age),
    ]
    let oauth = OAuthServer(try ServerAddress(address), metadata: nil, transport: HTTPTransport())
    let app = RegisteredApp(clientID: "c", clientSecret: Secret("s"), redirect: "x:", scopes: .coarse)
    try await AccountStore(path: accounts).add(
      name: "@alice@a.example", account: ActingAccount(label: nil, server: address, token: ""),
      credentials: Credentials(OAuthToken(json: token), of: app, from: oauth))
  }

  private func session() -> Session { .ofTest(home: home.path) }

  private func askWhoIAm() async throws -> Response {
    await session().open(
      try CallbackURL(parsing: "tusker://x-callback-url/getCurrentUser"), from: Origin(.person), timeout: .seconds(30)
    ).response
  }

  private static let renewing: [String: LoopbackServer.Answer] = [
    "POST /oauth/token": #"{"access_token":"second","refresh_token":"next-renewal","expires_in":1000}"#,
    "GET /api/v1/accounts/verify_credentials": #"{"id":"1","username":"alice","acct":"alice"}"#,
    "GET /api/v2/instance": #"{"domain":"a.example"}"#,
  ]

  @Test func twoProgramsRenewATokenOnce() async throws {
    let server = try LoopbackServer(Self.renewing)
    try await signIn(at: server, age: 850)
    var refreshers: [TokenRefresher] = []
    for _ in 0..<4 {
      let store = AccountStore(path: accounts)
      let account = try await store.account(named: try #require(store.currentEntry()).name)
      refreshers.append(try #require(account.refresher))
    }
    let tokens = try await withThrowingTaskGroup(of: AccessToken.self) { group in
      for refresher in refreshers { group.addTask { try await refresher.current() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens == [AccessToken("second")])
    #expect(server.requests == ["POST /oauth/token"])
  }

  private static let me = "GET /api/v1/accounts/verify_credentials"

  @Test(arguments: [(0, false), (100, false), (850, true), (5000, true)])
  func aTokenIsRenewedWhenItIsDueAndTheNextOneStored(age: Int, isRenewed: Bool) async throws {
    let server = try LoopbackServer(Self.renewing)
    try await signIn(at: server, age: age)
    _ = try await askWhoIAm()
    #expect(server.requests.contains("POST /oauth/token") == isRenewed)
    let stored = try text(ofFile: accounts)
    #expect(stored.contains("second") == isRenewed && stored.contains("next-renewal") == isRenewed)
    #expect(stored.contains("first") == !isRenewed)
    _ = try await askWhoIAm()
    #expect(server.requests.count { $0 == "POST /oauth/token" } == (isRenewed ? 1 : 0))
  }

  @Test func aRefusedTokenIsRenewedOnceAndTriedOnce() async throws {
    let server = try LoopbackServer(Self.renewing.merging([Self.me: .status(401)]) { $1 })
    try await signIn(at: server, age: 0)
    guard case .failure(let failure) = try await askWhoIAm() else {
      Issue.record("it was not refused")
      return
    }
    #expect(failure.code == .unauthorized)
    #expect(server.requests.prefix(3) == [Self.me, "POST /oauth/token", Self.me])
    #expect(server.requests.count == 3)
    #expect(try text(ofFile: accounts).contains("second"))
  }

  /// The server may have renewed the token, so that neither of the two is valid here any more.
  @Test func aLostRenewalSaysToSignInAgain() async throws {
    let server = try LoopbackServer([Self.me: .status(401), "POST /oauth/token": .status(502)])
    try await signIn(at: server, age: 0)
    guard case .failure(let failure) = try await askWhoIAm() else {
      Issue.record("it was not refused")
      return
    }
    #expect(server.requests.contains("POST /oauth/token"))
    #expect(failure.message.contains("sign in again with: tusk login 127.0.0.1:"), "\(failure.message)")
  }
}
