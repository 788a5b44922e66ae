import Testing

@testable import Fediverse

/// What is at fault when servers answer with the same status code to a bad token, a missing right and a bad request.
struct BlameTests {
  private static let call = "GET /api/v1/statuses/1"
  private static let account = "GET /api/v1/accounts/verify_credentials"

  /// The status and body of the refusal, the status with which the server tells whose token it is, and the meaning.
  @Test(arguments: [
    // Takahe.
    (400, "Invalid Bearer token", 400, FediverseError.Kind.unauthorized),
    (401, #"{"error":"Not the author of this status"}"#, 200, .forbidden),
    (401, #"{"error":"Not the author of this status"}"#, 400, .unauthorized),
    // snac.
    (422, "<h1>422 Unprocessable Content</h1>", 422, .unauthorized), (422, "", 422, .unauthorized),
    (422, "", 200, .rejected), (400, "", 200, .rejected),
    // Mastodon.
    (401, #"{"error":"The access token is invalid"}"#, 401, .unauthorized),
    // It is not known whose token it is.
    (401, "{}", 403, .unauthorized), (401, "{}", 503, .unauthorized), (422, "", 404, .rejected),
  ])
  func theTokenDecides(_ status: Int, _ body: String, _ own: Int, _ kind: FediverseError.Kind) async throws {
    let transport = ScriptedTransport().on(Self.call, status: status, body)
      .on(Self.account, status: own, #"{"id":"1","username":"alice","acct":"alice"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(error?.kind == kind && error?.status == status)
    #expect(transport.asked == [Self.call, Self.account])
  }

  @Test(arguments: [400, 401, 422])
  func aRefusalToTellWhoseTokenItIsBlamesIt(_ status: Int) async throws {
    let transport = ScriptedTransport().on(Self.account, status: status, "Invalid Bearer token")
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.accounts.verifyCredentials() }
    #expect(error?.kind == .unauthorized && error?.serverText == "Invalid Bearer token")
  }

  /// A reason that can be read, and a request without a token, need no further question.
  @Test(
    arguments: [
      (400, #"{"error":"Validation failed"}"#, "s3cret"), (422, #"{"error":"Text can't be blank"}"#, "s3cret"),
      (401, "{}", nil), (422, "", nil), (403, "", "s3cret"), (404, "", "s3cret"),
    ] as [(Int, String, String?)])
  func nobodyIsAskedWhatIsClear(_ status: Int, _ body: String, _ token: String?) async throws {
    let transport = ScriptedTransport().on(Self.call, status: status, body)
    let client = try Client.scripted(transport, token: token)
    await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(transport.asked == [Self.call])
  }
}
