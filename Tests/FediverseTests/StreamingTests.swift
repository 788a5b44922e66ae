import Testing

@testable import Fediverse

/// Streams over connections that come and go.
struct StreamingTests {
  private let transport = ScriptedTransport()
  private let waiting = CountedWaiting()

  private static let user = "GET /api/v1/streaming/user"

  private func client(token: String? = "s3cret") throws -> Client {
    try Client.scripted(transport, token: token, waiting: waiting.waiting)
  }

  /// The requests for streams.
  private var streams: [HTTPRequest] { transport.requests.filter { $0.url.path.contains("/streaming") } }

  private func update(_ id: Int) -> String { "event: update\ndata: {\"id\":\"\(id)\"}\n\n" }

  /// What a stream tells until it ends, and the error that ends it.
  private func tell(
    _ source: Client.Streaming.Source = .user
  ) async throws -> (events: [String], error: FediverseError?) {
    var events: [String] = []
    let stream = try client().streaming.events(source)
    do throws(FediverseError) {
      for try await event in stream {
        guard case .update(let status) = event else { continue }
        events.append(status.id)
      }
    } catch {
      return (events, error)
    }
    return (events, nil)
  }

  @Test(arguments: [
    (Client.Streaming.Source.user, "user"), (.notifications, "user/notification"), (.public(), "public"),
    (.public(local: true), "public/local"), (.tag("#café"), "hashtag?tag=caf%C3%A9"),
    (.tag("a&b", local: true), "hashtag/local?tag=a%26b"), (.list("3"), "list?list=3"), (.direct, "direct"),
    (.public(remote: true), "public/remote"), (.public(onlyMedia: true), "public?only_media=true"),
    (.public(local: true, onlyMedia: true), "public/local?only_media=true"),
    (.public(remote: true, onlyMedia: true), "public/remote?only_media=true"),
  ])
  func everySourceHasItsPlace(_ source: Client.Streaming.Source, _ place: String) async throws {
    let request = "GET /api/v1/streaming/\(place)"
    transport.on(request, pieces: [":)\n", update(1)]).on(request, status: 401, #"{"error":"over"}"#)
    let told = try await tell(source)
    #expect(told.events == ["1"] && told.error?.kind == .unauthorized)
    let headers = streams.last?.headers
    #expect(headers?["Authorization"] == "Bearer s3cret" && headers?["Accept"] == "text/event-stream")
  }

  @Test func aServerThatClosesIsAskedAgainForEver() async throws {
    for id in 1...9 { transport.on(Self.user, pieces: [":)\n", update(id)]) }
    transport.on(Self.user, status: 404)
    let told = try await tell()
    #expect(told.events == (1...9).map(String.init) && told.error?.kind == .notFound)
    #expect(waiting.seconds == Array(repeating: 1, count: 9), "a connection that told something counts as a success")
  }

  @Test func waitsGrowUntilAMinute() async throws {
    transport.on(Self.user, pieces: [update(1)])
    for _ in 0..<4 { transport.on(Self.user, status: 503) }
    for _ in 0..<4 { transport.on(Self.user, fails: TransportError(.network, "reset", mayHaveArrived: true)) }
    transport.on(Self.user, pieces: [":)\n"]).on(Self.user, pieces: [update(2)]).on(Self.user, status: 403)
    let told = try await tell()
    #expect(told.events == ["1", "2"] && told.error?.kind == .forbidden)
    #expect(waiting.seconds == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 1])
  }

  @Test(arguments: [
    (401, FediverseError.Kind.unauthorized), (403, .forbidden), (404, .notFound), (400, .rejected), (410, .notFound),
    (501, .unsupported),
  ])
  func aRefusalEndsAStreamThatWorked(_ status: Int, _ kind: FediverseError.Kind) async throws {
    transport.on(Self.user, pieces: [update(1)]).on(Self.user, status: status, #"{"error":"no"}"#)
    let told = try await tell()
    #expect(told.events == ["1"] && told.error?.kind == kind && told.error?.serverText == "no")
  }

  @Test(arguments: [401, 404, 429, 500, 503])
  func aStreamThatNeverWorkedIsNotTriedTwice(_ status: Int) async throws {
    transport.on(Self.user, status: status, #"{"error":"no"}"#)
    let told = try await tell()
    #expect(told.error?.status == status && waiting.seconds.isEmpty)
    #expect(transport.asked.filter { $0 == Self.user }.count == 1)
  }

  @Test(arguments: [(404, FediverseError.Kind.unsupported), (405, .unsupported), (401, .unauthorized)])
  func aServerWithoutStreamsIsTold(_ status: Int, _ kind: FediverseError.Kind) async throws {
    transport.on(Self.user, status: status).on("GET /api/v1/streaming/list?list=3", status: status)
    #expect(try await tell().error?.kind == kind)
    let ofList = try await tell(.list("3")).error?.kind
    #expect(ofList == (status == 401 ? .unauthorized : .notFound), "a list may be what is missing")
  }

  @Test func serversThatWantPeaceGetIt() async throws {
    transport.on(Self.user, pieces: ["retry: 7000\n", update(1)])
      .on(Self.user, status: 429, headers: ["Retry-After": "90"])
      .on(Self.user, status: 503, headers: ["Retry-After": "9999"]).on(Self.user, status: 401)
    #expect(try await tell().events == ["1"])
    #expect(waiting.seconds == [7, 90, 300])
  }

  @Test func brokenConnectionsGoOnAfterTheLastEvent() async throws {
    let reset = TransportError(.network, "reset", mayHaveArrived: true)
    transport.on(Self.user, pieces: ["id: 41\n" + update(1), "data: half"], then: .fails(reset))
      .on(Self.user, pieces: [update(2)]).on(Self.user, pieces: ["id\n" + update(3)]).on(Self.user, status: 401)
    #expect(try await tell().events == ["1", "2", "3"])
    let ids = transport.requests.filter { $0.url.path.hasSuffix("/user") }.map { $0.headers["Last-Event-ID"] }
    #expect(ids == [nil, "41", "41", nil])
  }

  @Test(arguments: ["text/html; charset=utf-8", "application/json", "text/event-streams", ""])
  func whatIsNoEventStreamIsSaidAtOnce(_ type: String) async throws {
    transport.on(Self.user, headers: ["Content-Type": type], pieces: [update(1)])
    let told = try await tell()
    #expect(told.events.isEmpty && told.error?.kind == .unsupported && waiting.seconds.isEmpty)
  }

  @Test func aServerCanSayThatThereIsNoMore() async throws {
    transport.on(Self.user, pieces: [update(1)]).on(Self.user, status: 204, headers: [:], "")
    let told = try await tell()
    #expect(told.events == ["1"] && told.error == nil)
  }

  @Test func eventsTooLongAreTold() async throws {
    let long = "event: update\ndata: " + String(repeating: "x", count: 5 << 20) + "\n\n"
    transport.on(Self.user, pieces: [long, update(2)], then: .hangs)
    var iterator = try client().streaming.events(.user).makeAsyncIterator()
    #expect(try await iterator.next() == .tooLong(name: "update"))
    #expect(try await iterator.next()?.name == "update")
  }

  @Test func leavingAStreamEndsItAtOnce() async throws {
    transport.on(Self.user, pieces: [update(1)], then: .hangs)
    let client = try client()
    let task = Task { () -> FediverseError.Kind? in
      do throws(FediverseError) {
        for try await _ in client.streaming.events(.user) {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      } catch { return error.kind }
      return nil
    }
    #expect(await task.value == .canceled)
  }

  @Test func aTaskThatIsCanceledAlreadyHearsNothing() async throws {
    transport.on(Self.user, pieces: [update(1)], then: .hangs)
    let client = try client()
    let task = Task { () -> FediverseError.Kind? in
      while !Task.isCancelled { await Task.yield() }
      do throws(FediverseError) { for try await _ in client.streaming.events(.user) {} } catch { return error.kind }
      return nil
    }
    task.cancel()
    #expect(await task.value == .canceled)
  }

  @Test func eachListenerHasAConnectionOfItsOwn() async throws {
    transport.on(Self.user, pieces: [update(1)], then: .hangs)
    let events = try client().streaming.events(.user)
    var (first, second) = (events.makeAsyncIterator(), events.makeAsyncIterator())
    #expect(try await first.next()?.name == "update")
    #expect(try await second.next()?.name == "update")
    #expect(transport.asked.filter { $0 == Self.user }.count == 2)
  }

  /// What the server says of where its streams are, and where they are asked for.
  @Test(arguments: [
    ("wss://streaming.example.social", "https://streaming.example.social/api/v1/streaming/user"),
    ("wss://example.social", "https://example.social/api/v1/streaming/user"),
    ("WSS://EXAMPLE.social/", "https://example.social/api/v1/streaming/user"),
    ("https://a.example.social/x/api/v1/streaming/", "https://a.example.social/x/api/v1/streaming/user"),
    ("wss://a.example.social/x", "https://a.example.social/x/api/v1/streaming/user"),
    ("wss://example.social:4000", "https://example.social:4000/api/v1/streaming/user"),
    ("", "https://example.social/api/v1/streaming/user"),
    ("no address", "https://example.social/api/v1/streaming/user"),
  ])
  func streamsAreAskedForWhereTheServerSays(_ said: String, _ place: String) async throws {
    let url = try #require(WebURL(place))
    let asked = url.origin.host == "example.social" ? url.target : place
    transport.on("GET /api/v2/instance", Self.instance(said)).on("GET \(asked)", pieces: [update(1)], then: .hangs)
    let events = try client().streaming.events(.user)
    for _ in 0..<2 {
      var iterator = events.makeAsyncIterator()
      #expect(try await iterator.next()?.name == "update")
    }
    #expect(transport.asked.filter { $0 == "GET /api/v2/instance" }.count == 1, "where is asked but once")
    #expect(streams.map(\.url) == [url, url])
    #expect(streams.last?.headers["Authorization"] == "Bearer s3cret")
  }

  @Test(arguments: [
    "wss://evil.example", "wss://example.social.evil.example", "ws://streaming.example.social", "wss://social",
    "ws://127.0.0.1:4000", "wss://evilexample.social", "ws://example.social",
  ])
  func noOtherServerGetsTheToken(_ said: String) async throws {
    transport.on("GET /api/v2/instance", Self.instance(said))
    let told = try await tell()
    #expect(told.error?.kind == .insecure && transport.asked == ["GET /api/v2/instance"])
  }

  @Test func redirectsOfAStreamKeepTheTokenAtHome() async throws {
    transport.on(Self.user, status: 301, headers: ["Location": "https://elsewhere.example/s"])
      .on("GET https://elsewhere.example/s", pieces: [update(1)], then: .hangs)
    var iterator = try client().streaming.events(.user).makeAsyncIterator()
    #expect(try await iterator.next()?.name == "update")
    let elsewhere = transport.requests.first { $0.url.origin.host == "elsewhere.example" }
    #expect(elsewhere != nil && elsewhere?.headers["Authorization"] == nil)
  }

  private static func instance(_ address: String) -> String {
    #"{"domain":"example.social","configuration":{"urls":{"streaming":"\#(address)"}}}"#
  }
}
