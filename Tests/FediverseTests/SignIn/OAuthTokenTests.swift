import JSONValue
import Testing

@testable import Fediverse

/// How long a token is good, and who renews it.
struct OAuthTokenTests {
  private static let then = Timestamp(seconds: 1_700_000_000)

  private static func token(_ json: String) throws -> OAuthToken {
    try OAuthToken(json: JSON(parsing: json)).received(at: then)
  }

  @Test(
    arguments: [
      (#"{"access_token":"t"}"#, nil, nil),
      (#"{"access_token":"t","expires_in":1000}"#, 1000, nil),
      (#"{"access_token":"t","expires_in":1000,"refresh_token":"r"}"#, 1000, 800),
      (#"{"access_token":"t","expires_in":"600","refresh_token":"r","created_at":5}"#, 600, 480),
      (#"{"access_token":"t","expires_in":0,"refresh_token":"r"}"#, nil, nil),
      (#"{"access_token":"t","expires_in":null,"refresh_token":"r"}"#, nil, nil),
      (#"{"access_token":"t","expires_in":1,"refresh_token":"r"}"#, 1, 0),
      (#"{"access_token":"t","refresh_token":"r"}"#, nil, nil),
    ] as [(String, Int?, Int?)])
  func tokensAreRenewedAfterFourFifthsOfTheirLife(_ json: String, _ end: Int?, _ due: Int?) throws {
    let token = try Self.token(json)
    #expect(token.expiresAt == end.map { Timestamp(seconds: Self.then.seconds + $0) })
    #expect(token.refreshDue == due.map { Timestamp(seconds: Self.then.seconds + $0) })
  }

  @Test func anEndBeyondAllTimeIsNoCrash() throws {
    let token = try Self.token(#"{"access_token":"t","expires_in":9223372036854775807,"refresh_token":"r"}"#)
    #expect(try #require(token.expiresAt) > Self.then)
  }

  @Test(
    arguments: [
      (#"{"access_token":"t","scope":"read write"}"#, "read write"),
      (#"{"access_token":"t","scope":["read","write"]}"#, "read write"),
      (#"{"access_token":"t","scope":null}"#, nil),
    ] as [(String, String?)])
  func scopesComeAsATextOrAsAList(_ json: String, _ scopes: String?) throws {
    #expect(try Self.token(json).scopes?.description == scopes)
  }

  @Test(arguments: ["{}", #"{"access_token":""}"#, #"{"access_token":null}"#, "[]"])
  func anAnswerWithoutATokenIsNone(_ json: String) throws {
    let json = try JSON(parsing: json)
    #expect(throws: ShapeError.self) { try OAuthToken(json: json) }
  }

  @Test func whatIsStoredComesBack() throws {
    let token = try Self.token(
      #"{"access_token":"t","refresh_token":"r","expires_in":60,"scope":"read","me":"https://e/alice"}"#)
    #expect(try OAuthToken(json: token.stored) == token)
    #expect(
      try OAuthToken(json: OAuthToken(AccessToken("x"), obtainedAt: Self.then).stored).accessToken == AccessToken("x"))
  }
}

/// A token that is renewed before it ends, or when it is not accepted.
struct TokenKeeperTests {
  private let server = FakeOAuthServer(lifetime: 1000)
  private let clock = StandingClock()

  /// A keeper with a token that was just given, the token, and what is stored by it.
  private func keeper(load: @escaping TokenKeeper.Load = { nil }) async throws -> (TokenKeeper, OAuthToken, Stored) {
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let token = try await oauth.appToken(for: app)
    let stored = Stored()
    let keeper = TokenKeeper(token, server: oauth, app: app, load: load) { await stored.add($0) }
    return (keeper, token, stored)
  }

  /// The tokens that were stored.
  actor Stored {
    private(set) var tokens: [OAuthToken] = []
    func add(_ token: OAuthToken) { tokens.append(token) }
  }

  private func client(_ keeper: TokenKeeper, _ token: AccessToken) throws -> Client {
    Client(
      server: try ServerAddress("example.social"), token: token,
      transport: RenewingTransport(server, keeper: keeper))
  }

  @Test(arguments: [(799, false), (800, true), (2000, true)])
  func aTokenIsRenewedWhenItIsDue(_ seconds: Int, _ isRenewed: Bool) async throws {
    let (keeper, token, stored) = try await keeper()
    clock.advance(seconds)
    #expect((await keeper.current() != token.accessToken) == isRenewed)
    #expect(await stored.tokens.count == (isRenewed ? 1 : 0))
    #expect(await stored.tokens.first?.obtainedAt.seconds == (isRenewed ? 1_700_000_000 + seconds : nil))
  }

  @Test func manyWhoWaitRenewItOnce() async throws {
    let (keeper, _, stored) = try await keeper()
    clock.advance(900)
    let tokens = await withTaskGroup(of: AccessToken.self) { group in
      for _ in 0..<20 { group.addTask { await keeper.current() } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(await stored.tokens.count == 1)
  }

  @Test func whatAnotherProgramRenewedIsTaken() async throws {
    let other = try OAuthToken(json: JSON(parsing: #"{"access_token":"others"}"#))
    let (keeper, _, stored) = try await keeper(load: { other })
    clock.advance(900)
    #expect(await keeper.current() == AccessToken("others"))
    #expect(await stored.tokens.isEmpty)
  }

  @Test func whatAnotherProgramRenewsMeanwhileIsTaken() async throws {
    let other = try OAuthToken(json: JSON(parsing: #"{"access_token":"others"}"#))
    let loads = Loads()
    let (_, token, stored) = try await keeper()
    await loads.set([token, other])
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = RegisteredApp(clientID: "gone", clientSecret: nil, redirect: "x:", scopes: .coarse)
    // The other program was a moment ahead, so that the server knows what renews the token no more.
    let late = TokenKeeper(token, server: oauth, app: app, load: { await loads.next() }) { await stored.add($0) }
    clock.advance(900)
    #expect(await late.current() == AccessToken("others"))
    #expect(await stored.tokens.isEmpty)
  }

  /// What is stored, as it changes from one look to the next.
  private actor Loads {
    private var tokens: [OAuthToken] = []
    func set(_ tokens: [OAuthToken]) { self.tokens = tokens }
    func next() -> OAuthToken? { tokens.count > 1 ? tokens.removeFirst() : tokens.first }
  }

  @Test func aRequestIsSentOnceMoreWithTheNextToken() async throws {
    let (keeper, token, stored) = try await keeper()
    let client = try client(keeper, token.accessToken)
    server.endTokens()
    #expect(try await client.accounts.verifyCredentials().acct == "alice")
    #expect(await stored.tokens.count == 1)
    #expect(server.asked.count { $0 == "/api/v1/accounts/verify_credentials" } == 2)
  }

  @Test func aTokenThatCannotBeRenewedIsRefusedOnce() async throws {
    let (keeper, token, stored) = try await keeper()
    let client = try client(keeper, token.accessToken)
    server.endTokens()
    _ = try await client.accounts.verifyCredentials()
    let renewed = try #require(await stored.tokens.first)
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = RegisteredApp(clientID: "gone", clientSecret: nil, redirect: "x:", scopes: .coarse)
    let lonely = TokenKeeper(renewed, server: oauth, app: app) { _ in }
    server.endTokens()
    let before = server.asked.count { $0 == "/api/v1/accounts/verify_credentials" }
    let error = await #expect(throws: FediverseError.self) {
      try await self.client(lonely, token.accessToken).accounts.verifyCredentials()
    }
    #expect(error?.kind == .unauthorized)
    #expect(error?.description.contains(renewed.accessToken.exposed) == false)
    #expect(server.asked.count { $0 == "/api/v1/accounts/verify_credentials" } == before + 1)
  }

  @Test func aStreamIsOpenedOnceMoreWithTheNextToken() async throws {
    let (keeper, token, _) = try await keeper()
    server.endTokens()
    let url = try #require(WebURL("https://example.social/api/v1/accounts/verify_credentials"))
    let request = HTTPRequest(method: .get, url: url, headers: ["Authorization": token.accessToken.authorization])
    let seen = Seen()
    try await RenewingTransport(server, keeper: keeper).send(request) { piece in
      if case .head(let head) = piece { await seen.add(head.status) }
      return .more
    }
    #expect(await seen.statuses == [200])
  }

  actor Seen {
    private(set) var statuses: [Int] = []
    func add(_ status: Int) { statuses.append(status) }
  }

  @Test func whatIsNotSignedIsLeftAlone() async throws {
    let (keeper, _, _) = try await keeper()
    clock.advance(900)
    let url = try #require(WebURL("https://elsewhere.example/x"))
    _ = try await RenewingTransport(server, keeper: keeper).send(HTTPRequest(method: .get, url: url))
    #expect(server.requests.last?.headers["Authorization"] == nil)
  }
}
