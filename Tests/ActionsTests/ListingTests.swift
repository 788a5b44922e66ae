import Fediverse
import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Lists of many pages: how many rows are gathered, where the next ones are, and when a list is over.
struct ListingTests {
  private static let route = "GET /api/v1/timelines/home"
  private static let address = "https://a.example/api/v1/timelines/home"
  private static let now = 1_704_200_000

  /// A server whose timeline has these pages, each of which leads on to the one that `next` says.
  private static func stub(
    _ pages: [[JSON]], next: @escaping @Sendable (Int) -> Int? = { $0 + 1 }
  ) -> StubServer {
    StubServer { request throws(TransportError) in
      guard request.route == route || request.route == "GET /api/v1/favourites" else {
        return HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
      let place = request.query.split(separator: "&").first { $0.hasPrefix("max_id=") }
      let page = place.flatMap { Int($0.dropFirst("max_id=".count)) } ?? 0
      let path = String(request.route.dropFirst("GET ".count))
      let link = next(page).flatMap { pages.indices.contains($0) ? $0 : nil }.map {
        "<https://a.example\(path)?limit=40&max_id=\($0)>; rel=\"next\""
      }
      return HTTPResponse(json: .array(pages[page]), link: link ?? "<\(address)?min_id=1>; rel=\"prev\"")
    }
  }

  /// Statuses of these identifiers, of which each is an hour older than the one before.
  private static func rows(_ ids: ClosedRange<Int>) -> [JSON] {
    ids.map { row($0, secondsAgo: $0 * 3600) }
  }

  private static func row(_ id: Int, secondsAgo: Int) -> JSON {
    Bodies.status.changing("id", to: .string(String(id)))
      .changing("created_at", to: .string(Timestamp(seconds: now - secondsAgo).description))
  }

  private func listing(_ stub: StubServer, _ request: String) async throws -> (ids: [String], next: String?) {
    try await TestEngine(stub, now: { Self.now }).listing(of: request)
  }

  @Test(arguments: [
    // One page is enough, the next ones are needed, there are no more.
    ([40, 40], 40, 40, 1, true), ([40, 40], 41, 41, 2, true), ([20, 20, 20], 60, 60, 3, false),
    ([20, 20, 20], 50, 50, 3, true), ([0, 0, 5, 5], 3, 3, 3, true), ([0, 0, 0], 5, 0, 3, false),
    ([3], 40, 3, 1, false),
    ([1, 0, 1, 0, 1], 3, 3, 5, false), ([2, 2], 1, 1, 1, true),
  ])
  func rowsAreGatheredUntilThereAreEnough(sizes: [Int], count: Int, rows: Int, requests: Int, goesOn: Bool) async throws
  {
    var last = 0
    let pages = sizes.map { size -> [JSON] in
      defer { last += size }
      return size == 0 ? [] : Self.rows(last + 1...last + size)
    }
    let stub = Self.stub(pages)
    let (ids, next) = try await listing(stub, "getTimeline?count=\(count)")
    #expect(ids == (1...max(rows, 1)).map(String.init).prefix(rows).map(\.self))
    #expect(stub.requests(to: Self.route).count == requests)
    #expect((next != nil) == goesOn)
  }

  @Test func theNextPageBeginsWhereThisOneEnds() async throws {
    let stub = Self.stub([Self.rows(1...3), Self.rows(4...6), Self.rows(7...7)])
    var ids: [String] = []
    var page = ""
    for _ in 0..<3 {
      let listing = try await listing(stub, "getTimeline?count=3\(page)")
      ids += listing.ids
      page =
        listing.next.map {
          "&page="
            + CallbackURL(scheme: "a", action: "b", pairs: [.init("v", $0)]).description.split(separator: "v=")[1]
        } ?? ""
    }
    #expect(ids == (1...7).map(String.init) && page.isEmpty)
    #expect(stub.requests(to: Self.route).map(\.query) == ["limit=3", "limit=40&max_id=1", "limit=40&max_id=2"])
  }

  @Test(arguments: [
    ("to itself", 1, 2), ("to the first", 0, 3),
  ])
  func aServerThatLeadsBackIsNotAskedForEver(name: String, target: Int, requests: Int) async throws {
    let stub = Self.stub([[], []], next: { $0 == 0 ? 1 : target })
    let (ids, next) = try await listing(stub, "getTimeline?count=40")
    #expect(ids.isEmpty && next == nil)
    #expect(stub.requests(to: Self.route).count == requests)
  }

  @Test func aListOfNothingButEmptyPagesIsLeftInTime() async throws {
    let stub = Self.stub(Array(repeating: [], count: 200))
    let (ids, next) = try await listing(stub, "getTimeline?count=5")
    #expect(ids.isEmpty && next != nil, "the caller is told how far it went")
    #expect(stub.log.count <= 25)
  }

  @Test(arguments: ["row", [:], nil, ["id": nil], 7, []] as [JSON])
  func anOddRowCostsNoOther(odd: JSON) async throws {
    let stub = Self.stub([Self.rows(1...1) + [odd] + Self.rows(2...2), [odd], Self.rows(3...3)])
    let (ids, next) = try await listing(stub, "getTimeline?count=3")
    #expect(ids == ["1", "2", "3"] && next == nil)
  }

  @Test(arguments: [
    "https://evil.example/api/v1/timelines/home?max_id=1", "http://127.0.0.1/x", "https://a.example.evil.example/x",
    "https://a.example@evil.example/x",
  ])
  func aPageOfAnotherServerIsNotAskedFor(page: String) async throws {
    let engine = try TestEngine()
    let url = CallbackURL(scheme: "tusker", action: "getTimeline", pairs: [.init("page", page)])
    guard case .failure(let failure) = await engine.open(url).response else {
      Issue.record("it was asked for")
      return
    }
    #expect([.insecure, .invalidParameter].contains(failure.code), "\(failure)")
    #expect(engine.stub.requests.allSatisfy { $0.url.description.hasPrefix("https://a.example/") })
  }

  @Test(arguments: ["2", "max_id=2", "x y", "file:///etc/passwd", "/api/v1/timelines/home", "\u{0}"])
  func whatIsNoPageIsRefused(page: String) async throws {
    let engine = try TestEngine()
    let url = CallbackURL(scheme: "tusker", action: "getTimeline", pairs: [.init("page", page)])
    guard case .failure(let failure) = await engine.open(url).response else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.code == .invalidParameter && engine.stub.requests(to: Self.route).isEmpty)
  }

