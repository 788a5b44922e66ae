import HTTPTypes
import Testing

@testable import TuskSandbox

/// Programs: how they register, and what they are told.
@Suite struct RegistrationTests {
  typealias Pairs = [(String, String)]

  /// A form, and why it is refused.
  static let refusals: [(Pairs, String)] = [
    ([], "Application name can't be blank"), ([("client_name", "x")], "Redirect URI can't be blank"),
    ([("client_name", "x"), ("redirect_uris", " \n ")], "Redirect URI can't be blank"),
    ([("client_name", "x"), ("redirect_uris", "a:b callback")], "Redirect URI must be an absolute URI."),
    (registration(scopes: "read everything"), "Scopes doesn't match configured on the server."),
    (registration(scopes: "read:secrets"), "Scopes doesn't match configured on the server."),
    (registration(scopes: "admin"), "Scopes doesn't match configured on the server."),
    (registration(scopes: "write:search"), "Scopes doesn't match configured on the server."),
    (registration(scopes: "read,write"), "Scopes doesn't match configured on the server."),
  ]

  private static func registration(scopes: String) -> Pairs {
    [("client_name", "x"), ("redirect_uris", "a:b"), ("scopes", scopes)]
  }

  @Test func badRegistrationsAreRefused() async throws {
    try await withSandbox { alice async throws in
      for (pairs, reason) in Self.refusals {
        let answer = try await alice.stranger.submit(.post, "/api/v1/apps", pairs)
        #expect(answer.status == 422, "\(pairs)")
        #expect(answer["error"] == "Validation failed: \(reason)", "\(pairs)")
      }
      #expect(try await alice.number("SELECT count(*) FROM application") == 1)
    }
  }

  /// Scopes that are known, and what a program has that names none.
  static let scopes = [
    "read", "read write follow push profile", "read:statuses write:media", "admin:read admin:write:reports",
    "write:mutes",
    "read:me", "",
  ]

  @Test func goodScopesAreGranted() async throws {
    try await withSandbox { alice async throws in
      let named = try await alice.get("/.well-known/oauth-authorization-server")
      let supported = (named.json as? [String: Any])?["scopes_supported"] as? [String] ?? []
      #expect(supported.count > 25)
      for scopes in Self.scopes + supported {
        let answer = try await alice.stranger.submit(.post, "/api/v1/apps", Self.registration(scopes: scopes))
        let granted = (answer.json as? [String: Any])?["scopes"] as? [String]
        #expect(granted == (scopes.isEmpty ? ["read"] : scopes.split(separator: " ").map(String.init)), "\(scopes)")
      }
    }
  }

  /// The ways to name two redirect addresses.
  static let addresses: [(String, String)] = [
    ("application/x-www-form-urlencoded", "client_name=n&redirect_uris=http%3A%2F%2F127.0.0.1%3A1%2Fa%0Aurn%3Ax"),
    ("application/x-www-form-urlencoded", "client_name=n&redirect_uris[]=http://127.0.0.1:1/a&redirect_uris[]=urn:x"),
    ("application/json", #"{"client_name":"n","redirect_uris":["http://127.0.0.1:1/a","urn:x"],"website":null}"#),
    ("application/json", #"{"client_name":"n","redirect_uris":"http://127.0.0.1:1/a\nurn:x","website":""}"#),
  ]

  @Test(arguments: addresses) func severalAddressesAreNamedInSeveralWays(type: String, body: String) async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.stranger.send(.post, "/api/v1/apps", Array(body.utf8), type: type)
      #expect((answer.json as? [String: Any])?["redirect_uris"] as? [String] == ["http://127.0.0.1:1/a", "urn:x"])
      #expect(answer["redirect_uri"] == "http://127.0.0.1:1/a\nurn:x")
      #expect(answer["website"] == "null")
    }
  }

  @Test func twoRegistrationsAreTwoPrograms() async throws {
    try await withSandbox { alice async throws in
      let one = try await alice.register(scopes: "read", redirect: "a:b")
      let other = try await alice.register(scopes: "read", redirect: "a:b")
      #expect(one.id != other.id && one.secret != other.secret)
      let mixed = try await alice.stranger.post(
        "/oauth/token", ["grant_type": "client_credentials", "client_id": one.id, "client_secret": other.secret])
      #expect(mixed.status == 401)
    }
  }

  @Test func theWayInIsWrittenDown() async throws {
    try await withSandbox { alice async throws in
      let here = "http://127.0.0.1:8123"
      let answer = try await alice.stranger.ask(
        .get, "/.well-known/oauth-authorization-server", headers: ["Host": "127.0.0.1:8123"])
      let paths = [
        "authorization_endpoint": "/oauth/authorize", "token_endpoint": "/oauth/token", "issuer": "/",
        "revocation_endpoint": "/oauth/revoke", "app_registration_endpoint": "/api/v1/apps",
      ]
      for (name, path) in paths {
        let address = try #require(answer[name])
        #expect(
          address.hasSuffix(path) && (address.hasPrefix(here) || address.hasPrefix("http://localhost")), "\(name)")
      }
    }
  }
}
