import Testing

@testable import Fediverse

/// Streams over WebSockets.
@Suite(.timeLimit(.minutes(1)))
struct StreamSocketTests {
  private typealias Source = Client.Streaming.Source

  private let transport = SocketDouble()
  private let waiting = HeldWaiting()
  private let clock = SetClock()

  private func client(token: String? = "s3cret", flavor: Flavor? = nil) throws -> Client {
    Client(
      server: try ServerAddress("example.social"), token: token.map { AccessToken($0) }, transport: transport,
      clock: clock.read, waiting: waiting.waiting, profile: try flavor.map { try .able($0) })
  }

  /// One who listens in the background, and what it has heard.
  private struct Listener {
    let line = BoundedChannel<String, FediverseError>(capacity: 10_000)
    let task: Task<Void, Never>

    init(_ source: Source, of client: Client) {
      task = Task { [line] in
        do throws(FediverseError) {
          for try await event in client.streaming.events(source) { _ = await line.send(Self.words(event)) }
          line.finish()
        } catch {
          line.finish(error)
        }
      }
    }

    private static func words(_ event: StreamEvent) -> String {
      switch event {
      case .update(let status): status.id
      case .delete(let id): "delete \(id)"
      case .gap(let gap): "gap in \(gap.part)"
      default: event.name
      }
    }

    func next(_ count: Int = 1) async throws(FediverseError) -> [String] {
      var words: [String] = []
      while words.count < count, let word = try await line.receive() { words.append(word) }
      return words
    }

    func error() async -> FediverseError? {
      do throws(FediverseError) {
        while try await line.receive() != nil {}
        return nil
      } catch {
        return error
      }
    }
  }

