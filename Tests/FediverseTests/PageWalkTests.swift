import JSONValue
import Testing

@testable import Fediverse

/// Walks through whole lists: where they go on, where they end, and what they say about it.
struct PageWalkTests {
  private let transport = ScriptedTransport()

  private func rows(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id":"\#($0)","username":"u"}"# }.joined(separator: ",") + "]"
  }

  private func links(next: String? = nil, prev: String? = nil) -> Headers {
    let links = [(next, "next"), (prev, "prev")].compactMap { target, name in
      target.map { "<\($0)>; rel=\"\(name)\"" }
    }
    return links.isEmpty ? [:] : ["Link": links.joined(separator: ", ")]
  }

  private func home() throws -> PagedList<Status> { try Client.scripted(transport).timelines.home }

  private let first = "GET /api/v1/timelines/home?limit=40"

  /// One server's way: the pages after the first by their target, with the identifiers and the links of each.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pages: [(target: String, ids: [Int], next: String?, prev: String?)]
    let ids: [Int]
    let ending: Completeness.Ending
    var goesOn: String?

    init(
      _ name: String, _ pages: [(String, [Int], String?, String?)], _ ids: [Int], _ ending: Completeness.Ending,
      goesOn: String? = nil
    ) {
      testDescription = name
      self.pages = pages.map { (target: $0.0, ids: $0.1, next: $0.2, prev: $0.3) }
      self.ids = ids
      self.ending = ending
      self.goesOn = goesOn
    }
  }

  private static let top = "/api/v1/timelines/home?limit=40"

  static let ways = [
    Way("Mastodon: no links on an empty page", [(top, [9, 8], "/a", "/p"), ("/a", [], nil, nil)], [9, 8], .complete),
    Way(
      "Pleroma: a next link on every page with a row", [(top, [9], "/a", nil), ("/a", [], nil, nil)], [9], .complete),
    Way("Friendica: links always, to itself at last", [(top, [9], "/a", "/p"), ("/a", [], "/a", nil)], [9], .complete),
    Way("Iceshrimp.NET: no next on a short page", [(top, [9, 8], nil, "/p")], [9, 8], .complete),
    Way(
      "Mastodon: rows filtered away", [(top, [], "/a", nil), ("/a", [], "/b", nil), ("/b", [7], nil, nil)], [7],
      .complete),
    Way("no links, and not full", [(top, [9, 8], nil, nil)], [9, 8], .complete),
    Way("rows that come twice", [(top, [9, 8], "/a", nil), ("/a", [8, 7], nil, "/p")], [9, 8, 7], .complete),
    Way("a page of known rows only", [(top, [9, 8], "/a", nil), ("/a", [9, 8], "/b", nil)], [9, 8], .repeated),
    Way("a circle", [(top, [9], "/a", nil), ("/a", [8], "/b", nil), ("/b", [7], "/a", nil)], [9, 8, 7], .repeated),
    Way("back to the first page", [(top, [9], top, nil)], [9], .repeated),
    Way("a page that leads to itself", [(top, [9], "/a", nil), ("/a", [8], "/a", nil)], [9, 8], .repeated),
    Way("nothing at all", [(top, [], nil, nil)], [], .complete),
    Way(
      "empty pages without end",
      [(top, [9], "/0", nil)] + (0..<20).map { ("/\($0)", [], "/\($0 + 1)", nil) }, [9], .cut, goesOn: "/10"),
    Way(
      "empty pages, but not too many",
      [(top, [9], "/0", nil)] + (0..<9).map { ("/\($0)", [], "/\($0 + 1)", nil) } + [("/9", [1], nil, nil)], [9, 1],
      .complete),
    Way(
      "Sharkey: no links at all",
      [(top, Array((61...100).reversed()), nil, nil), ("\(top)&max_id=61", Array((50...60).reversed()), nil, nil)],
      Array((50...100).reversed()), .complete),
    Way(
      "Sharkey, full to the last row",
      [(top, Array((61...100).reversed()), nil, nil), ("\(top)&max_id=61", [], nil, nil)],
      Array((61...100).reversed()), .complete),
    Way(
      "a server that ignores the cursor",
      [(top, Array((61...100).reversed()), nil, nil), ("\(top)&max_id=61", Array((61...100).reversed()), nil, nil)],
      Array((61...100).reversed()), .repeated),
    Way(
      "a server that gives twenty at most and no links",
      [(top, Array((1...20).reversed()), nil, nil), ("\(top)&max_id=1", [], nil, nil)], Array((1...20).reversed()),
      .complete),
  ]

  @Test(arguments: ways)
  func everyServersWayEndsWhereItEnds(_ way: Way) async throws {
    for page in way.pages {
      transport.on("GET \(page.target)", headers: links(next: page.next, prev: page.prev), rows(page.ids))
    }
    let found = try await home().collect(expected: 7)
    #expect(found.elements.map(\.id) == way.ids.map(String.init), "\(transport.asked)")
    #expect(found.completeness.ending == way.ending && found.completeness.fetched == way.ids.count)
    #expect(found.completeness.isComplete == (way.ending == .complete) && found.completeness.expected == 7)
    #expect(found.next?.url.target == way.goesOn)
    #expect(found.mark == nil || found.completeness.isComplete)
  }

  @Test func aFullPageWithoutLinksOfAnotherOrderMayBeCut() async throws {
    transport.on("GET /api/v1/favourites?limit=40", rows(Array(1...40)))
      .on("GET /api/v1/bookmarks?limit=40", rows(Array(1...39)))
    let client = try Client.scripted(transport)
    #expect(try await client.favorites.collect().completeness.ending == .cut)
    #expect(try await client.bookmarks.collect().completeness.ending == .complete)
  }

  /// Headers that link to no page, in which a list without links is read on by its identifiers.
  @Test(arguments: [
    "", " ", "garbage", ",", ";rel=prev", "<", "<x", "<https://a.example/?min_id=1; rel=\"prev\"", "<x>", "<x>; rel=",
    "<https://cdn.example>; rel=preconnect", "</s.css>; rel=preload, </y>; rel=\"first last\"", "\u{0}", "next",
  ])
  func aHeaderWithoutALinkToAPageEndsNoList(_ header: String) async throws {
    let all = Array((1...95).reversed())
    for (place, ids) in [("", all.prefix(40)), ("56", all[40..<80]), ("16", all[80...])] {
      let query = place.isEmpty ? "limit=40" : "limit=40&max_id=\(place)"
      transport.on("GET /api/v1/timelines/home?\(query)", headers: ["Link": header], rows(Array(ids)))
    }
    let found = try await home().collect()
    #expect(found.elements.map(\.id) == all.map(String.init) && found.completeness.ending == .complete, "\(header)")
  }

  @Test(arguments: [
    "<javascript:x>; rel=\"next\"", "<>; rel=next, </p>; rel=\"prev\"", "<http://[x>; rel=next",
    "https://a.example/b; rel=\"next\"", "<https://a.example/b; Rel=next", "</b>; rel='next'",
  ])
  func anUnusableLinkStaysLoud(_ header: String) async throws {
    transport.on(first, headers: ["Link": header], rows(Array((1...3).reversed())))
    #expect(try await home().collect().completeness.ending != .complete, "\(header)")
  }

  @Test(arguments: [
    // Fewer than wanted, just as many, and more; the place that the next walk begins at.
    (5, [9, 8, 7], Completeness.Ending.complete, nil), (3, [9, 8, 7], .complete, nil), (2, [9, 8], .limited, "/a"),
    (1, [9], .limited, "/api/v1/timelines/home?max_id=9&limit=40"),
    (0, [], .limited, "/api/v1/timelines/home?limit=1"),
  ])
  func noMoreThanWantedIsGivenAndNothingIsLost(
    _ limit: Int, _ ids: [Int], _ ending: Completeness.Ending, _ place: String?
  ) async throws {
    transport.on("GET /api/v1/timelines/home?limit=\(max(limit, 1))", headers: links(next: "/a"), rows([9, 8]))
      .on("GET /a", headers: links(prev: "/p"), rows([7]))
    let found = try await home().collect(limit: limit)
    #expect(found.elements.map(\.id) == ids.map(String.init) && found.completeness.ending == ending)
    #expect(found.next?.url.target == place)
  }

  @Test func aListInAnotherOrderGoesOnAtTheSamePage() async throws {
    transport.on("GET /api/v1/favourites?limit=3", headers: links(next: "/f?p=2"), rows([5, 9]))
      .on("GET /f?p=2", headers: links(next: "/f?p=3"), rows([2, 7])).on("GET /f?p=3", rows([1]))
    let list = try Client.scripted(transport).favorites
    let found = try await list.collect(limit: 3)
    #expect(found.elements.map(\.id) == ["5", "9", "2"] && found.completeness.ending == .limited)
    let next = try #require(found.next)
    let kept = try #require(PageLink(next.description))
    let rest = try await list.collect(from: kept)
    #expect(rest.elements.map(\.id) == ["2", "7", "1"] && rest.completeness.isComplete && rest.mark == nil)
  }

  @Test func aWalkThatFailedGoesOnWhereItWas() async throws {
    transport.on(first, headers: links(next: "/a"), rows([9])).on("GET /a", status: 503).on("GET /a", rows([9, 8]))
    var walk = try home().walk()
    #expect(try await walk.next()?.elements.map(\.id) == ["9"])
    await #expect(throws: FediverseError.self) { try await home().collect(from: walk.place) }
    #expect(walk.completeness.ending == .underway && walk.place?.url.target == "/a")
    #expect(try await walk.next()?.elements.map(\.id) == ["8"])
    #expect(try await walk.next() == nil && walk.completeness.description == "complete, 2 rows")
  }

  @Test func elementsComeOneByOneAndPagesOnlyWhenNeeded() async throws {
    transport.on(first, headers: links(next: "/a"), rows([9, 8])).on("GET /a", headers: links(next: "/b"), rows([]))
      .on("GET /b", rows([7]))
    var ids: [String] = []
    for try await status in try home().elements() {
      ids.append(status.id)
      if status.id == "9" { #expect(transport.asked.count == 1) }
    }
    #expect(ids == ["9", "8", "7"])
    transport.on("GET /api/v1/timelines/home?limit=1", headers: links(next: "/b"), rows([9]))
    var pages: [[String]] = []
    for try await page in try home().pages(limit: 1) { pages.append(page.elements.map(\.id)) }
    #expect(pages == [["9"]])
  }

  @Test(arguments: [400, 422, 500])
  func aServerThatWantsSmallerPagesIsAskedWithoutASize(_ status: Int) async throws {
    transport.on(
      "GET /api/v1/accounts/1/followers?limit=80", status: status, #"{"message":"x","errors":{"limit":["y"]}}"#
    )
    .on("GET /api/v1/accounts/1/followers", rows([3]))
    let list = try Client.scripted(transport).accounts.followers(of: "1")
    #expect(try await list.collect().elements.map(\.id) == ["3"])
    let refused = await #expect(throws: FediverseError.self) { try await list.collect(limit: 20) }
    #expect(refused?.kind == .notFound)
  }

  @Test func theLargestPageIsAskedFor() throws {
    let client = try Client.scripted(transport)
    #expect(client.timelines.home.largestPage == 40 && client.timelines.tag("followers").largestPage == 40)
    #expect(client.accounts.followers(of: "1").largestPage == 80 && client.notifications.all().largestPage == 80)
    #expect(client.lists.members(of: "1").largestPage == 80 && client.favorites.largestPage == 40)
    #expect(Path("/api/v1/domain_blocks").largestPage == 200 && Path("/api/v1/trends/tags").largestPage == 20)
  }

  /// What is measured: how many rows are alive at once while the whole list passes by.
  @Test func tenThousandFollowersComeOutWholeAndTwoPagesAtATime() async throws {
    let client = Client(
      server: try ServerAddress("example.social"), transport: GeneratedPages(rows: 10_000, oddEvery: 50))
    var walk = PagedList<CountedRow>(client, .get("/api/v1/accounts/1/followers")).walk(expected: 10_000)
    var (sum, odd): (Int, [UnreadableRow]) = (0, [])
    while let page = try await walk.next() {
      sum += page.elements.reduce(0) { $0 + (Int($1.id) ?? 0) }
      odd += page.unreadableRows
    }
    let oddNumbers = (0..<10_000).filter { $0 % 50 == 49 }
    #expect(sum == (0..<10_000).reduce(0, +) - oddNumbers.reduce(0, +))
    #expect(odd.map { $0.raw["acct"]?.string } == oddNumbers.map { "odd\($0)" })
    #expect(odd.allSatisfy { $0.reason == "row.id is not an identifier" })
    #expect(walk.completeness.description == "complete, 9800 of 10000 rows, 200 unreadable")
    #expect(walk.completeness.pages == 125 && (1...160).contains(CountedRow.most), "\(CountedRow.most) rows at once")
  }

  /// Rows by their times, and those that are returned of the ones at 100 or later: lists are ordered by arrival, and
  /// servers put pinned statuses first.
  @Test(
    arguments: [
      ([200, 150, 99, 98, 97, 96, 95], [200, 150]), ([200, 5, 150, 120], [200, 150, 120, 110]),
      ([5, 200, 150], [200, 150, 110]), ([99, 98], []), ([200, 99, 98, 97, 96], [200, 110]),
    ] as [([Int], [Int])])
  func singleRowsOutOfOrderEndNoWalk(_ first: [Int], _ taken: [Int]) async throws {
    transport.on(
      "GET /api/v1/timelines/home?limit=40", headers: links(next: "https://example.social/more"), rows(first)
    )
    .on("GET /more", rows([110]))
    var walk = try home().walk()
    walk.select = { (Int($0.id) ?? 0) >= 100 ? .taken : .beyond }
    var ids: [String] = []
    while let page = try await walk.next() { ids += page.elements.map(\.id) }
    #expect(ids == taken.map(String.init))
    #expect(walk.completeness.ending == .complete)
  }
}
