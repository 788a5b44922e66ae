import JSONValue
import Synchronization
import Testing

@testable import Fediverse

/// A token that is renewed before it ends, or when it is not accepted.
@Suite(.timeLimit(.minutes(1)))
struct TokenRefresherTests {
  private let server = FakeOAuthServer(lifetime: 1000)
  private let clock = StandingClock()

  /// A keeper with a token that was just given, the token, and what is stored by it.
  private func refresher(load: @escaping TokenRefresher.Load = { nil }) async throws -> (
    TokenRefresher, OAuthToken, Stored
  ) {
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let token = try await oauth.appToken(for: app)
    let stored = Stored()
    let refresher = TokenRefresher(token, server: oauth, app: app, load: load) { await stored.add($0) }
    return (refresher, token, stored)
  }

  /// The tokens that were stored.
  actor Stored {
    private(set) var tokens: [OAuthToken] = []
    func add(_ token: OAuthToken) { tokens.append(token) }
  }

  private func client(_ refresher: TokenRefresher, _ token: AccessToken) throws -> Client {
    Client(
      server: try ServerAddress("example.social"), token: token,
      transport: RefreshingTransport(server, refresher: refresher))
  }

  @Test(arguments: [(799, false), (800, true), (2000, true)])
  func aTokenIsRenewedWhenItIsDue(_ seconds: Int, _ isRenewed: Bool) async throws {
    let (refresher, token, stored) = try await refresher()
    clock.advance(seconds)
    #expect((try await refresher.current() != token.accessToken) == isRenewed)
    #expect(await stored.tokens.count == (isRenewed ? 1 : 0))
    #expect(await stored.tokens.first?.obtainedAt.seconds == (isRenewed ? 1_700_000_000 + seconds : nil))
  }

  /// A disk that may be full.
  private actor Disk {
    var isFull = false
    private(set) var token: OAuthToken?

    func fill(_ isFull: Bool) { self.isFull = isFull }

    func check() throws(UnstoredToken) { if isFull { throw UnstoredToken("no space left") } }

    func store(_ token: OAuthToken) throws(UnstoredToken) {
      try check()
      self.token = token
    }
  }

  @Test func nothingIsRenewedWhereNothingCanBeStored() async throws {
    let (_, token, _) = try await refresher()
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let disk = Disk()
    let refresher = TokenRefresher(
      try await oauth.appToken(for: app), server: oauth, app: app,
      prepare: { () async throws(UnstoredToken) in try await disk.check() },
      save: { token async throws(UnstoredToken) in try await disk.store(token) })
    await disk.fill(true)
    clock.advance(900)
    let old = try await refresher.current()
    await #expect(throws: UnstoredToken("no space left")) { try await refresher.next(after: old) }
    #expect(await disk.token == nil)
    await disk.fill(false)
    let new = try await refresher.next(after: old)
    #expect(new != nil && new != old && token.accessToken != new)
    #expect(await disk.token?.accessToken == new)
  }

