import Testing

@testable import Fediverse

/// The token goes to its own server in one header and is seen nowhere else.
struct SecrecyTests {
  private let transport = ScriptedTransport()
  private let secret = "t0p-s3cret-t0ken"

  private func client() throws -> Client { try .scripted(transport, token: secret) }

  /// Everything a program could show of an error.
  private func shown(_ error: FediverseError?) throws -> String {
    let error = try #require(error)
    var dumped = ""
    dump(error, to: &dumped)
    return [error.description, String(reflecting: error), dumped].joined(separator: "\n")
  }

  @Test(arguments: [
    (401, #"{"error":"the token t0p-s3cret-t0ken is not known"}"#),
    (403, #"{"error":"x","error_description":"Bearer t0p-s3cret-t0ken"}"#),
    (422, #"{"errors":{"authorization":["is t0p-s3cret-t0ken"]}}"#),
    (500, "<html><title>Error: Authorization: Bearer t0p-s3cret-t0ken</title></html>"),
    (502, "upstream got: Authorization: Bearer t0p-s3cret-t0ken"),
    (200, #"{"error":{"message":"t0p-s3cret-t0ken?"}}"#),
    (200, #"{"error":"\u00740p-s3cret-t0ken"}"#),
    (200, "t0p-s3cret-t0ken"),
  ])
  func whatAServerRepeatsOfTheTokenIsHidden(_ status: Int, _ body: String) async throws {
    transport.on(
      "GET /api/v1/statuses/1", status: status, headers: ["X-Request-Id": "r-\(secret)"], body)
    let error = await #expect(throws: FediverseError.self) { try await client().statuses.status("1") }
    #expect(try !shown(error).contains(secret))
  }

  @Test func noPartOfTheTokenIsLeftWhereWordsAreCut() async throws {
    let words = String(repeating: "x", count: 490) + secret
    transport.on("GET /api/v1/statuses/1", status: 400, #"{"error":"\#(words)"}"#)
    let error = await #expect(throws: FediverseError.self) { try await client().statuses.status("1") }
    #expect(error?.serverText == String(repeating: "x", count: 490) + "…")
  }

  @Test func theRestOfTheServersWordsStays() async throws {
    transport.on("GET /api/v1/statuses/1", status: 401, #"{"error":"unknown token t0p-s3cret-t0ken, sorry"}"#)
    let error = await #expect(throws: FediverseError.self) { try await client().statuses.status("1") }
    #expect(error?.serverText == "unknown token …, sorry")
  }

  @Test(arguments: ["http://example.social/?token=", "ftp://h/", "https://user:", "https://h:0/"])
  func refusedRedirectsDoNotRepeatTheToken(_ prefix: String) async throws {
    transport.on("GET /api/v1/statuses/1", status: 302, headers: ["Location": "\(prefix)\(secret)@h/"])
    let error = await #expect(throws: FediverseError.self) { try await client().statuses.status("1") }
    #expect(error?.kind == .insecure)
    #expect(try !shown(error).contains(secret))
  }

  @Test func requestsShowNoSecret() async throws {
    transport.on("POST /api/v1/statuses", #"{"id":"1"}"#)
    _ = try await client().statuses.publish(NewStatus("hi"), idempotencyKey: "k-1")
    let request = try #require(transport.requests.first)
    #expect(request.headers["authorization"] == "Bearer \(secret)", "it was sent all the same")
    var dumped = ""
    dump(request, to: &dumped)
    for text in ["\(request)", String(reflecting: request), dumped] {
      #expect(!text.contains(secret) && text.contains("k-1"))
    }
  }

  @Test(arguments: ["authorization", "Proxy-Authorization", "COOKIE", "set-cookie"])
  func secretFieldsAreHiddenInAnySpelling(_ name: String) {
    let field = Headers.Field(name: name, value: "hunter2")
    #expect(field.description == "\(name): …")
    #expect(Headers.Field(name: "Accept", value: "text/html").description == "Accept: text/html")
  }

  @Test func clientsShowNoSecret() throws {
    let client = try client()
    var dumped = ""
    dump(client, to: &dumped)
    #expect(!dumped.contains(secret) && !String(reflecting: client).contains(secret))
    #expect(client.isSignedIn)
  }

  @Test(arguments: ["", " \n"])
  func anEmptyTokenHidesNothing(_ text: String) {
    #expect(AccessToken(text).hidden(in: "the whole text") == "the whole text")
  }

  /// A token with a line break could add headers to a request, or make an error that repeats it.
  @Test(arguments: ["abc\r\nX-Evil: 1", "abc\ndef", "abc\u{0}def", "abc\u{7F}"])
  func brokenTokensNeverLeave(_ token: String) async throws {
    let transport = HTTPTransport(HTTPTransport.Configuration { _ in nil })
    try await LoopbackServer.run({ _ in .answer(body: #"{"id":"1"}"#) }) { server in
      let address = try ServerAddress("127.0.0.1:\(server.port)")
      let client = Client(server: address, token: AccessToken(token), transport: transport, policy: .none)
      let error = await #expect(throws: FediverseError.self) { try await client.statuses.favorite("1") }
      await transport.close()
      #expect(error?.kind == .unauthorized && error?.outcomeUnknown == false)
      #expect(error?.description.contains("the access token contains a line break") == true)
      #expect(try !shown(error).contains("abc"))
      #expect(server.questions.isEmpty)
    }
  }

  /// Each hop of a redirect and whether the token goes along: never to another scheme, host or port.
  @Test(
    arguments: [
      ("https://example.social/elsewhere", true), ("https://EXAMPLE.social:443/elsewhere", true), ("/elsewhere", true),
      ("https://www.example.social/elsewhere", false), ("https://example.social:8443/elsewhere", false),
      ("https://example.social.evil.example/elsewhere", false), ("//evil.example/elsewhere", false),
      ("https://example.social@evil.example/elsewhere", nil), ("http://example.social/elsewhere", nil),
    ] as [(String, Bool?)])
  func theTokenGoesToItsOwnOriginOnly(_ location: String, _ goes: Bool?) async throws {
    transport.on("GET /api/v1/statuses/1", status: 307, headers: ["Location": location])
    _ = try? await client().statuses.status("1")
    let second = transport.requests.dropFirst().first
    #expect((second.map { $0.headers["Authorization"] != nil }) == goes)
    #expect(second.map { $0.headers["User-Agent"] } ?? "test/1" == "test/1")
  }

  @Test func theTokenComesBackWithItsOrigin() async throws {
    transport.on("GET /api/v1/statuses/1", status: 302, headers: ["Location": "https://cdn.example/a"])
      .on("GET https://cdn.example/a", status: 302, headers: ["Location": "https://example.social/b"])
      .on("GET /b", #"{"id":"1"}"#)
    #expect(try await client().statuses.status("1").id == "1")
    #expect(transport.requests.map { $0.headers["Authorization"] != nil } == [true, false, true])
  }
}
