import JSONValue
import Testing

@testable import Fediverse

/// The whole way to a token and back, with a server that gives them.
struct OAuthServerTests {
  private let server = FakeOAuthServer()

  private func app(_ oauth: OAuthServer, redirect: String = "http://127.0.0.1:4000/callback") async throws
    -> RegisteredApp
  {
    try await oauth.register(name: "Tusk", redirect: redirect, scopes: OAuthScopes("read write"), website: "https://t")
  }

  @Test func aPersonWhoConsentsIsSignedInAndOutAgain() async throws {
    let oauth = try await OAuthServer.fake(server)
    let app = try await app(oauth)
    let request = oauth.authorization(of: app)
    let code = try request.code(from: AuthorizationResponse(address: server.consent(to: request.url)))
    let token = try await oauth.token(for: code, of: request)
    #expect(token.scopes == OAuthScopes("read write"))
    #expect(try await oauth.app(of: token.accessToken).name == "Tusk")
    try await oauth.revoke(token.accessToken, of: app)
    let error = await #expect(throws: FediverseError.self) { try await oauth.app(of: token.accessToken) }
    #expect(error?.kind == .unauthorized)
    #expect(server.field("token", at: "/oauth/revoke") == token.accessToken.exposed)
    #expect(server.field("website", at: "/api/v1/apps") == "https://t")
    #expect(server.field("scope", at: "/oauth/token") == "read write")
  }