  @Test func anUnstoredTokenIsKeptAndStoredLater() async throws {
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let disk = Disk()
    let first = try await oauth.appToken(for: app)
    let refresher = TokenRefresher(
      first, server: oauth, app: app, load: { first },
      save: { token async throws(UnstoredToken) in try await disk.store(token) })
    await disk.fill(true)
    clock.advance(900)
    for _ in 0..<2 { await #expect(throws: UnstoredToken.self) { try await refresher.current() } }
    await disk.fill(false)
    let new = try await refresher.current()
    #expect(new != first.accessToken)
    #expect(await disk.token?.accessToken == new)
  }

  @Test func manyWhoWaitRenewItOnce() async throws {
    let (refresher, _, stored) = try await refresher()
    clock.advance(900)
    let tokens = try await withThrowingTaskGroup(of: AccessToken.self) { group in
      for _ in 0..<20 { group.addTask { try await refresher.current() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(await stored.tokens.count == 1)
  }

  @Test func whatAnotherProgramRenewedIsTaken() async throws {
    let other = try OAuthToken(json: JSON(parsing: #"{"access_token":"others"}"#))
    let (refresher, _, stored) = try await refresher(load: { other })
    clock.advance(900)
    #expect(try await refresher.current() == AccessToken("others"))
    #expect(await stored.tokens.isEmpty)
  }

  @Test func whatAnotherProgramRenewsMeanwhileIsTaken() async throws {
    let other = try OAuthToken(json: JSON(parsing: #"{"access_token":"others"}"#))
    let loads = Loads()
    let (_, token, stored) = try await refresher()
    await loads.set([token, other])
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = RegisteredApp(clientID: "gone", clientSecret: nil, redirect: "x:", scopes: .coarse)
    // The other program was a moment ahead, so that the server knows what renews the token no more.
    let late = TokenRefresher(token, server: oauth, app: app, load: { await loads.next() }) { await stored.add($0) }
    clock.advance(900)
    #expect(try await late.current() == AccessToken("others"))
    #expect(await stored.tokens.isEmpty)
  }

  /// What is stored, as it changes from one look to the next.
  private actor Loads {
    private var tokens: [OAuthToken] = []
    func set(_ tokens: [OAuthToken]) { self.tokens = tokens }
    func next() -> OAuthToken? { tokens.count > 1 ? tokens.removeFirst() : tokens.first }
  }

  @Test func aRequestIsSentOnceMoreWithTheNextToken() async throws {
    let (refresher, token, stored) = try await refresher()
    let client = try client(refresher, token.accessToken)
    server.endTokens()
    #expect(try await client.accounts.verifyCredentials().acct == "alice")
    #expect(await stored.tokens.count == 1)
    #expect(server.asked.count { $0 == "/api/v1/accounts/verify_credentials" } == 2)
  }

  @Test func aTokenThatCannotBeRenewedIsRefusedOnce() async throws {
    let (refresher, token, stored) = try await refresher()
    let client = try client(refresher, token.accessToken)
    server.endTokens()
    _ = try await client.accounts.verifyCredentials()
    let renewed = try #require(await stored.tokens.first)
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = RegisteredApp(clientID: "gone", clientSecret: nil, redirect: "x:", scopes: .coarse)
    let lonely = TokenRefresher(renewed, server: oauth, app: app) { _ in }
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
    let (refresher, token, _) = try await refresher()
    server.endTokens()
    let url = try #require(WebURL("https://example.social/api/v1/accounts/verify_credentials"))
    let request = HTTPRequest(method: .get, url: url, headers: ["Authorization": token.accessToken.authorization])
    let seen = Seen()
    try await RefreshingTransport(server, refresher: refresher).send(request) { piece in
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
    let (refresher, _, _) = try await refresher()
    clock.advance(900)
    let url = try #require(WebURL("https://elsewhere.example/x"))
    _ = try await RefreshingTransport(server, refresher: refresher).send(HTTPRequest(method: .get, url: url))
    #expect(server.requests.last?.headers["Authorization"] == nil)
  }

  /// A keeper whose renewals the server refuses, as it does not know the app any more.
  private func lateRefresher(load: @escaping TokenRefresher.Load = { nil }) async throws -> (TokenRefresher, OAuthToken)
  {
    let (_, token, _) = try await refresher()
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = RegisteredApp(clientID: "gone", clientSecret: nil, redirect: "x:", scopes: .coarse)
    return (TokenRefresher(token, server: oauth, app: app, load: load) { _ in }, token)
  }

  private var renewals: Int { server.requests.count { $0.url.path == "/oauth/token" } - 1 }

  @Test func aServerThatDoesNotRenewIsAskedOnceAMinute() async throws {
    let (refresher, token) = try await lateRefresher()
    clock.advance(900)
    for (seconds, count) in [(0, 1), (0, 1), (59, 1), (1, 2), (59, 2), (1, 3)] {
      clock.advance(seconds)
      #expect(try await refresher.current() == token.accessToken)
      #expect(renewals == count)
    }
  }

  @Test func aRefusedTokenIsRenewedAgainAfterSomeSeconds() async throws {
    let (refresher, token) = try await lateRefresher()
    clock.advance(900)
    _ = try await refresher.current()
    for (seconds, count) in [(0, 1), (9, 1), (1, 2), (9, 2), (1, 3)] {
      clock.advance(seconds)
      #expect(try await refresher.next(after: token.accessToken) == nil)
      #expect(renewals == count)
    }
  }

  @Test func aClockThatIsSetBackDelaysNothing() async throws {
    let (refresher, _) = try await lateRefresher()
    clock.advance(2000)
    _ = try await refresher.current()
    clock.advance(-1000)
    _ = try await refresher.current()
    #expect(renewals == 2)
  }

  @Test func whatAnotherProgramRenewsIsTakenWithoutADelay() async throws {
    let other = try OAuthToken(json: JSON(parsing: #"{"access_token":"others"}"#))
    let loads = Loads()
    let (refresher, token) = try await lateRefresher(load: { await loads.next() })
    clock.advance(900)
    #expect(try await refresher.current() == token.accessToken)
    await loads.set([other])
    #expect(try await refresher.next(after: token.accessToken) == AccessToken("others"))
    #expect(renewals == 1)
  }

  /// What renews a token is good once, and a program that ended meanwhile would have used it up.
  @Test func whoeverGivesUpWaitsUntilTheNextTokenIsStored() async throws {
    let (asked, gate) = (BoundedChannel<Void, Never>(capacity: 1), BoundedChannel<Void, Never>(capacity: 1))
    let (refresher, token, stored) = try await refresher {
      asked.finish()
      await gate.receive()
      return nil
    }
    clock.advance(900)
    let waiter = Task { try await refresher.current() }
    await asked.receive()
    waiter.cancel()
    gate.finish()
    #expect(try await waiter.value != token.accessToken)
    #expect(await stored.tokens.count == 1)
  }

  /// Another program holds the lock until the first waiter gives up.
  @Test func whoeverWaitsOnIsNotCanceledWithTheOthers() async throws {
    let (_, token, stored) = try await refresher()
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let entered = BoundedChannel<Void, Never>(capacity: 1)
    let isFirst = Mutex(true)
    let refresher = TokenRefresher(
      token, server: oauth, app: app,
      exclusively: { renewal in
        let mustWait = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        guard mustWait else { return await renewal() }
        entered.finish()
        try? await Task.sleep(for: .seconds(3600))
      },
      save: { await stored.add($0) })
    let leaver = Task { try await refresher.next(after: token.accessToken) }
    let waiters = (0..<20).map { _ in Task { try await refresher.next(after: token.accessToken) } }
    await entered.receive()
    for _ in 0..<1000 { await Task.yield() }
    leaver.cancel()
    _ = try await leaver.value
    for waiter in waiters { #expect(try await waiter.value != nil) }
    #expect(await stored.tokens.count == 1)
  }

  @Test func oneOfTwoProgramsRenewsAndTheOtherTakesWhatItStored() async throws {
    let (_, token, _) = try await refresher()
    let oauth = try await OAuthServer.fake(server, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let (stored, turns) = (Stored(), BoundedChannel<Void, Never>(capacity: 1))
    _ = turns.offer(())
    let programs = (0..<2).map { _ in
      TokenRefresher(
        token, server: oauth, app: app, load: { await stored.tokens.last ?? token },
        exclusively: { renewal in
          await turns.receive()
          await renewal()
          _ = turns.offer(())
        },
        save: { token in
          // Whoever looked meanwhile would see nothing yet.
          for _ in 0..<100 { await Task.yield() }
          await stored.add(token)
        })
    }
    clock.advance(900)
    async let first = programs[0].current()
    let second = try await programs[1].current()
    #expect(try await first == second && second != token.accessToken)
    #expect(await stored.tokens.count == 1)
    #expect(renewals == 1)
  }
}
