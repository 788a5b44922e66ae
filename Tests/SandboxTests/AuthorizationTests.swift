import Foundation
import GRDB
import Testing

@testable import TuskSandbox

extension Visitor {
  /// Registers a program and gives its id and secret.
  func register(scopes: String, redirect: String) async throws -> (id: String, secret: String) {
    let application = try await stranger.post(
      "/api/v1/apps", ["client_name": "tests", "redirect_uris": redirect, "scopes": scopes])
    return (try #require(application["client_id"]), try #require(application["client_secret"]))
  }

  /// What the owner of the sandbox knows.
  func secret() async throws -> String {
    try #require(try await database.read { try Store.setting(Secret.setting, in: $0) })
  }

  /// The address that the consent of `username` leads to.
  func consent(
    as username: String, client: String, scopes: String, redirect: String, more: String = ""
  ) async throws -> String {
    let query =
      "client_id=\(client)&redirect_uri=\(Page.encoded(redirect))&response_type=code"
      + "&scope=\(Page.encoded(scopes))" + more
    #expect(try await stranger.get("/oauth/authorize?" + query).status == 200)
    let answer = try await stranger.post("/oauth/authorize?" + query, ["account": username, "secret": secret()])
    #expect(answer.status == 302)
    return try #require(answer.header("Location"))
  }

  /// Goes the whole way of the code flow as a person of this instance.
  func signedIn(as username: String, scopes: String = "read write follow push") async throws -> Visitor {
    let redirect = "http://127.0.0.1:9/callback"
    let (id, secret) = try await register(scopes: scopes, redirect: redirect)
    let address = try await consent(as: username, client: id, scopes: scopes, redirect: redirect)
    let code = try #require(URLComponents(string: address)?.queryItems?.first { $0.name == "code" }?.value)
    let answer = try await stranger.post(
      "/oauth/token",
      [
        "grant_type": "authorization_code", "code": code, "client_id": id, "client_secret": secret,
        "redirect_uri": redirect,
      ])
    return with(token: try #require(answer["access_token"]))
  }
}

/// OAuth as Mastodon speaks it.
@Suite struct AuthorizationTests {
  static let redirect = "http://127.0.0.1:4321/callback"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test func aCodeIsGoodOnceAndOnlyWithItsVerifier() async throws {
    try await withSandbox { alice async throws in
      let (id, secret) = try await alice.register(scopes: "read", redirect: Self.redirect)
      let address = try await alice.consent(
        as: "alice", client: id, scopes: "read", redirect: Self.redirect,
        more: "&state=s%20%26&code_challenge=\(Self.challenge)&code_challenge_method=S256")
      #expect(address.hasPrefix(Self.redirect + "?code="))
      #expect(address.hasSuffix("&state=s%20%26"))
      let code = try #require(URLComponents(string: address)?.queryItems?.first?.value)
      func exchange(_ verifier: String) async throws -> Answer {
        try await alice.stranger.post(
          "/oauth/token",
          [
            "grant_type": "authorization_code", "code": code, "client_id": id, "client_secret": secret,
            "redirect_uri": Self.redirect, "code_verifier": verifier,
          ])
      }
      #expect(try await exchange("wrong")["error"] == "invalid_grant")
      #expect(try await exchange("")["error"] == "invalid_grant")
      let token = try await exchange(Self.verifier)
      #expect(token["token_type"] == "Bearer")
      #expect(token["scope"] == "read")
      #expect(try await exchange(Self.verifier)["error"] == "invalid_grant")
      let visitor = alice.with(token: try #require(token["access_token"]))
      #expect(try await visitor.get("/api/v1/accounts/verify_credentials")["acct"] == "alice")
      let refused = try await visitor.post("/api/v1/statuses", ["status": "x"])
      #expect(refused.status == 403)
      #expect(refused["error"] == "This action is outside the authorized scopes")
    }
  }

  @Test func outOfBandShowsTheCode() async throws {
    try await withSandbox { alice async throws in
      let (id, _) = try await alice.register(scopes: "read", redirect: AuthorizationRequest.outOfBand)
      let address = try await alice.consent(
        as: "bob", client: id, scopes: "read", redirect: AuthorizationRequest.outOfBand)
      #expect(address.hasPrefix("/oauth/authorize/native?code="))
      let code = try #require(address.split(separator: "=").last)
      #expect(try await alice.stranger.get(address).text.contains("value=\"\(code)\""))
    }
  }

  @Test func sayingNoIsToldToTheProgram() async throws {
    try await withSandbox { alice async throws in
      let (id, _) = try await alice.register(scopes: "read", redirect: Self.redirect)
      let answer = try await alice.stranger.post(
        "/oauth/authorize",
        [
          "client_id": id, "redirect_uri": Self.redirect, "response_type": "code", "scope": "read", "deny": "1",
          "state": "z",
        ])
      let address = try #require(answer.header("Location"))
      #expect(address.hasPrefix(Self.redirect + "?error=access_denied&error_description="))
      #expect(address.hasSuffix("&state=z"))
    }
  }

  /// What is wrong with the address of the consent page.
  static let wrongs: [(String, String)] = [
    ("client_id=nobody&response_type=code", "invalid_client"),
    ("client_id=ID&redirect_uri=http://127.0.0.1:1/else&response_type=code", "invalid_redirect_uri"),
    ("client_id=ID&redirect_uri=\(redirect)&response_type=token", "unsupported_response_type"),
    ("client_id=ID&redirect_uri=\(redirect)&response_type=code&scope=write", "invalid_scope"),
    (
      "client_id=ID&redirect_uri=\(redirect)&response_type=code&scope=read&code_challenge=x&code_challenge_method=plain",
      "invalid_code_challenge_method"
    ),
  ]

  @Test func wrongAddressesAreNamed() async throws {
    try await withSandbox { alice async throws in
      let (id, _) = try await alice.register(scopes: "read", redirect: Self.redirect)
      for (query, error) in Self.wrongs {
        let path = "/oauth/authorize?" + query.replacing("ID", with: id)
        #expect(try await alice.stranger.get(path)["error"] == error)
      }
    }
  }

  @Test func aProgramAloneIsNoPerson() async throws {
    try await withSandbox { alice async throws in
      let (id, secret) = try await alice.register(scopes: "read write", redirect: Self.redirect)
      let answer = try await alice.stranger.post(
        "/oauth/token",
        ["grant_type": "client_credentials", "client_id": id, "client_secret": secret, "scope": "read write"])
      let program = alice.with(token: try #require(answer["access_token"]))
      #expect(try await program.get("/api/v1/apps/verify_credentials")["name"] == "tests")
      let refused = try await program.get("/api/v1/timelines/home")
      #expect(refused.status == 422)
      #expect(refused["error"] == "This method requires an authenticated user")
      let wrong = try await alice.stranger.post(
        "/oauth/token", ["grant_type": "client_credentials", "client_id": id, "client_secret": "no"])
      #expect(wrong.status == 401)
      #expect(wrong["error"] == "invalid_client")
    }
  }

  @Test func aRevokedTokenIsWorthNothing() async throws {
    try await withSandbox { alice async throws in
      let (id, secret) = try await alice.register(scopes: "read", redirect: Self.redirect)
      let answer = try await alice.stranger.post(
        "/oauth/token", ["grant_type": "client_credentials", "client_id": id, "client_secret": secret])
      let token = try #require(answer["access_token"])
      let revoked = try await alice.stranger.post(
        "/oauth/revoke", ["client_id": id, "client_secret": secret, "token": token])
      #expect(revoked.status == 200)
      #expect(try await alice.with(token: token).get("/api/v1/apps/verify_credentials").status == 401)
    }
  }

  /// Granted scopes, asked scope, whether it is allowed.
  static let scopes: [(String, String, Bool)] = [
    ("read", "read:statuses", true), ("read:statuses", "read:statuses", true), ("read:statuses", "read", false),
    ("write", "read:statuses", false), ("follow", "write:follows", true), ("follow", "write:blocks", true),
    ("follow", "write:statuses", false), ("profile", "profile", true), ("", "read", false),
  ]

  @Test(arguments: scopes) func scopesContainTheirParts(granted: String, asked: String, isAllowed: Bool) {
    let token = Token(value: "", applicationId: 0, scopes: granted, createdAt: .now)
    #expect(token.allows(asked) == isAllowed)
  }
}
