import Testing

@testable import Fediverse

/// Answers byte for byte, as servers and the proxies before them send them.
struct RawAnswerTests {
  private func exchange(_ text: String, _ rest: [UInt8] = []) async throws -> Exchange {
    let bytes = Array(text.replacing("\n", with: "\r\n").utf8) + rest
    return try await Exchange { _ in .bytes(bytes) }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\nContent-Length: 10\n\n{\"id\":\"1\"}",
    "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\n{\"id\n6\n\":\"1\"}\n0\n\n",
    "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nTrailer: X-T\n\nA;name=value\n{\"id\":\"1\"}\n0\nX-T: 1\n\n",
    "HTTP/1.1 200 OK\nConnection: close\n\n{\"id\":\"1\"}",
    "HTTP/1.0 200 OK\n\n{\"id\":\"1\"}",
    "HTTP/1.1 103 Early Hints\nLink: </x>; rel=preload\n\nHTTP/1.1 200 OK\nContent-Length: 10\n\n{\"id\":\"1\"}",
    "HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nContent-Length: 10\n\n{\"id\":\"1\"}",
    "HTTP/1.1 200\ncontent-length: 10\n\n{\"id\":\"1\"}",
    "HTTP/1.1 299 Odd\nContent-Type: text/html\nContent-Length: 14\n\n \u{FEFF}{\"id\":\"1\"}",
    "HTTP/1.1 200 OK\nContent-Encoding: identity\nContent-Length: 12\n\n\u{FEFF}{\"id\":1}\n",
  ])
  func everyFramingIsRead(_ text: String) async throws {
    let exchange = try await exchange(text)
    #expect(exchange.id == (text.contains("299") ? nil : "1"))
    #expect(exchange.questions.count == 1)
  }

