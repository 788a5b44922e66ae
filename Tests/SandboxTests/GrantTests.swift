import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// Codes and tokens, and every way to be refused one.
@Suite struct GrantTests {
  static let redirect = "http://127.0.0.1:9/cb?kept=1"

  /// What is changed in a good exchange, and the error that comes of it.
  static let faults: [([String: String?], Int, String)] = [
    (["client_secret": "wrong"], 401, "invalid_client"), (["client_id": nil], 401, "invalid_client"),
    (["client_secret": nil], 401, "invalid_client"), (["grant_type": "password"], 400, "unsupported_grant_type"),
    (["grant_type": nil], 400, "unsupported_grant_type"), (["redirect_uri": nil], 400, "invalid_grant"),
    (["redirect_uri": "http://127.0.0.1:9/cb"], 400, "invalid_grant"), (["code": "x"], 400, "invalid_grant"),
    (["code": nil], 400, "invalid_grant"), (["code_verifier": nil], 400, "invalid_grant"),
    (["code_verifier": AuthorizationTests.challenge], 400, "invalid_grant"),
  ]

  @Test func aWrongExchangeFailsAndTheRightOneStillWorks() async throws {
    try await withSandbox { alice async throws in
      let good = try await alice.exchange(with: AuthorizationTests.challenge)
      for (changes, status, error) in Self.faults {
        let form = good.merging(changes) { $1 }.compactMapValues { $0 }
        let answer = try await alice.stranger.submit(.post, "/oauth/token", form.map { ($0, $1) })
        #expect(answer.status == status, "\(changes)")
        #expect(answer["error"] == error, "\(changes)")
        #expect(answer["error_description"]?.isEmpty == false)
        #expect(answer["access_token"] == nil)
      }
      let form = good.compactMapValues { $0 }
      let answer = try await alice.stranger.submit(.post, "/oauth/token", form.map { ($0, $1) })
      #expect(answer.status == 200)
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(answer["created_at"].flatMap { Int($0) } != nil)
    }
  }

  @Test func aCodeIsOnlyForItsProgramAndOnlyForAWhile() async throws {
    try await withSandbox { alice async throws in
      let other = try await alice.register(scopes: "read", redirect: Self.redirect)
      var form = try await alice.exchange(with: nil).compactMapValues { $0 }
      let own = (form["client_id"], form["client_secret"])
      (form["client_id"], form["client_secret"]) = other
      #expect(try await alice.stranger.submit(.post, "/oauth/token", form.map { ($0, $1) })["error"] == "invalid_grant")
      (form["client_id"], form["client_secret"]) = own
      try await alice.tamper("UPDATE oauthCode SET expiresAt = ?", [Moment.now])
      #expect(try await alice.stranger.submit(.post, "/oauth/token", form.map { ($0, $1) })["error"] == "invalid_grant")
    }
  }