  @Test func aCodeIsWorthNothingToWhoDidNotAskForIt() async throws {
    let oauth = try await OAuthServer.fake(server)
    let app = try await app(oauth)
    let request = oauth.authorization(of: app)
    let code = try request.code(from: AuthorizationResponse(address: server.consent(to: request.url)))
    let error = await #expect(throws: FediverseError.self) {
      try await oauth.token(for: code, of: oauth.authorization(of: app))
    }
    #expect(error?.kind == .rejected)
    #expect(error?.serverText == "code … with … is wrong")
  }

  @Test func noSecretIsInWhatAServerRepeats() async throws {
    let oauth = try await OAuthServer.fake(server)
    let wrong = RegisteredApp(
      clientID: "client-1", clientSecret: Secret("very s3cret/"), redirect: "x:", scopes: .coarse)
    for body in [#"{"error":"very s3cret\/ and c0de"}"#, "very%20s3cret%2F c0de", #"{"very s3cret/":"c0de"}"#] {
      for status in [200, 400, 401, 500] {
        let transport = ScriptedTransport()
          .on("POST /oauth/token", status: status, headers: ["X-Request-Id": "r-c0de"], body)
        let oauth = OAuthServer(oauth.server, metadata: nil, transport: transport)
        let error = await #expect(throws: FediverseError.self) {
          try await oauth.token(for: Secret("c0de"), of: oauth.authorization(of: wrong))
        }
        var shown = ""
        dump(error, to: &shown)
        #expect(!shown.contains("s3cret") && !shown.contains("c0de"), "\(shown)")
      }
    }
  }

  @Test func valuesWithSecretsShowNothingOfThem() async throws {
    let oauth = try await OAuthServer.fake(FakeOAuthServer(lifetime: 100))
    let app = try await app(oauth)
    let token = try await oauth.appToken(for: app)
    let answer = try AuthorizationResponse(address: "/?code=secret-of-me")
    let secrets = [app.clientSecret?.exposed, token.accessToken.exposed, token.refreshToken?.exposed]
    for value in [app, token, answer, oauth.authorization(of: app)] as [Any] {
      var shown = "\(value) \(String(reflecting: value))"
      dump(value, to: &shown)
      #expect(!(secrets.compactMap(\.self) + ["secret-of-me"]).contains(where: shown.contains), "\(shown)")
    }
  }

  @Test func aSecretIsNotSentOnToWhereARedirectLeads() async throws {
    let transport = ScriptedTransport()
      .on("POST /oauth/token", status: 307, headers: ["Location": "https://evil.example/?c0de"])
    let oauth = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: transport)
    let app = RegisteredApp(clientID: "c", clientSecret: Secret("s"), redirect: "x:", scopes: .coarse)
    let error = await #expect(throws: FediverseError.self) {
      try await oauth.token(for: Secret("c0de"), of: oauth.authorization(of: app))
    }
    #expect(error?.kind == .insecure)
    #expect(error?.description.contains("c0de") == false)
    #expect(transport.asked == ["POST /oauth/token"])
  }

  @Test(arguments: [#"{"client_id":"a"}"#, #"{"client_id":7,"client_secret":null}"#])
  func anAppNeedsNoSecret(_ body: String) async throws {
    let transport = ScriptedTransport().on("POST /api/v1/apps", body)
    let oauth = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: transport)
    let app = try await oauth.register(name: "T", redirect: "x:", scopes: .coarse)
    #expect(app.clientSecret == nil)
    #expect(app.credentials.count == 1)
    #expect(RegisteredApp(stored: app.stored) == app)
  }

  @Test func anAnswerWithoutAClientIsAnError() async throws {
    let transport = ScriptedTransport().on("POST /api/v1/apps", #"{"error":"closed"}"#)
    let oauth = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: transport)
    let error = await #expect(throws: FediverseError.self) {
      try await oauth.register(name: "T", redirect: "x:", scopes: .coarse)
    }
    #expect(error?.serverText == "closed")
  }

  @Test func theServersOwnEndpointsAreUsed() async throws {
    let transport = ScriptedTransport()
      .on("POST https://auth.example.social/give?now=1", #"{"access_token":"t"}"#)
      .on("POST https://auth.example.social/take", "")
    let metadata = try OAuthMetadata(
      json: JSON(
        parsing: #"""
          {"token_endpoint":"https://auth.example.social/give?now=1",
           "revocation_endpoint":"https://auth.example.social/take"}
          """#))
    let oauth = OAuthServer(try ServerAddress("example.social"), metadata: metadata, transport: transport)
    let app = RegisteredApp(clientID: "c", clientSecret: Secret("s"), redirect: "x:", scopes: .coarse)
    let token = try await oauth.appToken(for: app)
    try await oauth.revoke(token.accessToken, of: app)
    #expect(transport.requests.count == 2)
  }

  /// A lost answer is asked for again, except where a second request could end the sign-in.
  @Test func formsAreSentAgainWhereTheConnectionIsClosed() async throws {
    let lost = TransportError(.network, "the connection was closed", mayHaveArrived: true)
    let transport = ScriptedTransport()
    for route in ["POST /api/v1/apps", "POST /oauth/token", "POST /oauth/revoke"] {
      transport.on(route, fails: lost).on(route, #"{"client_id":"c","access_token":"t","refresh_token":"r"}"#)
    }
    let oauth = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: transport)
    let app = try await app(oauth)
    let token = try await oauth.token(for: Secret("c0de"), of: oauth.authorization(of: app))
    try await oauth.revoke(token.accessToken, of: app)
    #expect(transport.asked.count == 6)
    let deaf = ScriptedTransport().on("POST /oauth/token", fails: lost)
    let other = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: deaf)
    await #expect(throws: FediverseError.self) { try await other.refreshed(token, of: app) }
    #expect(deaf.asked.count == 1)
  }

  @Test func nobodyIsKeptWaitingWhereTheServerWantsFewerRequests() async throws {
    let transport = ScriptedTransport().on("POST /api/v1/apps", status: 429, headers: ["Retry-After": "1"], "{}")
      .on("POST /api/v1/apps", #"{"client_id":"c"}"#)
    let oauth = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: transport)
    let error = await #expect(throws: FediverseError.self) { try await app(oauth) }
    #expect(error?.kind == .rateLimited && error?.retryAt != nil && transport.asked.count == 1)
  }
}