  @Test func aLinkToAnotherServerEndsInAFailureAndNotInAShortList() async throws {
    let stub = StubServer { _ throws(TransportError) in
      HTTPResponse(json: [Bodies.status], link: "<https://evil.example/x?max_id=1>; rel=\"next\"")
    }
    #expect(try await TestEngine(stub).failureCode(of: "getTimeline?count=5") == Failure.Code.insecure.rawValue)
    #expect(stub.requests.allSatisfy { $0.url.description.hasPrefix("https://a.example/") })
  }

  @Test(
    arguments: [
      ("before=3h", [4, 5, 6]), ("after=3h", [1, 2, 3]), ("since=3h", [1, 2, 3]), ("before=2h&after=4h", [3, 4]),
      ("before=1ms", [1, 2, 3, 4, 5, 6]), ("after=1s", []), ("before=7h", []), ("after=1w", [1, 2, 3, 4, 5, 6]),
      ("before=4h&after=4h", []), ("before=1h&after=5h", [2, 3, 4, 5]),
    ] as [(String, [Int])])
  func rowsOutsideOfTheTimesAreLeftOut(times: String, ids: [Int]) async throws {
    let stub = Self.stub([Self.rows(1...2), Self.rows(3...4), Self.rows(5...6)])
    let listing = try await listing(stub, "getTimeline?count=40&\(times)")
    #expect(listing.ids == ids.map(String.init))
    #expect(listing.next == nil)
  }

  @Test func timesAreToTheSecondAndTheBoundsOwnSideIsTheOlder() async throws {
    let stub = Self.stub([[3599, 3600, 3601].map { Self.row($0, secondsAgo: $0) }])
    #expect(try await listing(stub, "getTimeline?before=1h").ids == ["3601"])
    #expect(try await listing(stub, "getTimeline?after=1h").ids == ["3599", "3600"])
    let moment = Timestamp(seconds: Self.now - 3600).description.replacing(":", with: "%3A")
    #expect(try await listing(stub, "getTimeline?before=\(moment)").ids == ["3601"])
  }

  /// A page that ends with a single row that is too old may have it out of order.
  @Test func aListInOrderIsLeftAfterAPageThatIsTooOld() async throws {
    let stub = Self.stub([Self.rows(1...2), Self.rows(3...4), Self.rows(5...6), Self.rows(7...8)])
    #expect(try await listing(stub, "getTimeline?count=40&after=3h").ids == ["1", "2", "3"])
    #expect(stub.requests(to: Self.route).count == 3)
  }

  @Test func favoritesAreInNoOrderOfTheirTimes() async throws {
    let stub = Self.stub([
      [Self.row(9, secondsAgo: 90_000), Self.row(1, secondsAgo: 60)], [Self.row(2, secondsAgo: 120)],
    ])
    #expect(try await listing(stub, "getFavorites?count=40&after=1h").ids == ["1", "2"])
  }

  @Test func rowWithoutTimeIsSkippedAndReadOn() async throws {
    let row = Bodies.status.without("created_at")
    let stub = Self.stub([[row], Self.rows(1...1)])
    #expect(try await listing(stub, "getTimeline?count=2&after=2h").ids == ["1"])
  }

  @Test func aServerWithoutLinksIsReadOnByItsRows() async throws {
    let stub = StubServer { request throws(TransportError) in
      let isFirst = !request.query.contains("max_id")
      let body: JSON = isFirst ? .array(Self.rows(1...2)) : .array(Self.rows(3...3))
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Array(body.text.utf8))
    }
    let (ids, next) = try await listing(stub, "getTimeline?count=2")
    #expect(ids == ["1", "2"] && next?.contains("max_id=2") == true)
    #expect(try await listing(stub, "getTimeline?count=3").ids == ["1", "2"], "a short page is the last one")
  }
}
