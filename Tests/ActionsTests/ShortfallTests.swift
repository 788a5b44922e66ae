import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What the callback of a list tells next to its rows: what could not be read, what was dropped, and where it stopped.
struct ShortfallTests {
  private static let now = 1_704_200_000

  private func data(_ stub: StubServer, _ request: String) async throws -> JSON.Object {
    let separator = request.contains("?") ? "&" : "?"
    return try await TestEngine(stub, now: { Self.now }).data(of: "\(request)\(separator)json=true&items=true")
  }

  @Test(
    arguments: [
      ("getTimeline?count=9", "GET /api/v1/timelines/home", Bodies.status),
      ("getFollowers?of=2&count=9", "GET /api/v1/accounts/2/followers", Bodies.bob),
      ("getLists", "GET /api/v1/lists", ["id": "3", "title": "Friends"]),
    ] as [(String, String, JSON)])
  func unreadableRowsAreCounted(request: String, route: String, row: JSON) async throws {
    let stub = StubServer(changing: [route: [7, row, row.without("id"), [:]]])
    let data = try await data(stub, request)
    #expect(data["items"]?.array?.count == 1 && data["unreadable"]?.int == 3)
    #expect(data["unreadableReason"]?.string?.isEmpty == false)
    let callback = try #require(try await TestEngine(stub).open(request))
    #expect(try CallbackURL(parsing: callback).values(of: "unreadable") == ["3"], "a caller that wants no items")
  }

  @Test(arguments: [.null, "", "yesterday"] as [JSON], ["before=1h", "after=9000d"])
  func rowsWithoutTimeAreInNoRange(time: JSON, range: String) async throws {
    let row = Bodies.status.changing("created_at", to: time)
    let stub = StubServer(changing: ["GET /api/v1/accounts/1/statuses": [row, Bodies.status.changing("id", to: "8")]])
    let data = try await data(stub, "getStatuses?\(range)&count=9")
    #expect(data["statuses"]?.string == "8" && data["unreadable"]?.int == 1)
  }

  @Test func aWholeListLacksNothing() async throws {
    let data = try await data(StubServer(changing: [:]), "getTimeline")
    var rest = data
    #expect(Shortfall(takingFrom: &rest) == Shortfall() && rest == data)
  }

  private static let catalog = Catalog(Action.all.map(\.signature), records: Action.parts)

  private static func shape(of request: String) -> RecordShape? {
    let signature = catalog.signature(action: SampleRequests.action(request))
    return signature?.items?.record ?? signature?.record
  }

