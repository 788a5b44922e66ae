import Testing

@testable import Fediverse

/// Lists of every kind: where they are asked for, and how one page leads to the next.
struct PagedListTests {
  /// GoToSocial does not know a hashtag that nobody has used; elsewhere the timeline itself may be missing.
  @Test(arguments: Flavor.allCases)
  func anUnusedHashtagHasNoStatuses(_ flavor: Flavor) async throws {
    let transport = ScriptedTransport().on("GET /api/v1/timelines/tag/cats?limit=40", status: 404, "{}")
      .on("GET /api/v1/timelines/home?limit=40", status: 404, "{}")
    let client = try Client.scripted(transport, profile: .able(flavor))
    if flavor == .gotosocial {
      let page = try await client.timelines.tag("#cats").page(limit: 40)
      #expect(page.elements.isEmpty && page.next == nil)
    } else {
      await #expect(throws: FediverseError.self) { try await client.timelines.tag("#cats").page(limit: 40) }
    }
    await #expect(throws: FediverseError.self) { try await client.timelines.home.page(limit: 40) }
  }

  private let transport = ScriptedTransport()

  /// A list, as the identifiers of its first page or of the page that a link leads to.
  struct Sample: Sendable, CustomTestStringConvertible {
    let request: String
    let ids: @Sendable (Client, PageLink?) async throws -> (ids: [String], next: PageLink?)

    var testDescription: String { request }

    init<Element: Entity & Identifiable>(
      _ request: String, _ list: @escaping @Sendable (Client) -> PagedList<Element>
    ) where Element.ID == String {
      self.request = request
      ids = { client, link in
        let list = list(client)
        let page =
          if let link { try await list.page(at: link) } else { try await list.page(limit: 2, [("a b", "c&d")]) }
        return (page.elements.map(\.id), page.next)
      }
    }
  }

  static let samples = [
    Sample("/api/v1/accounts/9/statuses?") { $0.accounts.statuses(of: "9") },
    Sample("/api/v1/accounts/9/followers?") { $0.accounts.followers(of: "9") },
    Sample("/api/v1/accounts/9/following?") { $0.accounts.following(of: "9") },
    Sample("/api/v1/favourites?") { $0.favorites },
    Sample("/api/v1/bookmarks?") { $0.bookmarks },
    Sample("/api/v1/timelines/home?") { $0.timelines.home },
    Sample("/api/v1/timelines/public?") { $0.timelines.public() },
    Sample("/api/v1/timelines/public?local=true&") { $0.timelines.public(local: true) },
    Sample("/api/v1/timelines/tag/caf%C3%A9?") { $0.timelines.tag("#café") },
    Sample("/api/v1/timelines/tag/a%2Fb?local=true&") { $0.timelines.tag("a/b", local: true) },
    Sample("/api/v1/timelines/list/3?") { $0.timelines.list("3") },
    Sample("/api/v1/notifications?types%5B%5D=mention&types%5B%5D=poll&") {
      $0.notifications.all(of: [.mention, .poll])
    },
    Sample("/api/v1/notifications?") { $0.notifications.all() },
    Sample("/api/v1/lists/3/accounts?") { $0.lists.members(of: "3") },
    Sample("/api/v1/admin/reports?resolved=false&") { $0.admin.reports() },
    Sample("/api/v1/admin/reports?resolved=true&") { $0.admin.reports(resolved: true) },
  ]

  private func rows(_ ids: [Int], resolved: Bool = false) -> String {
    let rows = ids.map {
      #"{"id":"\#($0)","username":"u","title":"t","type":"poll","action_taken":\#(resolved)}"#
    }
    return "[" + rows.joined(separator: ",") + "]"
  }

  @Test(arguments: samples)
  func pagesLeadOnByTextsThatCanBeKept(_ sample: Sample) async throws {
    let first = "GET \(sample.request)limit=2&a%20b=c%26d"
    let isResolved = sample.request.contains("resolved=true")
    transport.on(
      first, headers: ["Link": "<https://example.social/x?cursor=a%2Bb,c>; rel=\"next\""],
      rows([9, 8], resolved: isResolved)
    )
    .on("GET /x?cursor=a%2Bb,c", rows([7], resolved: isResolved))
    let client = try Client.scripted(transport)
    let page = try await sample.ids(client, nil)
    #expect(page.ids == ["9", "8"], "\(transport.asked)")
    let kept = try #require(page.next).description
    let link = try #require(PageLink(kept))
    let next = try await sample.ids(client, link)
    #expect(next.ids == ["7"] && next.next == nil)
    #expect(transport.asked == [first, "GET /x?cursor=a%2Bb,c"])
  }