  /// GoToSocial knows a stream from the address of the socket, and not from a message.
  @Test(arguments: [
    (Client.Streaming.Source.notifications, "user:notification"), (.user, "user"), (.list("3"), "list&list=3"),
    (.direct, "direct"),
  ])
  func goToSocialIsToldTheStreamInTheAddress(_ source: Client.Streaming.Source, _ query: String) async throws {
    let client = try client(flavor: .gotosocial)
    let listener = Listener(source, of: client)
    let end = await transport.farEnd()
    #expect(await end.greet().isEmpty)
    await end.update(7, of: "null")
    listener.task.cancel()
    let target = try #require(transport.openings.first?.url.target)
    #expect(
      target.replacing("%3A", with: ":") == "/api/v1/streaming?stream=\(query)" && !client.streaming.isPolled(source))
  }

  /// A hashtag is never delivered there, so its list is read, also if nobody has used it yet; other streams keep their
  /// sockets.
  @Test(arguments: ["cats", "unused"]) func aHashtagIsPolledAtGoToSocial(_ name: String) async throws {
    let client = try client(flavor: .gotosocial)
    let listener = Listener(.tag(name), of: client)
    // It sleeps between two reads of the list.
    _ = await waiting.sleeper(for: .seconds(45))
    #expect(transport.openings.isEmpty && client.streaming.isPolled(.tag(name)))
    let other = Listener(.user, of: client)
    await transport.farEnd().greet()
    #expect(transport.openings.count == 1 && !client.streaming.isPolled(.user))
    for listener in [listener, other] { listener.task.cancel() }
  }

  @Test(arguments: [
    ("/api/v1/streaming/?x=1", true), ("https://example.social/api/v1/streaming/", true),
    ("https://other.example/api/v1/streaming/", false),
  ])
  func aRedirectIsFollowedOnTheSameOrigin(_ location: String, _ isFollowed: Bool) async throws {
    transport.refuse(301, headers: ["Location": location])
    let listener = Listener(.user, of: try client())
    let end = await transport.farEnd()
    await end.greet()
    await end.update(1)
    #expect(try await listener.next() == ["1"])
    #expect(
      transport.openings.map(\.url.origin.host) == ["example.social", "example.social"], "no other host is asked")
    #expect(transport.openings.last?.url.path == "/api/v1/streaming" + (isFollowed ? "/" : ""))
    #expect(transport.openings.last?.headers["Authorization"] == "Bearer s3cret")
    listener.task.cancel()
  }

  @Test func theTokenGoesIntoTheHeader() async throws {
    let listener = Listener(.user, of: try client())
    await transport.farEnd().greet()
    listener.task.cancel()
    let request = try #require(transport.openings.first)
    #expect(request.url.description == "https://example.social/api/v1/streaming")
    #expect(request.headers["Authorization"] == "Bearer s3cret" && request.headers["Sec-WebSocket-Protocol"] == nil)
  }

  @Test(arguments: [400, 401]) func whereTheHeaderIsNotTakenTheTokenIsASubprotocol(_ status: Int) async throws {
    transport.refuse(status)
    let client = try client()
    let listener = Listener(.user, of: client)
    let end = await transport.farEnd()
    await end.greet()
    end.end()
    await waiting.sleeper(for: .seconds(1)).wake()
    await transport.farEnd().greet()
    listener.task.cancel()
    let openings = transport.openings
    #expect(openings.map { $0.headers["Sec-WebSocket-Protocol"] } == [nil, "s3cret", "s3cret"], "it is remembered")
    #expect(openings.map { $0.headers["Authorization"] } == ["Bearer s3cret", nil, nil])
    #expect(openings.allSatisfy { !$0.url.description.contains("s3cret") && !"\($0)".contains("s3cret") })
  }

  @Test func oneSocketCarriesEveryStream() async throws {
    let client = try client()
    let user = Listener(.user, of: client)
    let end = await transport.farEnd()
    #expect(await end.greet() == [#"{"type":"subscribe","stream":"user"}"#])
    let tag = Listener(.tag("#Cats"), of: client)
    #expect(await end.greet() == [#"{"type":"subscribe","stream":"hashtag","tag":"Cats"}"#])
    let list = Listener(.list("3"), of: client)
    #expect(await end.greet() == [#"{"type":"subscribe","stream":"list","list":"3"}"#])
    await end.update(1)
    await end.update(2, of: #"["hashtag","cats"]"#)
    await end.update(3, of: #"["list:3"]"#)
    await end.update(4, of: #"["hashtag","dogs"]"#)
    await end.tell("nonsense")
    await end.update(5)
    #expect(try await user.next(2) == ["1", "5"])
    #expect(try await tag.next() == ["2"])
    #expect(try await list.next() == ["3"])
    #expect(transport.openings.count == 1)
    tag.task.cancel()
    #expect(await end.next() == .text(#"{"type":"unsubscribe","stream":"hashtag","tag":"Cats"}"#))
    list.task.cancel()
    user.task.cancel()
    while await end.next() != nil {}
  }

  @Test(arguments: [
    (Source.user, "user"), (.notifications, "user:notification"), (.public(), "public"),
    (.public(onlyMedia: true), "public:media"), (.public(local: true), "public:local"),
    (.public(local: true, onlyMedia: true), "public:local:media"), (.public(remote: true), "public:remote"),
    (.public(remote: true, onlyMedia: true), "public:remote:media"), (.direct, "direct"),
  ])
  private func everyStreamHasItsName(_ source: Source, _ name: String) async throws {
    let listener = Listener(source, of: try client())
    let end = await transport.farEnd()
    #expect(await end.greet() == [#"{"type":"subscribe","stream":"\#(name)"}"#])
    await end.update(1, of: #"["\#(name)"]"#)
    #expect(try await listener.next() == ["1"])
    listener.task.cancel()
  }

  @Test func eventsWithoutAStreamGoWhereTheirKindBelongs() async throws {
    let client = try client()
    let (user, direct) = (Listener(.notifications, of: client), Listener(.public(), of: client))
    let end = await transport.farEnd()
    while await client.streamSocket(for: .user, shared: true).subscriberCount < 2 { await Task.yield() }
    await end.tell(#"{"event":"update","payload":{"id":1}}"#)
    await end.tell(#"{"event":"notification","payload":"{\"id\":\"2\",\"type\":\"follow\"}"}"#)
    #expect(try await user.next() == ["notification"])
    #expect(try await direct.next() == ["1"])
    user.task.cancel()
    direct.task.cancel()
  }

  @Test func aRefusedStreamEndsAlone() async throws {
    let client = try client()
    let user = Listener(.user, of: client)
    let end = await transport.farEnd()
    await end.greet()
    transport.refuse(404)
    let list = Listener(.list("3"), of: client)
    await end.greet()
    await end.tell(#"{"error":"Not found","status":404}"#)
    // The list is asked for in every other way, and the last says why there is none: the double has no such stream.
    while transport.openings.count < 2 { await Task.yield() }
    await end.update(1)
    #expect(try await user.next() == ["1"])
    user.task.cancel()
    list.task.cancel()
  }

  @Test func waitsGrowFromASecondToAMinute() async throws {
    let listener = Listener(.user, of: try client())
    let end = await transport.farEnd()
    await end.greet()
    transport.refuse(503, 503, 502, 504, 503, 500, 503)
    end.end()
    var times: [Duration] = []
    for _ in 0..<8 {
      var sleeper = await waiting.sleeper()
      while sleeper.time == .seconds(StreamSocket.pingInterval) { sleeper = await waiting.sleeper() }
      times.append(sleeper.time)
      sleeper.wake()
    }
    #expect(times == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    await transport.farEnd().greet()
    listener.task.cancel()
  }

  @Test func aConnectionThatIsSilentForAMinuteIsDead() async throws {
    let listener = Listener(.user, of: try client())
    let end = await transport.farEnd()
    await end.greet()
    await end.update(1)
    #expect(try await listener.next() == ["1"])
    let first = await waiting.sleeper(for: .seconds(30))
    clock.advance(29)
    await end.update(2)
    #expect(try await listener.next() == ["2"])
    clock.advance(1)
    first.wake()
    #expect(await end.next() == .ping([]))
    let second = await waiting.sleeper(for: .seconds(30))
    clock.advance(30)
    second.wake()
    #expect(await end.next() == .ping([]))
    let third = await waiting.sleeper(for: .seconds(29))
    clock.advance(28)
    third.wake()
    #expect(await end.next() == .ping([]))
    let fourth = await waiting.sleeper(for: .seconds(1))
    clock.advance(1)
    fourth.wake()
    #expect(await end.next() == nil, "closed after sixty seconds of silence, and not before")
    await waiting.sleeper(for: .seconds(1)).wake()
    await transport.farEnd().greet()
    listener.task.cancel()
  }

  @Test func whatWasMissedComesBeforeWhatIsNew() async throws {
    transport.changeLog { $0.count = 10 }
    let listener = Listener(.user, of: try client())
    let end = await transport.farEnd()
    await end.greet()
    transport.changeLog { $0.count = 11 }
    await end.update(11)
    await end.update(11)
    #expect(try await listener.next() == ["11"])
    end.end()
    transport.changeLog { $0.count = 100 }
    await waiting.sleeper(for: .seconds(1)).wake()
    let other = await transport.farEnd()
    transport.changeLog { $0.count = 102 }
    for id in [101, 102, 100, 103] { await other.update(id) }
    await other.greet()
    #expect(try await listener.next(92) == (12...103).map(String.init), "each once, in order")
    listener.task.cancel()
  }

  @Test func aServerThatWantsAStreamInTheURLGetsASocketForEach() async throws {
    transport.refuse(404)
    let listener = Listener(.tag("a b"), of: try client())
    let end = await transport.farEnd()
    #expect(transport.openings.last?.url.target == "/api/v1/streaming?stream=hashtag&tag=a%20b")
    #expect(await end.greet() == [])
    await end.tell(#"{"event":"delete","payload":"7"}"#)
    #expect(try await listener.next() == ["delete 7"])
    listener.task.cancel()
  }

  @Test func aServerWithoutStreamsIsAskedAgainAndAgain() async throws {
    transport.refuse(404, 404)
    transport.changeLog { $0.count = 5 }
    let client = try client()
    let listener = Listener(.public(), of: client)
    var sleeper = await waiting.sleeper()
    #expect(sleeper.time == .seconds(45) && transport.targets.last == "/api/v1/timelines/public?limit=1")
    transport.changeLog { $0.count = 7 }
    sleeper.wake()
    #expect(try await listener.next(2) == ["6", "7"])
    sleeper = await waiting.sleeper()
    listener.task.cancel()
    let another = Listener(.public(), of: client)
    _ = await waiting.sleeper(for: .seconds(45))
    #expect(transport.openings.count == 2, "the way is remembered")
    another.task.cancel()
  }

  @Test func aSlowListenerIsCaughtUpWith() async throws {
    var iterator = try client().streaming.events(.user).makeAsyncIterator()
    let end = await transport.farEnd()
    await end.greet()
    for id in 1...3000 {
      transport.changeLog { $0.count = id }
      await end.update(id)
    }
    var ids: [String] = []
    while ids.last != "3000", case .update(let status)? = try await iterator.next() {
      ids.append(status.id)
      // With each beat of the heart those who are behind get another chance.
      if ids.count.isMultiple(of: 250) { await waiting.sleeper(for: .seconds(30)).wake() }
    }
    #expect(ids == (1...3000).map(String.init))
  }
}
