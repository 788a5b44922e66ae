import Testing

@testable import Fediverse

/// What a token lacks, found out from what was asked.
struct MissingScopeTests {
  @Test(
    arguments: [
      ("GET /api/v1/accounts/verify_credentials", "read:accounts"), ("POST /api/v1/statuses", "write:statuses"),
      ("PUT /api/v1/statuses/1", "write:statuses"), ("DELETE /api/v1/statuses/1", "write:statuses"),
      ("POST /api/v1/statuses/1/favourite", "write:favourites"), ("POST /api/v1/statuses/1/reblog", "write:statuses"),
      ("POST /api/v1/accounts/1/follow", "write:follows"), ("POST /api/v1/accounts/1/mute", "write:mutes"),
      ("POST /api/v1/accounts/1/note", "write:accounts"), ("GET /api/v1/accounts/relationships", "read:follows"),
      ("GET /api/v1/timelines/home", "read:statuses"), ("GET /api/v2/notifications", "read:notifications"),
      ("POST /api/v2/media", "write:media"), ("GET /api/v2/search", "read:search"),
      ("GET /api/v1/conversations", "read:statuses"), ("POST /api/v1/conversations/1/read", "write:conversations"),
      ("POST /api/v1/domain_blocks", "write:blocks"), ("GET /api/v1/admin/reports", "admin:read:reports"),
      ("POST /api/v1/admin/accounts/1/action", "admin:write:accounts"), ("GET /api/v1/unheard_of", nil),
      ("POST /oauth/token", nil), ("GET /", nil), ("", nil),
    ] as [(String, String?)])
  func theScopeFollowsFromTheRequest(_ request: String, _ scope: String?) {
    #expect(FediverseError.scope(of: request) == scope)
  }

  @Test(
    arguments: [
      (403, #"{"error":"This action is outside the authorized scopes"}"#, "write:favourites"),
      (403, #"{"error":"Forbidden: token has insufficient scope permission"}"#, "write:favourites"),
      (403, #"{"error":"Insufficient permissions: write:favourites scope is missing."}"#, "write:favourites"),
      (403, #"{"error":"You are blocked"}"#, nil), (403, "", nil), (422, #"{"error":"scope"}"#, nil),
    ] as [(Int, String, String?)])
  func onlyARefusalForItNamesAScope(_ status: Int, _ body: String, _ scope: String?) async throws {
    let transport = ScriptedTransport().on("POST /api/v1/statuses/1/favourite", status: status, body)
    let error = await #expect(throws: FediverseError.self) {
      try await Client.scripted(transport).perform(.ensure("/api/v1/statuses/1/favourite"))
    }
    #expect(error?.missingScope == scope)
  }
}