  @Test(arguments: samples)
  func noListLeadsToAnotherServer(_ sample: Sample) async throws {
    let link = try #require(PageLink("https://evil.example/api/v1/favourites?max_id=1"))
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await sample.ids(client, link) }
    #expect(error?.kind == .insecure && transport.asked.isEmpty)
  }

  @Test(arguments: ["", ".", ".."])
  func identifiersThatAreNoneAreNotAskedFor(_ id: String) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.accounts.followers(of: id).page() }
    #expect(error?.kind == .rejected && transport.asked.isEmpty)
  }

  @Test func withoutLinksAFullPageIsFollowedByItsLastRow() async throws {
    transport.on("GET /api/v1/timelines/home?limit=2", rows([9, 8]))
      .on("GET /api/v1/timelines/home?limit=2&max_id=8", rows([7, 6]))
      .on("GET /api/v1/timelines/home?limit=2&max_id=6", rows([5]))
    let home = try Client.scripted(transport).timelines.home
    var page = try await home.page(limit: 2)
    var ids = page.elements.map(\.id)
    while let next = page.next {
      page = try await home.page(at: try #require(PageLink(next.description)))
      ids += page.elements.map(\.id)
    }
    #expect(ids == ["9", "8", "7", "6", "5"])
  }

  @Test func aServerThatIgnoresTheCursorEndsTheList() async throws {
    transport.on("GET /api/v1/timelines/home?limit=1", rows([9]))
      .on("GET /api/v1/timelines/home?limit=1&max_id=9", rows([9]))
    let home = try Client.scripted(transport).timelines.home
    let next = try #require(try await home.page(limit: 1).next)
    #expect(try await home.page(at: next).next == nil)
  }

  /// Favorites are in the order of favoriting, so that no row says where the next page begins.
  @Test func listsInAnotherOrderAreNotContinuedByRows() async throws {
    transport.on("GET /api/v1/favourites?limit=2", rows([9, 8]))
    #expect(try await Client.scripted(transport).favorites.page(limit: 2).next == nil)
  }

  @Test(arguments: [(20, true), (19, false)])
  func withoutALimitTwentyIsAFullPage(_ count: Int, _ leadsOn: Bool) async throws {
    transport.on("GET /api/v1/timelines/home", rows(Array(1...count)))
    #expect((try await Client.scripted(transport).timelines.home.page().next != nil) == leadsOn)
  }

  /// What the links of a page are, and which of them leads to older rows.
  @Test(arguments: [
    ("followers", "<?cursor=eyJpZCI6MTAsIl9wb2ludHNUb05leHRJdGVtcyI6dHJ1ZX0>; rel=prev", "eyJpZCI6MTAs"),
    ("followers", "<?cursor=AAA>; rel=next, <?cursor=BBB>; rel=prev", "BBB"),
    ("following", "<?cursor=BBB>; rel=prev", "BBB"),
    ("statuses", "<?cursor=AAA>; rel=next, <?cursor=BBB>; rel=prev", "AAA"),
    ("statuses", "<?cursor=CCC>; rel=next", "CCC"),
    ("followers", "<?max_id=1>; rel=next, <?min_id=9>; rel=prev", "max_id=1"),
    ("followers", "<?max_id=1>; rel=next, <?cursor=BBB>; rel=prev", "max_id=1"),
    // Where the cursor itself says which way it leads, it is believed.
    ("statuses", "<?cursor=eyJfcG9pbnRzVG9OZXh0SXRlbXMiOnRydWV9>; rel=prev", "eyJf"),
    ("followers", "<?cursor=A>; rel=next, <?cursor=eyJfcG9pbnRzVG9OZXh0SXRlbXMiOmZhbHNlfQ==>; rel=prev", "cursor=A"),
  ])
  func pixelfedsCursorsLeadTheRightWay(_ list: String, _ header: String, _ older: String) async throws {
    let header = LinkHeader(header)
    let url = try #require(WebURL("https://example.social/api/v1/accounts/1/\(list)"))
    let next = PageLinks(header, at: url).next
    #expect(next?.description.contains(older) == true, "\(next?.description ?? "none")")
  }

  @Test(arguments: ["<?min_id=9>; rel=prev", "", "<?cursor=%00>; rel=last"])
  func noOlderPageIsMadeUp(_ header: String) throws {
    let url = try #require(WebURL("https://example.social/api/v1/accounts/1/followers"))
    #expect(PageLinks(LinkHeader(header), at: url).next == nil)
  }

  @Test(arguments: [
    ("/n", "a", nil), ("/n?a=1&b=2", "a", "1"), ("/n?ab=1", "a", nil), ("/n?a=%26%3D", "a", "&="), ("/n?a=", "a", ""),
    ("/n?b&a=x", "a", "x"),
  ])
  func fieldsOfAQueryAreFound(_ target: String, _ name: String, _ value: String?) throws {
    let url = WebURL(origin: try ServerAddress("example.social"), target: target)
    #expect(url.value(of: name) == value)
    #expect(url.setting(name, to: "ä").value(of: name) == "ä")
    #expect(url.setting(name, to: "1").setting(name, to: "2") == url.setting(name, to: "2"))
  }
}
