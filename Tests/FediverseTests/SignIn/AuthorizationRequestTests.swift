import JSONValue
import Testing

@testable import Fediverse

/// The page that is opened, and what is made of what comes back.
struct AuthorizationRequestTests {
  private static let endpoint = "https://example.social/oauth/authorize"
  private static let redirect = "http://127.0.0.1:4000/callback"

  private func request(
    redirect: String = redirect, metadata: String? = nil, usesPKCE: Bool = true, forcesLogin: Bool = false
  ) throws -> AuthorizationRequest {
    let app = RegisteredApp(
      clientID: "a&b", clientSecret: Secret("cs"), redirect: redirect, scopes: OAuthScopes("read write:media"))
    return AuthorizationRequest(
      at: try #require(WebURL(Self.endpoint)), of: app,
      metadata: try metadata.map { try OAuthMetadata(json: JSON(parsing: $0)) }, usesPKCE: usesPKCE,
      forcesLogin: forcesLogin,
      // The verifier and the challenge of RFC 7636, appendix B.
      secrets: (Secret("st4te"), Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")))
  }

  @Test func theAddressHoldsWhatTheServerNeeds() throws {
    let common =
      Self.endpoint + "?client_id=a%26b&redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fcallback&response_type=code"
      + "&scope=read%20write%3Amedia&state=st4te"
    let challenge = "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    #expect(try request().url.description == common + challenge)
    #expect(try request(usesPKCE: false).url.description == common)
    #expect(try request(forcesLogin: true).url.description == common + challenge + "&force_login=true")
  }

  @Test(arguments: [
    (nil, nil, false), (nil, Flavor.mastodon, false), (nil, Flavor.gotosocial, true),
    (#"{"code_challenge_methods_supported":["S256"]}"#, nil, true),
    (#"{"code_challenge_methods_supported":["plain"]}"#, nil, false),
  ])
  func proofIsSentWhereItIsUnderstood(_ metadata: String?, _ flavor: Flavor?, _ isSent: Bool) throws {
    let server = OAuthServer(
      try ServerAddress("example.social"), metadata: try metadata.map { try OAuthMetadata(json: JSON(parsing: $0)) },
      transport: ScriptedTransport())
    let app = RegisteredApp(clientID: "c", clientSecret: nil, redirect: Self.redirect, scopes: .coarse)
    let request = server.authorization(of: app, flavor: flavor)
    #expect((request.url.value(of: "code_challenge") != nil) == isSent)
    #expect((request.verifier != nil) == isSent)
  }

  @Test func everyRequestHasSecretsOfItsOwn() throws {
    let server = OAuthServer(try ServerAddress("example.social"), metadata: nil, transport: ScriptedTransport())
    let app = RegisteredApp(clientID: "c", clientSecret: nil, redirect: Self.redirect, scopes: .coarse)
    let requests = (0..<50).map { _ in server.authorization(of: app, flavor: .gotosocial) }
    #expect(Set(requests.map(\.state)).count == 50)
    #expect(Set(requests.compactMap(\.verifier)).count == 50)
    // 128 bits, and the 43 characters that RFC 7636 wants at least.
    #expect(requests.allSatisfy { $0.state.exposed.utf8.count == 22 && $0.verifier?.exposed.utf8.count == 43 })
  }

  @Test(arguments: [
    ("/callback?code=c0de&state=st4te", "c0de"),
    ("http://127.0.0.1:4000/callback?state=st4te&code=a%2Bb+c&x=1#top", "a+b c"),
    ("/callback?state=st4te&code=c0de&iss=https%3A%2F%2Fexample.social", "c0de"),
    ("/callback?state=st4te&code=c0de&iss=https%3A%2F%2Fexample.social%2F", "c0de"),
  ])
  func theRightAnswerIsTaken(_ address: String, _ code: String) throws {
    #expect(try request().code(from: AuthorizationResponse(address: address)).exposed == code)
  }

  @Test(
    arguments: [
      ("/callback?code=c0de&state=other", .wrongState),
      ("/callback?code=c0de&state=", .wrongState),
      ("/callback?code=c0de", .wrongState),
      ("/callback?error=access_denied&state=other", .wrongState),
      ("/callback", .wrongState),
      ("/callback?state=st4te", .missingCode),
      ("/callback?state=st4te&code=", .missingCode),
      ("/callback?state=st4te&error=access_denied&error_description=No", .denied),
      ("/callback?state=st4te&error=access_denied&code=c0de", .denied),
      ("/callback?state=st4te&error=server_error", .refused),
      ("/callback?state=st4te&code=a&code=b", .malformed),
      ("/callback?state=st4te&state=st4te&code=a", .malformed),
      ("/callback?state=st4te&code=c0de&iss=https%3A%2F%2Fevil.example", .wrongIssuer),
      ("/callback?state=st4te&error=access_denied&iss=https%3A%2F%2Fevil.example", .wrongIssuer),
    ] as [(String, SignInError.Kind)])
  func everyOtherAnswerIsRefusedByItsKind(_ address: String, _ kind: SignInError.Kind) throws {
    let request = try request()
    let error = #expect(throws: SignInError.self) { try request.code(from: AuthorizationResponse(address: address)) }
    #expect(error?.kind == kind)
  }

  @Test func aServerThatAlwaysSaysWhoItIsMustSayIt() throws {
    let request = try request(
      metadata: #"{"issuer":"https://id.example.social","authorization_response_iss_parameter_supported":true}"#)
    let silent = #expect(throws: SignInError.self) {
      try request.code(from: AuthorizationResponse(address: "/callback?code=c&state=st4te"))
    }
    #expect(silent?.kind == .wrongIssuer)
    let named = try AuthorizationResponse(
      address: "/callback?code=c&state=st4te&iss=https%3A%2F%2Fid.example.social%2F")
    #expect(try request.code(from: named).exposed == "c")
  }

  @Test func whatAServerSaysOfADenialIsShownOnOneLine() throws {
    let answer = try AuthorizationResponse(
      address: "/callback?state=st4te&error=access_denied&error_description=not%0Atoday%1B%5B2J")
    let error = #expect(throws: SignInError.self) { try request().code(from: answer) }
    #expect(error?.description == "the sign-in was denied: not today␛[2J")
  }

  @Test(
    arguments: [
      (" c0de\n", "c0de", nil), ("c0de", "c0de", nil),
      ("http://127.0.0.1:4000/callback?code=c0de&state=st4te", "c0de", "st4te"),
    ] as [(String, String, String?)])
  func aCodeIsCarriedOverAloneOrWithItsAddress(_ text: String, _ code: String, _ state: String?) throws {
    let answer = try AuthorizationResponse(pasted: text)
    #expect(answer.code?.exposed == code)
    #expect(answer.state == state)
    if state == nil {
      let outOfBand = try request(redirect: AuthorizationRequest.outOfBand)
      #expect(try outOfBand.code(from: answer).exposed == code)
      #expect(throws: SignInError.self) { try request().code(from: answer) }
    }
  }

  @Test(arguments: ["", "  ", "two words", "https://example.social/oauth/authorize/native"])
  func whatIsNoCodeIsNotSent(_ text: String) {
    #expect(throws: SignInError.self) { try AuthorizationResponse(pasted: text) }
  }
}