  /// What a status is when it is packed: `{"id":"1","content":"<p>packed</p>"}`.
  private static let deflated: [UInt8] = [
    0xab, 0x56, 0xca, 0x4c, 0x51, 0xb2, 0x52, 0x32, 0x54, 0xd2, 0x51, 0x4a, 0xce, 0xcf, 0x2b, 0x49, 0xcd, 0x2b, 0x01,
    0xf2, 0x6c, 0x0a, 0xec, 0x0a, 0x12, 0x93, 0xb3, 0x53, 0x53, 0x6c, 0xf4, 0x0b, 0xec, 0x94, 0x6a, 0x01,
  ]
  private static let gzipHead: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]
  private static let gzipped = gzipHead + deflated + [0x0c, 0xd7, 0x64, 0x97, 0x24, 0, 0, 0]
  private static let zlibbed = [0x78, 0x9c] + deflated + [0xc4, 0x9b, 0x0b, 0x0d]

  @Test(arguments: [("gzip", gzipped), ("deflate", zlibbed), ("GZIP", gzipped)])
  func packedBodiesAreUnpacked(_ encoding: String, _ body: [UInt8]) async throws {
    let head = "HTTP/1.1 200 OK\nContent-Encoding: \(encoding)\nContent-Length: \(body.count)\n\n"
    #expect(try await exchange(head, body).id == "1")
  }

  @Test(arguments: [
    ("gzip", Array(gzipped.prefix(20))), ("gzip", Array("{\"id\":\"1\"}".utf8)), ("gzip", gzipHead),
    ("deflate", [7, 7]),
    ("br", gzipped), ("gzip", []),
  ])
  func bodiesThatAreNotPackedAsTheySayAreMalformed(_ encoding: String, _ body: [UInt8]) async throws {
    let head = "HTTP/1.1 200 OK\nContent-Encoding: \(encoding)\nContent-Length: \(body.count)\n\n"
    #expect(try await exchange(head, body).error?.kind == .malformed)
  }

  @Test(arguments: [
    ("", FediverseError.Kind.network), ("HTTP/1.1 200 OK\nContent-Le", .network),
    ("HTTP/1.1 200 OK\nContent-Length: 50\n\n{\"id\":\"1\"}", .network),
    ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nA\n{\"id\":\"1\"}\n", .network),
    ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nZ\n{\"id\":\"1\"}\n0\n\n", .malformed),
    ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nFFFFFFFFFFFFFFFFF\nx", .malformed),
    ("HTTP/1.1 200 OK\nContent-Length: -5\n\n{}", .malformed),
    ("HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 6\n\n{\"id\"", .malformed),
    ("HTTP/1.1 ok\n\n", .malformed), ("<html>not a proxy</html>\n", .malformed),
    ("\u{0}\u{1}\u{2}\u{3}\n\n", .malformed),
    ("HTTP/1.1 200 OK\nNo colon\n\n{}", .malformed), ("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}", .malformed),
    ("HTTP/1.1 204 No Content\n\n", .malformed),
  ])
  func brokenAnswersAreNamed(_ text: String, _ kind: FediverseError.Kind) async throws {
    let exchange = try await exchange(text)
    #expect(exchange.error?.kind == kind, "\(exchange.result)")
    #expect(exchange.error?.outcomeUnknown == false && exchange.questions.count == 1)
  }

  @Test func endlessHeadersAreRefused() async throws {
    let field = "X-Field: \(String(repeating: "x", count: 1000))\n"
    let exchange = try await exchange("HTTP/1.1 200 OK\n" + String(repeating: field, count: 2000) + "\n{}")
    #expect(exchange.error != nil && exchange.id == nil)
  }

  @Test func bodiesOfUnknownLengthHaveTheSameLimit() async throws {
    let chunk = "3E8\r\n" + String(repeating: "x", count: 1000) + "\r\n"
    let bytes = Array(
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 9)).utf8)
    let cut = try await Exchange({ _ in .beginning(bytes) }, within: { $0.bodyLimit = 5000 })
    #expect(cut.error?.kind == .tooLarge, "the end need not come for the limit to hold")
  }

  @Test(arguments: [(10, true), (9, false)])
  func theLimitIsTheLastSizeTaken(_ limit: Int, _ fits: Bool) async throws {
    let exchange = try await Exchange({ _ in .answer(body: #"{"id":"1"}"#) }, within: { $0.bodyLimit = limit })
    #expect((exchange.id == "1") == fits)
    #expect(exchange.error?.kind == (fits ? nil : .tooLarge))
  }

  /// A change that the server may have seen is sent once, whatever became of the answer.
  @Test(arguments: [
    "", "HTTP/1.1 200 OK\nContent-Length: 50\n\n{", "HTTP/1.1 504 Gateway Timeout\nContent-Length: 0\n\n",
  ])
  func aNewStatusIsSentOnce(_ text: String) async throws {
    let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
    let exchange = try await Exchange({ _ in .bytes(bytes) }, call: Exchange.publishing)
    #expect(exchange.questions.map(\.target) == ["POST /api/v1/statuses"])
    #expect(exchange.error?.outcomeUnknown == true && exchange.error?.isRetryable == false)
  }

  @Test func anEmptyAnswerIsEnoughWhereNothingIsRead() async throws {
    let bytes = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
    let dismissed = try await Exchange(
      { _ in .bytes(bytes) },
      call: { client throws(FediverseError) in
        try await client.notifications.dismiss("7")
        return "done"
      })
    #expect(dismissed.id == "done")
  }

  @Test func linksOnLinesOfTheirOwnAreJoined() async throws {
    let page =
      "HTTP/1.1 200 OK\nLink: </n?max_id=1>; rel=\"next\"\nlink: </n?min_id=2>; rel=\"prev\"\nContent-Length: 2\n\n[]"
    let bytes = Array(page.replacing("\n", with: "\r\n").utf8)
    let exchange = try await Exchange(
      { _ in .bytes(bytes) },
      call: { client throws(FediverseError) in
        let page = try await client.notifications.list()
        return [page.next, page.previous].map { $0?.url.target ?? "none" }.joined(separator: " ")
      })
    #expect(exchange.id == "/n?max_id=1 /n?min_id=2")
  }
}