  @Test func oneOfTenWhoShowTheSameCodeHasTheToken() async throws {
    try await withSandbox { alice async throws in
      let form = try await alice.exchange(with: nil).compactMapValues { $0 }
      let answers = try await withThrowingTaskGroup(of: Int.self, returning: [Int].self) { group in
        for _ in 0..<10 {
          group.addTask { try await alice.stranger.submit(.post, "/oauth/token", form.map { ($0, $1) }).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0 == 200 }.count == 1)
      #expect(answers.filter { $0 == 400 }.count == 9)
    }
  }

  /// How a program shows who it is: in the header, in the form, and wrongly.
  static let credentials: [(String, Bool)] = [
    ("Basic ID:SECRET", true), ("basic ID:SECRET", true), ("Basic ID:", false), ("Basic ID", false),
    ("Basic SECRET:ID", false),
    ("Bearer ID:SECRET", false), ("Basic", false),
  ]

  @Test func aProgramMayShowItselfInTheHeader() async throws {
    try await withSandbox { alice async throws in
      let (id, secret) = try await alice.register(scopes: "read write", redirect: "a:b")
      for (header, isGood) in Self.credentials {
        let words = header.split(separator: " ").map(String.init)
        let credential = words.dropFirst().map {
          Data($0.replacing("ID", with: id).replacing("SECRET", with: secret).utf8).base64EncodedString()
        }
        let value = (words.prefix(1) + credential).joined(separator: " ")
        let answer = try await alice.stranger.submit(
          .post, "/oauth/token", [("grant_type", "client_credentials"), ("scope", "write:media")],
          headers: ["Authorization": value])
        #expect(answer.status == (isGood ? 200 : 401), "\(header)")
        #expect(answer["scope"] == (isGood ? "write:media" : nil))
      }
      let wide = try await alice.stranger.post(
        "/oauth/token",
        ["grant_type": "client_credentials", "client_id": id, "client_secret": secret, "scope": "follow"])
      #expect(wide["error"] == "invalid_scope")
    }
  }

  /// Where a token may stand.
  @Test func aTokenIsReadFromTheHeaderTheFormAndTheQuery() async throws {
    try await withSandbox { alice async throws in
      let token = try #require(alice.token)
      let path = "/api/v1/accounts/verify_credentials"
      let page = try await alice.stranger.get("/api/v1/bookmarks?access_token=\(token)&limit=1")
      #expect(page.ids.count == 1)
      #expect(page.header("Link")?.contains(token) == false)
      for scheme in ["Bearer", "bearer", "BEARER"] {
        let answer = try await alice.stranger.ask(.get, path, headers: ["Authorization": "\(scheme) \(token)"])
        #expect(answer.status == 200, "\(scheme)")
      }
      let written = try await alice.stranger.post("/api/v1/statuses", ["status": "x", "access_token": token])
      #expect(written.status == 200)
      for value in ["Token \(token)", token, "Bearer", "Bearer \(token)x"] {
        let answer = try await alice.stranger.ask(.get, path, headers: ["Authorization": value])
        #expect(answer.status == 401, "\(value)")
      }
    }
  }

  @Test func aTokenIsRevokedByItsOwnProgramOnly() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.signedIn(as: "bob")
      let token = try #require(bob.token)
      let (id, secret) = try await alice.register(scopes: "read", redirect: "a:b")
      let foreign = try await alice.stranger.post(
        "/oauth/revoke", ["client_id": id, "client_secret": secret, "token": token])
      #expect(foreign.status == 403)
      #expect(foreign["error"] == "unauthorized_client")
      #expect(try await bob.get("/api/v1/accounts/verify_credentials")["acct"] == "bob")
      let unknown = try await alice.stranger.post(
        "/oauth/revoke", ["client_id": id, "client_secret": secret, "token": "nothing"])
      #expect(unknown.text == "{}")
      #expect(try await alice.stranger.post("/oauth/revoke", ["token": token]).status == 403)
    }
  }

  @Test func thePageOfConsentIsSafeToShow() async throws {
    try await withSandbox { alice async throws in
      let name = "\"\u{301}><script>x</script>"
      let answer = try await alice.stranger.post(
        "/api/v1/apps", ["client_name": name, "redirect_uris": "a:b", "scopes": "read"])
      let id = try #require(answer["client_id"])
      let query = "client_id=\(id)&redirect_uri=a:b&response_type=code&state=\(Page.encoded(name))"
      let page = try await alice.stranger.get("/oauth/authorize?\(query)")
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
      #expect(page.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
      #expect(!page.text.contains("<script") && page.text.contains("&quot;\u{301}&gt;&lt;script&gt;"))
      let code = try await alice.stranger.get("/oauth/authorize/native?code=\(Page.encoded(name))")
      #expect(!code.text.contains("<script"))
      for account in ["nobody", "sakura@mastodon.example"] {
        let refused = try await alice.stranger.post(
          "/oauth/authorize?\(query)", ["account": account, "secret": alice.secret()])
        #expect(refused.status == 404, "\(account)")
      }
    }
  }
}

extension Visitor {
  /// The form that exchanges a fresh code of bob's for a token.
  fileprivate func exchange(with challenge: String?) async throws -> [String: String?] {
    let (id, secret) = try await register(scopes: "read", redirect: GrantTests.redirect)
    let proof = challenge.map { "&code_challenge=\($0)&code_challenge_method=S256" } ?? ""
    let address = try await consent(
      as: "bob", client: id, scopes: "read", redirect: GrantTests.redirect, more: proof)
    #expect(address.hasPrefix(GrantTests.redirect + "&code="))
    let items = URLComponents(string: address)?.queryItems
    return [
      "grant_type": "authorization_code", "client_id": id, "client_secret": secret, "redirect_uri": GrantTests.redirect,
      "code": try #require(items?.first { $0.name == "code" }?.value), "code_verifier": AuthorizationTests.verifier,
    ]
  }
}
