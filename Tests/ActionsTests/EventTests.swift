import Fediverse
import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Streams by URL: each request is answered with what has come since the one before.
@Suite(.timeLimit(.minutes(2)))
struct EventTests {
  private let server = StreamServer()

  private func engine() throws -> TestEngine {
    try TestEngine(server.stub, transport: server)
  }

  /// The events of one request, and whether there are more to come.
  private func events(
    of engine: TestEngine, _ source: String = "name=user"
  ) async throws -> (items: [JSON], goesOn: Bool) {
    let url = try CallbackURL(parsing: "tusker://x-callback-url/getEvents?\(source)&json=true&items=true")
    let response = await engine.open(url).response
    let data = try #require(response.json, "\(response)")
    return (data["items"]?.array ?? [], data["next"] != nil)
  }

  /// As many events as are wanted, however many requests it takes.
  private func events(of engine: TestEngine, _ source: String = "name=user", count: Int) async throws -> [JSON] {
    var items: [JSON] = []
    while items.count < count { items += try await events(of: engine, source).items }
    return items
  }

  @Test(arguments: [
    ("name=user", "user"), ("", "user"), ("name=notifications", "user/notification"), ("name=local", "public/local"),
    ("name=public", "public"), ("name=direct", "direct"), ("tag=cats", "hashtag?tag=cats"), ("list=3", "list?list=3"),
    ("list=Friends", "list?list=3"),
  ])
  func aStreamIsListenedToAtItsPlace(source: String, place: String) async throws {
    let engine = try engine()
    async let told: Void = server.tell(place, gone: [7])
    let items = try await events(of: engine, source, count: 1)
    await told
    #expect(items.map { $0["statusID"] } == ["7"] && server.log == [place])
  }

  @Test func eventsComeOnceAndInOrder() async throws {
    let engine = try engine()
    async let told: Void = server.tell("user", gone: 1...20)
    var items = try await events(of: engine, count: 20)
    await told
    await server.tell("user", gone: 21...25)
    items += try await events(of: engine, count: 5)
    #expect(items.map { $0["statusID"]?.string } == (1...25).map(String.init))
    #expect(items.allSatisfy { $0["event"] == "delete" && $0["mine"] == false && $0["dropped"] == nil })
    #expect(server.log.count == 1, "the stream stays open between the requests")
  }

