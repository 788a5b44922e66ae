import Testing

@testable import Fediverse

/// What goes over a transport whose token is renewed, other than whole answers.
@Suite(.timeLimit(.minutes(1)))
struct RefreshingTransportTests {
  private let sockets = SocketDouble()
  private let authority = FakeOAuthServer(lifetime: 1000)
  private let clock = StandingClock()

  /// A keeper with a token that was just given, and that token.
  private func refresher() async throws -> (TokenRefresher, AccessToken) {
    let oauth = try await OAuthServer.fake(authority, clock: clock)
    let app = try await oauth.register(name: "Tusk", redirect: "x:", scopes: .coarse)
    let token = try await oauth.appToken(for: app)
    return (TokenRefresher(token, server: oauth, app: app) { _ in }, token.accessToken)
  }

  private func client(_ transport: any Transport, _ token: AccessToken?) throws -> Client {
    Client(server: try ServerAddress("example.social"), token: token, transport: transport, policy: .none)
  }

  private func proofs(_ name: String) -> [String?] { sockets.openings.map { $0.headers[name] } }

  @Test func aSocketIsOpenedWithTheTokenOfTheKeeper() async throws {
    let (refresher, token) = try await refresher()
    clock.advance(900)
    let next = try await refresher.current()
    let client = try client(RefreshingTransport(sockets, refresher: refresher), token)
    try await client.openStream([]).close()
    #expect(next != token)
    #expect(proofs("Authorization") == [next.authorization])
  }

  @Test func aSocketIsOpenedOnceMoreWithTheNextToken() async throws {
    let (refresher, token) = try await refresher()
    sockets.refuse(401)
    try await client(RefreshingTransport(sockets, refresher: refresher), token).openStream([]).close()
    #expect(proofs("Authorization") == [token.authorization, try await refresher.current().authorization])
    #expect(try await refresher.current() != token)
  }

  @Test func theNextTokenAlsoStandsInPlaceOfASubprotocol() async throws {
    let (refresher, token) = try await refresher()
    sockets.refuse(401, 401)
    try await client(RefreshingTransport(sockets, refresher: refresher), token).openStream([]).close()
    let next = try await refresher.current()
    #expect(proofs("Authorization") == [token.authorization, next.authorization, nil])
    #expect(proofs("Sec-WebSocket-Protocol") == [nil, nil, next.exposed])
  }

  @Test func aRefusalOfASocketDoesNotRepeatTheToken() async throws {
    let (refresher, token) = try await refresher()
    clock.advance(900)
    let next = try await refresher.current().exposed
    sockets.refuse(403, headers: ["X-Request-Id": "r-\(next)"])
    let client = try client(RefreshingTransport(sockets, refresher: refresher), token)
    let error = await #expect(throws: FediverseError.self) { try await client.openStream([]) }
    #expect(error?.kind == .forbidden && error?.requestID == "r-…")
  }

  @Test func aSocketWithoutAnyTokenIsLeftAlone() async throws {
    let (refresher, _) = try await refresher()
    sockets.refuse(401)
    let client = try client(RefreshingTransport(sockets, refresher: refresher), nil)
    await #expect(throws: FediverseError.self) { try await client.openStream([]) }
    #expect(proofs("Authorization") == [nil])
  }

  @Test func whatOpensNoSocketsDoesNotWithARenewedTokenEither() async throws {
    let (refresher, token) = try await refresher()
    let client = try client(RefreshingTransport(authority, refresher: refresher), token)
    let before = authority.requests.count
    let error = await #expect(throws: FediverseError.self) { try await client.openStream([]) }
    #expect(error?.kind == .unsupported && error?.status == nil)
    #expect(authority.requests.count == before)
  }

  /// What is handed over of a reply to a signed request.
  private func handed(
    _ status: Int, _ pieces: (String) -> [String], headers: (String) -> Headers = { _ in [:] },
    then ending: ScriptedTransport.Ending = .closes, reading: Reading = .more
  ) async throws -> (pieces: [HTTPPiece], token: String, failure: TransportError?) {
    let (refresher, token) = try await refresher()
    let server = ScriptedTransport()
      .on("GET /x", status: status, headers: headers(token.exposed), pieces: pieces(token.exposed), then: ending)
    let url = try #require(WebURL("https://example.social/x"))
    let request = HTTPRequest(method: .get, url: url, headers: ["Authorization": token.authorization])
    var (seen, failure): ([HTTPPiece], TransportError?) = ([], nil)
    do throws(TransportError) {
      try await RefreshingTransport(server, refresher: refresher).send(request) { piece in
        seen.append(piece)
        return reading
      }
    } catch { failure = error }
    return (seen, token.exposed, failure)
  }

  @Test func whatAnErrorSaysInPiecesDoesNotRepeatTheToken() async throws {
    let (pieces, _, _) = try await handed(
      403, { [#"{"error":"the token \#($0.prefix(4))"#, #"\#($0.dropFirst(4)) is not known"}"#] },
      headers: { ["X-Request-Id": "r-\($0)"] })
    let body = Array(#"{"error":"the token … is not known"}"#.utf8)
    #expect(pieces == [.head(HTTPHead(status: 403, headers: ["X-Request-Id": "r-…"])), .chunk(body)])
  }

  @Test func aSuccessInPiecesStaysAsItIs() async throws {
    let (pieces, token, _) = try await handed(200, { ["a \($0)", "b"] })
    #expect(pieces.dropFirst() == [.chunk(Array("a \(token)".utf8)), .chunk(Array("b".utf8))])
  }

  @Test func aRedirectInPiecesIsHandedOverAtOnce() async throws {
    let (pieces, _, failure) = try await handed(302, { _ in ["on"] }, then: .hangs, reading: .enough)
    #expect(pieces == [.head(HTTPHead(status: 302))] && failure == nil)
  }

  @Test func anErrorThatBreaksOffSaysWhatItSaidSoFar() async throws {
    let broken = TransportError(.network, "it broke", mayHaveArrived: true)
    let (pieces, _, failure) = try await handed(500, { ["no \($0)"] }, then: .fails(broken))
    #expect(pieces.last == .chunk(Array("no …".utf8)) && failure == broken)
  }

  @Test func anErrorWithoutAnEndIsCutOff() async throws {
    let (pieces, _, failure) = try await handed(500, { _ in [String(repeating: "x", count: 100_000)] }, then: .hangs)
    guard case .chunk(let bytes)? = pieces.last else { return #expect(Bool(false)) }
    #expect((65_000..<65_536).contains(bytes.count) && bytes.allSatisfy { $0 == UInt8(ascii: "x") } && failure == nil)
  }

  @Test func noPartOfATokenStandsAtTheCut() async throws {
    let (pieces, token, _) = try await handed(
      500, { [String(repeating: "x", count: 65_530) + $0 + String(repeating: "y", count: 100)] }, then: .closes)
    guard case .chunk(let bytes)? = pieces.last else { return #expect(Bool(false)) }
    #expect(!String(decoding: bytes, as: UTF8.self).contains(token.prefix(4)))
  }
}
