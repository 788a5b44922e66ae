import JSONValue
import Testing

@testable import Fediverse

/// What a server says of its authorization, and how far it is believed.
struct OAuthMetadataTests {
  @Test(arguments: [
    ("example.social", "https://example.social", true),
    ("example.social", "https://auth.example.social", true),
    ("social.example.org", "https://example.org", true),
    ("example.social", "https://example.social:8443", true),
    ("example.social", "http://example.social", false),
    ("example.social", "https://evil.example", false),
    ("example.social", "https://notexample.social", false),
    ("example.social", "https://example.social.evil.example", false),
    ("example.social", "https://social", false),
    ("example.social", "https://localhost", false),
    ("example.social", "http://127.0.0.1", false),
    ("127.0.0.1:3000", "http://localhost:3000", true),
    ("127.0.0.1:3000", "http://127.0.0.1:3001", false),
    ("127.0.0.1:3000", "https://example.social", false),
  ])
  func endpointsOutsideOfTheHouseAreIgnored(_ server: String, _ endpoint: String, _ isTaken: Bool) throws {
    let server = try ServerAddress(server)
    let metadata = try OAuthMetadata(
      json: JSON(parsing: #"{"authorization_endpoint":"\#(endpoint)/ask?x=1","token_endpoint":"\#(endpoint)/give"}"#))
    let endpoints = OAuthEndpoints(server: server, metadata: metadata)
    #expect(
      endpoints.authorization.description == (isTaken ? "\(endpoint)/ask?x=1" : "\(server.baseURL)/oauth/authorize"))
    #expect(endpoints.token.description == (isTaken ? "\(endpoint)/give" : "\(server.baseURL)/oauth/token"))
    #expect(endpoints.revocation.description == "\(server.baseURL)/oauth/revoke")
    #expect(endpoints.registration.description == "\(server.baseURL)/api/v1/apps")
  }

  @Test(arguments: [
    (404, #"{"error":"Record not found"}"#), (200, "<!DOCTYPE html><title>Hi</title>"), (200, "[]"), (401, "{}"),
    (400, ""), (403, ""), (405, ""), (410, ""), (501, ""),
  ])
  func serversWithoutMetadataAreOld(_ status: Int, _ body: String) async throws {
    let transport = ScriptedTransport()
      .on("GET /.well-known/oauth-authorization-server", status: status, body)
    #expect(try await Client.scripted(transport).oauthMetadata() == nil)
  }

  @Test func aServerThatFailsIsNotTakenForAnOldOne() async throws {
    let transport = ScriptedTransport().on("GET /.well-known/oauth-authorization-server", status: 503)
    await #expect(throws: FediverseError.self) { try await Client.scripted(transport).oauthMetadata() }
  }

  @Test func addressesThatAreNoneCountAsMissing() throws {
    let metadata = try OAuthMetadata(
      json: JSON(parsing: #"{"token_endpoint":"javascript:alert(1)","revocation_endpoint":7,"issuer":null}"#))
    #expect(metadata.tokenEndpoint == nil)
    #expect(metadata.revocationEndpoint == nil)
    #expect(metadata.issuer == nil)
    #expect(metadata.supportsPKCE == false)
  }

  @Test(arguments: [
    (nil, "read write follow"),
    (#"{}"#, "read write follow"),
    (#"{"scopes_supported":["read","write","follow","push"]}"#, "read write follow"),
    (
      #"{"scopes_supported":["read","write","write:statuses","read:statuses","admin:read","profile"]}"#,
      "profile read:statuses write:statuses"
    ),
    (#"{"scopes_supported":["read:statuses"]}"#, "read write follow"),
  ])
  func scopesAreNamedOneByOneWhereTheServerListsThem(_ metadata: String?, _ scopes: String) throws {
    let metadata = try metadata.map { try OAuthMetadata(json: JSON(parsing: $0)) }
    #expect(OAuthScopes.standard(for: metadata).description == scopes)
  }

  @Test(arguments: [
    ("read write", "read:statuses", true), ("read", "write:statuses", false), ("read:statuses", "read", false),
    ("follow", "write:blocks", true), ("follow", "write:statuses", false), ("admin:read", "admin:read:reports", true),
    ("", "read", false),
  ])
  func widerScopesAllowNarrowerOnes(_ scopes: String, _ word: String, _ isAllowed: Bool) {
    #expect(OAuthScopes(scopes).allows(word) == isAllowed)
  }

  @Test func scopesAreWordsEachOnce() {
    #expect(OAuthScopes(" read,write  read\twrite:media ").words == ["read", "write", "write:media"])
  }
}