  @Test func anEventSaysWhatItIsAboutAndWhoseItIs() async throws {
    let engine = try engine()
    let own = Bodies.status.changing("account", to: Bodies.alice).changing("id", to: "10")
    let text = [
      ("update", Bodies.status.text), ("update", own.text), ("status.update", Bodies.status.text),
      ("notification", Bodies.mention.text), ("notification", Bodies.follow.text), ("delete", "9"),
      ("filters_changed", "undefined"), ("brand.new", "{}"),
    ].map { "event: \($0)\ndata: \($1)\n\n" }.joined()
    async let told: Void = server.tell("user", text)
    let items = try await events(of: engine, count: 8)
    await told
    #expect(
      items.map { $0["event"]?.string } == [
        "update", "update", "status.update", "notification", "notification", "delete", "filters_changed", "brand.new",
      ])
    #expect(items.map { $0["mine"] } == [false, true, false, false, true, false, false, false])
    #expect(items.map { $0["status"]?["id"]?.string } == ["9", "10", "9", "9", nil, nil, nil, nil])
    #expect(items[0]["status"]?["account"]?["username"] == "bob@b.example")
    #expect(items[3]["notification"]?["accountID"] == "2" && items[4]["notification"]?["kind"] == "follow")
    #expect(items.map { $0["statusID"]?.string } == [nil, nil, nil, nil, nil, "9", nil, nil])
  }

  @Test func whatCannotBeReadIsLeftOutAndCounted() async throws {
    let engine = try engine()
    let lost = [("update", "{\"id\":"), ("update", "<html>"), ("delete", "{}"), ("notification", "[]")]
    let text = (lost + [("delete", "9")]).map { "event: \($0)\ndata: \($1)\n\n" }.joined()
    async let told: Void = server.tell("user", text)
    let url = try CallbackURL(parsing: "tusker://x-callback-url/getEvents?name=user&json=true&items=true")
    var (items, unreadable, reasons) = ([JSON](), 0, [String]())
    while items.isEmpty {
      let data = try #require(await engine.open(url).response.json)
      items += data["items"]?.array ?? []
      unreadable += data["unreadable"]?.int ?? 0
      reasons += data["unreadableReason"]?.string.map { [$0] } ?? []
    }
    await told
    #expect(items.map { $0["statusID"] } == ["9"] && unreadable == lost.count)
    #expect(reasons.first == "the event 'update' has a payload that is not readable")
  }

  @Test func ofTooManyEventsTheOldestAreLostAndCounted() async throws {
    let engine = try engine()
    async let first: Void = server.tell("user", gone: [0])
    _ = try await events(of: engine, count: 1)
    await first
    // No more than a thousand wait on either side of the connection.
    await server.tell("user", gone: 1...5000)
    var items: [JSON] = []
    while items.last?["statusID"] != "5000" { items += try await events(of: engine).items }
    let dropped = items.compactMap { $0["dropped"]?.int }.reduce(0, +)
    let ids = items.compactMap { $0["statusID"]?.string.flatMap { Int($0) } }
    #expect(dropped >= 3000 && dropped + ids.count == 5000)
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
    #expect(items[0]["event"] == "gap" && items[0]["statusID"] == nil)
  }

  @Test func twoStreamsDoNotMix() async throws {
    let engine = try engine()
    async let one = events(of: engine, "name=user", count: 3)
    async let other = events(of: engine, "name=public", count: 3)
    await server.tell("public", gone: 11...13)
    await server.tell("user", gone: 1...3)
    #expect(try await one.map { $0["statusID"]?.string } == ["1", "2", "3"])
    #expect(try await other.map { $0["statusID"]?.string } == ["11", "12", "13"])
    #expect(Set(server.log) == ["user", "public"] && server.log.count == 2)
  }

  @Test func severalWhoListenToOneStreamShareItsEvents() async throws {
    let engine = try engine()
    let server = server
    let count = 40
    let items = try await withThrowingTaskGroup(of: [JSON].self) { group in
      for _ in 0..<4 { group.addTask { try await self.events(of: engine).items } }
      for id in 1...count { await server.tell("user", gone: [id]) }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    var ids = items.compactMap { $0["statusID"]?.string.flatMap { Int($0) } }
    while ids.count < count {
      ids += try await events(of: engine).items.compactMap { $0["statusID"]?.string.flatMap { Int($0) } }
    }
    #expect(ids.sorted() == Array(1...count) && server.log == ["user"])
  }

  @Test func whoeverWaitsInVainIsToldSoAndLosesNothing() async throws {
    let engine = try engine()
    let work = Task { try await self.events(of: engine) }
    while server.log.isEmpty { await Task.yield() }
    work.cancel()
    let (items, goesOn) = try await work.value
    #expect(items.isEmpty && goesOn)
    async let told: Void = server.tell("user", gone: [1])
    #expect(try await events(of: engine, count: 1).map { $0["statusID"] } == ["1"])
    await told
    #expect(server.log == ["user"])
  }

  @Test func whoeverWithdrawsTakesNoEventAlong() async throws {
    let engine = try engine()
    for _ in 0..<5 {
      let work = Task { try await engine.open("getEvents?items=true") ?? "" }
      work.cancel()
      #expect(try await !work.value.contains("delete"))
    }
    async let told: Void = server.tell("user", gone: [1, 2])
    #expect(try await events(of: engine, count: 2).map { $0["statusID"] } == ["1", "2"])
    await told
  }

  @Test(arguments: [
    (401, Failure.Code.unauthorized), (403, .forbidden), (503, .serverFailure),
  ])
  func aStreamThatNeverCameAboutFails(status: Int, code: Failure.Code) async throws {
    let stub = StubServer { request throws(TransportError) in
      guard request.route.contains("/streaming/") else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      return HTTPResponse(json: ["error": "no"], status: status)
    }
    let engine = try TestEngine(stub)
    for _ in 0..<2 { #expect(try await engine.failureCode(of: "getEvents") == code.rawValue) }
  }

  @Test func aServerThatHasNoMoreEndsTheList() async throws {
    let stub = StubServer { request throws(TransportError) in
      guard request.route.contains("/streaming/") else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      return HTTPResponse(status: 204)
    }
    let (items, goesOn) = try await events(of: try TestEngine(stub))
    #expect(items.isEmpty && !goesOn)
  }

  /// The note comes before the wait for the first event.
  @Test func aPolledListIsToldOnce() async throws {
    let stub = StubServer(changing: [
      "GET /api/v2/instance": ["domain": "a.example", "version": "2.7.2 (compatible; GoToSocial 0.20.0)"]
    ])
    let (notes, continuation) = AsyncStream.makeStream(of: Notice.self)
    let engine = try TestEngine(stub, transport: StreamServer(stub), tell: { continuation.yield($0) })
    for _ in 0..<2 {
      let work = Task { try await events(of: engine, "tag=cats") }
      if stub.log.isEmpty {
        let note = await notes.first { _ in true }
        #expect(
          note
            == .note(
              "stream tag:cats: GoToSocial 0.20.0 does not deliver tag:cats; reading its list every 30 to 45 s"))
      }
      work.cancel()
      _ = await work.result
    }
    continuation.finish()
    for await note in notes { Issue.record("it was told again: \(note)") }
  }

  @Test func whatCameBeforeAFailureIsNotLost() async throws {
    let engine = try engine()
    async let told: Void = server.tell("user", gone: [1])
    #expect(try await events(of: engine, count: 1).map { $0["statusID"] } == ["1"])
    await told
    await server.tell("user", gone: [2, 3])
    server.fail("user", TransportError(.untrusted, "another certificate", mayHaveArrived: false))
    #expect(try await events(of: engine, count: 2).map { $0["statusID"] } == ["2", "3"])
  }

  @Test func aListThatIsNotThereIsNotListenedTo() async throws {
    #expect(try await engine().failureCode(of: "getEvents?list=Nobody") == Failure.Code.notFound.rawValue)
    #expect(server.log.isEmpty)
  }
}
