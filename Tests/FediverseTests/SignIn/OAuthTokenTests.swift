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
