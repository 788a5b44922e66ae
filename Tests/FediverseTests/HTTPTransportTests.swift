import Fediverse
import NIOHTTP1
import Testing

struct HTTPTransportTests {
  private func transport(_ change: (inout HTTPTransport.Configuration) -> Void = { _ in }) -> HTTPTransport {
    var configuration = HTTPTransport.Configuration { _ in nil }
    change(&configuration)
    return HTTPTransport(configuration)
  }

  private func client(_ server: LoopbackServer, _ transport: HTTPTransport) throws -> Client {
    Client(
      server: try ServerAddress("127.0.0.1:\(server.port)"), token: AccessToken("s3cret"), transport: transport,
      policy: .none)
  }

  /// The error of asking a server that replies so.
  private func failure(_ reply: LoopbackServer.Reply, _ transport: HTTPTransport) async throws -> FediverseError? {
    let error = try await LoopbackServer.run({ _ in reply }) { server in
      let client = try client(server, transport)
      let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
      await transport.close()
      return error
    }
    return error
  }

  @Test func statusesComeOverARealConnection() async throws {
    let transport = transport()
    let questions = try await LoopbackServer.run({ _ in .answer(body: #"{"id":"1","content":"<p>é</p>"}"#) }) {
      server in
      let client = try client(server, transport)
      #expect(try await client.statuses.status("1").plainText == "é")
      _ = try await client.statuses.publish(NewStatus("hi"), idempotencyKey: "k")
      await transport.close()
      return server.questions
    }
    #expect(questions.map(\.target) == ["GET /api/v1/statuses/1", "POST /api/v1/statuses"])
    #expect(questions[0].headers["Authorization"] == ["Bearer s3cret"])
    #expect(questions[0].headers["Accept-Encoding"] == ["gzip, deflate"])
    #expect(questions[0].headers["Content-Type"] == [] && questions[0].headers["Content-Length"] == [])
    #expect(questions[1].body == #"{"status":"hi"}"# && questions[1].headers["Idempotency-Key"] == ["k"])
  }

  @Test func writesWithoutABodySaySo() async throws {
    let transport = transport()
    let questions = try await LoopbackServer.run({ _ in .answer(body: #"{"id":"1"}"#) }) { server in
      _ = try await client(server, transport).statuses.favorite("1")
      await transport.close()
      return server.questions
    }
    #expect(questions[0].headers["Content-Type"] == [] && questions[0].headers["Content-Length"] == ["0"])
  }

  @Test func aRedirectToAnotherPortGoesWithoutTheToken() async throws {
    let transport = transport()
    try await LoopbackServer.run({ _ in .answer(body: #"{"id":"1"}"#) }) { second in
      let port = second.port
      try await LoopbackServer.run({ _ in
        .answer(status: 302, headers: [("Location", "http://localhost:\(port)/moved")])
      }) { first in
        _ = try await client(first, transport).statuses.status("1")
        #expect(first.questions[0].headers["Authorization"] == ["Bearer s3cret"])
      }
      #expect(second.questions.map(\.target) == ["GET /moved"])
      #expect(second.questions[0].headers["Authorization"] == [])
      await transport.close()
    }
  }

  @Test func largeBodiesAreRefused() async throws {
    let reply = LoopbackServer.Reply.answer(body: #"{"id":"\#(String(repeating: "x", count: 5000))"}"#)
    #expect(try await failure(reply, transport { $0.bodyLimit = 4096 })?.kind == .tooLarge)
  }

  @Test func packedBodiesAreLimitedByWhatTheyUnpackTo() async throws {
    // Five thousand times the letter a.
    let packed: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xed, 0xc1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xc2,
      0xa0, 0xac, 0xeb, 0x5f, 0xc2, 0x14, 0x7e, 0x40, 0x01, 0x00, 0x00, 0x00, 0x00, 0x6f, 0x03, 0x76, 0x59, 0xf4,
      0x4c, 0x88, 0x13, 0x00, 0x00,
    ]
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    let reply = LoopbackServer.Reply.bytes(Array(head.utf8) + packed)
    #expect(try await failure(reply, transport { $0.bodyLimit = 1000 })?.kind == .tooLarge)
    #expect(try await failure(reply, transport { $0.bodyLimit = 6000 })?.kind == .malformed)
  }

  @Test func cutBodiesAreNotTakenForWhole() async throws {
    let error = try await failure(.cutShort(after: #"{"id":"1"}"#), transport())
    #expect(error?.kind == .network && error?.isRetryable == true)
    #expect(error?.detail == "the connection was closed before the response was complete")
  }

  @Test func silenceTimesOut() async throws {
    let error = try await failure(.silence, transport { $0.idleTimeout = .milliseconds(50) })
    #expect(error?.kind == .timedOut && error?.outcomeUnknown == false)
  }

  @Test func theWholeTimesOut() async throws {
    let error = try await failure(.silence, transport { $0.totalTimeout = .milliseconds(50) })
    #expect(error?.kind == .timedOut)
  }

  @Test func aRequestMayHaveLessTime() async throws {
    let transport = transport { $0.totalTimeout = .seconds(100) }
    let error = try await LoopbackServer.run({ _ in .silence }) { server in
      let url = WebURL(origin: try ServerAddress("http://127.0.0.1:\(server.port)"), target: "/")
      return await #expect(throws: TransportError.self) {
        try await transport.send(HTTPRequest(method: .get, url: url, timeLimit: .milliseconds(50)))
      }
    }
    #expect(error?.kind == .timedOut)
    await transport.close()
  }

  @Test func otherProtocolsAreNotHTTP() async throws {
    #expect(try await failure(.bytes(Array("SSH-2.0-OpenSSH\r\n".utf8)), transport())?.kind == .malformed)
  }

  @Test(arguments: [
    (502, "<html><head><title>502 Bad Gateway</title></head></html>", FediverseError.Kind.server, "502 Bad Gateway"),
    (429, "Throttled", .rateLimited, "Throttled"),
    (401, #"{"error":"The access token is invalid"}"#, .unauthorized, "The access token is invalid"),
  ])
  func errorsKeepTheServersWords(_ status: Int, _ body: String, _ kind: FediverseError.Kind, _ text: String)
    async throws
  {
    let error = try await failure(.answer(status: status, body: body), transport())
    #expect(error?.kind == kind && error?.serverText == text)
  }

  @Test func nobodyThereIsSaidAtOnce() async throws {
    let port = try await LoopbackServer.run({ _ in .silence }) { $0.port }
    let transport = transport()
    let client = Client(server: try ServerAddress("127.0.0.1:\(port)"), transport: transport, policy: .none)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.publish(NewStatus("x")) }
    await transport.close()
    #expect(error?.description == "could not reach 127.0.0.1:\(port): connection refused")
    #expect(error?.outcomeUnknown == false && error?.isRetryable == true)
  }

  @Test func openLinesAreRefused() async throws {
    let client = Client(server: try ServerAddress("http://example.social"), transport: transport(), policy: .none)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(error?.kind == .insecure)
  }

  @Test func unencryptedServersAreNotSpokenToInTLS() async throws {
    let transport = transport()
    let error = try await LoopbackServer.run({ _ in .silence }) { server in
      let client = Client(
        server: try ServerAddress("https://127.0.0.1:\(server.port)"), transport: transport, policy: .none)
      let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
      await transport.close()
      return error
    }
    #expect(error?.kind == .insecure || error?.kind == .network)
  }
}
