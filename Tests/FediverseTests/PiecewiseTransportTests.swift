import NIOHTTP1
import Testing

@testable import Fediverse

/// Answers that are taken as they come, over real connections on this machine.
struct PiecewiseTransportTests {
  private func transport(_ change: (inout HTTPTransport.Configuration) -> Void = { _ in }) -> HTTPTransport {
    var configuration = HTTPTransport.Configuration { _ in nil }
    change(&configuration)
    return HTTPTransport(configuration)
  }

  private static let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static func chunk(_ text: String) -> String {
    String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
  }

  private static func update(_ id: Int) -> String { chunk("event: update\ndata: {\"id\":\"\(id)\"}\n\n") }

  /// Works with a client of a server that replies so.
  private func with<Result: Sendable>(
    _ transport: HTTPTransport, _ reply: @escaping @Sendable (LoopbackServer.Question) -> LoopbackServer.Reply,
    waiting: CountedWaiting = CountedWaiting(), work: (Client, LoopbackServer) async throws -> Result
  ) async throws -> Result {
    try await LoopbackServer.run(reply) { server in
      let client = Client(
        server: try ServerAddress("127.0.0.1:\(server.port)"), token: AccessToken("s3cret"), transport: transport,
        waiting: waiting.waiting, policy: .none)
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work(client, server)) } catch { result = .failure(error) }
      await transport.close()
      return try result.get()
    }
  }

  @Test func eventsArriveWhileTheConnectionIsOpen() async throws {
    try await with(
      transport(),
      { question in
        guard question.target.hasSuffix("/user") else { return .answer(status: 404) }
        return .beginning(Array((Self.stream + Self.chunk(":)\n") + Self.update(1) + Self.update(2)).utf8))
      },
      work: { client, server in
        var iterator = client.streaming.events(.user).makeAsyncIterator()
        for id in ["1", "2"] {
          guard case .update(let status)? = try await iterator.next() else {
            Issue.record("no update came")
            return
          }
          #expect(status.id == id)
        }
        let question = server.questions.last { $0.target.hasSuffix("/user") }
        #expect(question?.headers["Accept"] == ["text/event-stream"])
        #expect(question?.headers["Authorization"] == ["Bearer s3cret"])
        #expect(question?.headers["Accept-Encoding"] == [], "what is packed comes late")
      })
  }

  @Test func closedAndCutConnectionsAreReplaced() async throws {
    let waiting = CountedWaiting()
    let events = try await with(
      transport(),
      { question in
        guard question.target.hasSuffix("/user") else { return .answer(status: 404) }
        return .bytes(Array((Self.stream + Self.update(question.connection ?? 0) + "7\r\ndata").utf8))
      }, waiting: waiting,
      work: { client, _ in
        var ids: Set<String> = []
        for try await event in client.streaming.events(.user) {
          if case .update(let status) = event { ids.insert(status.id) }
          if ids.count == 4 { break }
        }
        return ids
      })
    #expect(events.count == 4, "four connections, one event each")
    #expect(waiting.seconds.prefix(3) == [1, 1, 1])
  }

  @Test func silenceEndsAConnectionAndNotTheStream() async throws {
    let waiting = CountedWaiting()
    let count = try await with(
      transport { $0.streamIdleTimeout = .milliseconds(50) },
      { question in
        guard question.target.hasSuffix("/public") else { return .answer(status: 404) }
        return .beginning(Array((Self.stream + Self.update(1)).utf8))
      }, waiting: waiting,
      work: { client, _ in
        var count = 0
        for try await _ in client.streaming.events(.public()) {
          count += 1
          if count == 3 { break }
        }
        return count
      })
    #expect(count == 3 && waiting.seconds.prefix(2) == [1, 1])
  }

  @Test func leavingAStreamFreesItsConnection() async throws {
    try await with(
      transport(),
      { question in
        guard question.target.hasSuffix("/user") else { return .answer(status: 404) }
        return .beginning(Array((Self.stream + Self.update(1)).utf8))
      },
      work: { client, _ in
        for _ in 0..<3 {
          let task = Task { () -> FediverseError.Kind? in
            do throws(FediverseError) {
              for try await _ in client.streaming.events(.user) { withUnsafeCurrentTask { $0?.cancel() } }
            } catch { return error.kind }
            return nil
          }
          #expect(await task.value == .canceled)
        }
      })
  }

  @Test func manyStreamsLeaveRoomForTheTenth() async throws {
    try await with(
      transport(),
      { question in
        guard question.target.contains("/hashtag") else { return .answer(status: 404) }
        return .beginning(Array((Self.stream + Self.update(1)).utf8))
      },
      work: { client, server in
        var iterators = (0..<12).map { client.streaming.events(.tag("t\($0)")).makeAsyncIterator() }
        for index in iterators.indices {
          let event = try await iterators[index].next()
          #expect(event?.name == "update")
        }
        #expect(server.questions.filter { $0.target.contains("/hashtag") }.count == 12)
        await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
      })
  }

  @Test func downloadsAreWrittenAsTheyCome() async throws {
    let contents = String(repeating: "0123456789abcdef", count: 40_000)
    let scratch = ScratchFile()
    let download = try await with(transport { $0.bodyLimit = 1000 }, { _ in .answer(body: contents) }) { client, _ in
      let url = WebURL(origin: client.server, target: "/media/a.txt")
      return try await client.download(url, to: scratch.descriptor)
    }
    #expect(download.length == 640_000 && scratch.bytes == Array(contents.utf8))
  }

  @Test func cutDownloadsAreErrors() async throws {
    let error = try await with(transport(), { _ in .cutShort(after: "abc") }) { client, _ in
      let url = WebURL(origin: client.server, target: "/media/a.txt")
      return await #expect(throws: FediverseError.self) { try await client.download(url) { _ in } }
    }
    #expect(error?.kind == .network)
  }

  @Test func enoughIsEnough() async throws {
    let endless = Self.stream + String(repeating: Self.chunk("x"), count: 50)
    let count = try await with(transport(), { _ in .beginning(Array(endless.utf8)) }) { client, server in
      var count = 0
      let request = HTTPRequest(method: .get, url: WebURL(origin: client.server, target: "/x"))
      try await client.transport.send(request) { piece in
        if case .chunk = piece { count += 1 }
        return count == 1 ? .enough : .more
      }
      return count
    }
    #expect(count == 1)
  }

  /// A transport that knows only whole answers.
  private struct PlainTransport: Transport {
    let response: HTTPResponse

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { response }
  }

  @Test(arguments: [
    ("abc", Reading.more, ["200", "abc"]), ("abc", .enough, ["200"]), ("", .more, ["200"]),
  ])
  func wholeAnswersAreHandedOverToo(_ body: String, _ reading: Reading, _ expected: [String]) async throws {
    let transport = PlainTransport(response: HTTPResponse(status: 200, body: Array(body.utf8)))
    var pieces: [String] = []
    let url = WebURL(origin: try ServerAddress("example.social"), target: "/x")
    try await transport.send(HTTPRequest(method: .get, url: url)) { piece in
      switch piece {
      case .head(let head): pieces.append("\(head.status)")
      case .chunk(let bytes): pieces.append(String(decoding: bytes, as: UTF8.self))
      }
      return reading
    }
    #expect(pieces == expected)
  }
}