  /// Every time of every record, however deep, has its text beside it.
  @Test(arguments: SampleRequests.all.filter { shape(of: $0) != nil })
  func timesHaveTextBesideThem(request: String) async throws {
    let shape = try #require(Self.shape(of: request))
    let separator = request.contains("?") ? "&" : "?"
    let callback = try await TestEngine(answering: .once).open("\(request)\(separator)json=true&items=true&item=true")
    let url = try CallbackURL(parsing: try #require(callback))
    try #require(url.description.hasPrefix("app://x-callback-url/yes"), "\(url)")
    let data = try #require(Response.success(url.pairs).json?.object)
    for row in data["items"]?.array ?? [data["item"]].compactMap(\.self) {
      check(row, shape, Self.catalog)
    }
  }

  private func check(_ json: JSON, _ shape: RecordShape, _ catalog: Catalog) {
    for field in shape.fields {
      guard let value = json[field.name] else { continue }
      switch field.kind {
      case .time:
        let text = value.int.map { JSON.string(Instant(seconds: $0).rfc3339) }
        #expect(text != nil && json[field.name + "At"] == text, "\(shape.name).\(field.name)")
        #expect(shape.field(field.name + "At")?.kind == .text, "it is documented")
      case .record(let name), .list(.record(let name)):
        guard let shape = catalog.records[name] else { continue }
        for part in value.array ?? [value] { check(part, shape, catalog) }
      default: continue
      }
    }
  }

  @Test func otherKindsAreDroppedAndCounted() async throws {
    let rows: JSON = [Bodies.mention, Bodies.mention.changing("id", to: "5").changing("type", to: "follow")]
    let data = try await data(
      StubServer(changing: ["GET /api/v1/notifications": rows]), "getNotifications?kind=follow")
    #expect(data["notifications"]?.string == "5" && data["unrequested"]?.int == 1)
  }

  /// A server whose links lose the filter, as Takahe's do.
  @Test func aLostFilterIsPutBack() async throws {
    let stub = StubServer { request throws(TransportError) in
      guard request.route == "GET /api/v1/notifications" else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      let isFirst = !request.query.contains("max_id")
      let kind = request.query.contains("types%5B%5D=follow") ? "follow" : "mention"
      let row = Bodies.mention.changing("id", to: isFirst ? "9" : "8").changing("type", to: .string(kind))
      let link =
        isFirst ? "<https://a.example/api/v1/notifications?max_id=9>; rel=\"next\"" : "<x?min_id=1>; rel=\"prev\""
      return HTTPResponse(json: [row], link: link)
    }
    let data = try await data(stub, "getNotifications?kind=follow&count=9")
    #expect(data["notifications"]?.string == "9,8" && data["unrequested"] == nil)
  }

  @Test(arguments: ["getTimeline?count=9", "getFavorites?count=9"])
  func aLinkThatIsNoURLIsTold(request: String) async throws {
    let stub = StubServer { request throws(TransportError) in
      HTTPResponse(json: [Bodies.status], link: "<javascript:x>; rel=\"next\"")
    }
    let data = try await data(stub, request)
    #expect(data["items"]?.array?.count == 1 && data["next"] == nil)
    #expect(data["incompleteCode"]?.int == Failure.Code.malformedAnswer.rawValue)
    #expect(data["incomplete"]?.string?.contains("next page") == true)
  }

  @Test func whatWasReadUntilTheTimeoutIsReturned() async throws {
    let reached = AsyncStream<Void>.makeStream()
    let stub = StubServer { request throws(TransportError) in
      guard request.query.contains("max_id") else {
        return HTTPResponse(
          json: [Bodies.status], link: "<https://a.example/api/v1/timelines/home?max_id=9>; rel=\"next\"")
      }
      reached.continuation.yield()
      try? await Task.sleep(for: .seconds(3600))
      throw TransportError(.canceled, "the task was canceled", mayHaveArrived: false)
    }
    let engine = try TestEngine(stub)
    let task = Task { try await engine.data(of: "getTimeline?count=9&json=true&items=true") }
    for await _ in reached.stream { break }
    task.cancel()
    let data = try await task.value
    #expect(data["items"]?.array?.count == 1 && data["next"]?.string?.contains("max_id=9") == true)
    #expect(data["incompleteCode"]?.int == Failure.Code.timedOut.rawValue)
    #expect(data["incomplete"]?.string == "reading stopped after 1 page")
  }

  @Test(arguments: [true, false]) func rowsFromBeforeATimeAreFoundByTheirIdentifiers(isSnowflake: Bool) async throws {
    let stub = StubServer { request throws(TransportError) in
      guard request.route == "GET /api/v1/timelines/home" else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      let pairs = request.query.split(separator: "&").map { $0.split(separator: "=") }
      func number(_ name: String) -> Int? { pairs.first { $0[0] == name }.flatMap { Int($0[1]) } }
      let limit = number("limit") ?? 20
      func id(_ row: Int) -> Int { isSnowflake ? (Self.now - row * 30) * 1000 << 16 : 5_000_000 - row * 3 }
      let first = number("max_id").map { before in (0..<20_000).first { id($0) < before } ?? 20_000 } ?? 0
      let rows = (first..<min(first + limit, 20_000)).map { row in
        Bodies.status.changing("id", to: .string(String(id(row))))
          .changing("created_at", to: .string(Timestamp(seconds: Self.now - row * 30).description))
      }
      let link =
        "<https://a.example/api/v1/timelines/home?limit=\(limit)&max_id=\(id(first + limit - 1))>; rel=\"next\""
      return HTTPResponse(json: .array(rows), link: link)
    }
    let data = try await data(stub, "getTimeline?before=2d&count=3")
    let times = (data["items"]?.array ?? []).compactMap { $0["posted"]?.int }
    #expect(times == (1...3).map { Self.now - 172_800 - $0 * 30 })
    #expect(stub.requests(to: "GET /api/v1/timelines/home").count < (isSnowflake ? 6 : 40))
  }

  /// Identifiers that say nothing of the time: the list is read page by page, and a person is told how far it has come.
  @Test func aLongSearchTellsWhereItIs() async throws {
    let (reached, continuation) = AsyncStream.makeStream(of: Void.self)
    let told = Mutex<[String]>([])
    let stub = StubServer { request throws(TransportError) in
      guard request.route == "GET /api/v1/timelines/home" else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      let page = Int(request.query.split(separator: "page=").last.map(String.init) ?? "") ?? 0
      if page == 3 {
        continuation.yield()
        try? await Task.sleep(for: .seconds(3600))
        throw TransportError(.canceled, "the task was canceled", mayHaveArrived: false)
      }
      let rows = (0..<2).map { row in
        let time = Timestamp(seconds: Self.now - page * 3600 - row * 60).description
        return Bodies.status.changing("id", to: row == 0 ? .string("q\(page)") : .string("a\(page)")).changing(
          "created_at", to: .string(time))
      }
      let link = "<https://a.example/api/v1/timelines/home?page=\(page + 1)>; rel=\"next\""
      return HTTPResponse(json: .array(rows), link: link)
    }
    let engine = try TestEngine(
      stub, now: { Self.now },
      tell: { notice in
        if case .progress(let text) = notice { told.withLock { $0.append(text) } }
      })
    let task = Task { try await engine.data(of: "getTimeline?before=2d&count=3&json=true&items=true") }
    for await _ in reached { break }
    task.cancel()
    let data = try await task.value
    let moments = (0..<3).map { Timestamp(seconds: Self.now - $0 * 3600 - 60).description }
    let start = Timestamp(seconds: Self.now - 2 * 86_400).description
    #expect(told.withLock { $0 } == moments.map { "looking for \(start), now at \($0)" })
    #expect(data["incomplete"]?.string == "reading stopped after 3 pages, at \(moments[2])")
    #expect(data["items"]?.array?.isEmpty == true)
  }

  @Test func aCursorContinuesItsOwnWalkOnly() async throws {
    let stub = StubServer { request throws(TransportError) in
      guard request.route == "GET /api/v1/favourites" else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      let rows = ["1", "2", "3", "4", "5"].map { Bodies.status.changing("id", to: .string($0)) }
      return HTTPResponse(json: .array(rows))
    }
    let engine = try TestEngine(stub)
    func page(_ cursor: String?) async throws -> (ids: [String], next: String?) {
      let pairs = [("count", "2"), ("page", cursor)].compactMap { name, value in
        value.map { CallbackURL.Pair(name, $0) }
      }
      let url = CallbackURL(scheme: "tusker", action: "getFavorites", pairs: pairs)
      return try await engine.listing(of: String(url.description.split(separator: "/").last ?? ""))
    }
    let (first, other) = (try await page(nil), try await page(nil))
    #expect(first.next != other.next, "each walk has a cursor of its own")
    let second = try await page(first.next)
    let third = try await page(second.next)
    #expect(second.ids == ["3", "4"] && third.ids == ["5"] && third.next == nil)
    #expect(try await page(other.next).ids == ["3", "4"])
    #expect(try await page(first.next).ids == ["1", "2"], "rows are repeated rather than lost")
  }

  @Test func resultsOfASearchSayWhatTheyAre() async throws {
    let data = try await data(StubServer(changing: [:]), "getSearchResults?query=cats")
    #expect(data["results"] == "account:2,status:9,tag:cats")
    let rows = data["items"]?.array ?? []
    #expect(rows.map { $0["type"] } == ["account", "status", "tag"])
    #expect(rows[0]["account"]?["username"] == "bob@b.example" && rows[1]["status"]?["id"] == "9")
    #expect(rows[2]["tag"] == "cats" && data["mayBeCut"] == nil)
  }

  @Test(arguments: [
    ("count=40", 40, true), ("count=20", 20, false), ("count=30", 20, true), ("count=30", 19, false),
    ("count=40&type=tag", 40, true), ("count=40&type=account", 40, false), ("", 20, false),
  ])
  func aSearchThatMayHaveMoreSaysSo(query: String, sent: Int, isCut: Bool) async throws {
    let tags = (0..<sent).map { JSON.object(["name": .string("t\($0)")]) }
    let stub = StubServer(changing: [
      "GET /api/v2/search": ["accounts": [[:]], "statuses": [], "hashtags": .array(tags)]
    ])
    let data = try await data(stub, "getSearchResults?query=x&\(query)")
    #expect((data["mayBeCut"] == .bool(true)) == isCut)
    #expect((data["unreadable"]?.int ?? 0) == (query.contains("tag") ? 0 : 1))
  }
}
