import Testing

@testable import Fediverse

/// Pages as servers cut them, and links that lead astray.
struct PagingTests {
  private let transport = ScriptedTransport()

  private func rows(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id":"\#($0)","type":"poll"}"# }.joined(separator: ",") + "]"
  }

  private func link(_ target: String, _ relation: String = "next") -> Headers {
    ["Link": "<\(target)>; rel=\"\(relation)\""]
  }

  @Test(arguments: [(0, 1, 0), (-1, 1, 0), (Int.min, 1, 0), (1, 1, 1), (80, 80, 2), (81, 80, 2), (Int.max, 80, 2)])
  func anyNumberCanBeAskedFor(_ count: Int, _ limit: Int, _ given: Int) async throws {
    transport.on("GET /api/v1/notifications?limit=\(limit)", rows([9, 8]))
      .on("GET /api/v1/notifications?limit=\(limit)&max_id=8", "[]")
    let page = try await Client.scripted(transport).notifications.newest(count)
    #expect(page.elements.count == given)
    #expect(transport.asked.first == "GET /api/v1/notifications?limit=\(limit)")
  }

  @Test func moreThanWasWantedIsNotLost() async throws {
    transport.on("GET /api/v1/notifications?types%5B%5D=poll&limit=3", headers: link("/n?p=2"), rows([9, 8]))
      .on("GET /n?p=2", headers: link("/n?p=3"), rows([7, 6, 5, 4]))
      .on("GET /api/v1/notifications?types%5B%5D=poll&max_id=7&limit=80", rows([6]))
    let client = try Client.scripted(transport)
    let page = try await client.notifications.newest(3, kinds: [.poll])
    #expect(page.elements.map(\.id) == ["9", "8", "7"])
    let next = try #require(page.next)
    #expect(try await client.notifications.page(at: next).elements.map(\.id) == ["6"], "\(transport.asked)")
  }

  @Test(arguments: [
    "https://evil.example/api/v1/notifications?max_id=1", "//evil.example/n", "https://example.social.evil.example/n",
    "http://127.0.0.1/n", "https://www.example.social/n",
  ])
  func linksToOtherServersAreRefusedAloud(_ target: String) async throws {
    transport.on("GET /api/v1/notifications?limit=5", headers: link(target), rows([9]))
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.newest(5) }
    #expect(error?.kind == .insecure && error?.detail?.contains("another server") == true)
    #expect(transport.asked.count == 1)
  }

  /// What a server says of its own scheme and port behind a proxy is often wrong; the client keeps to its own.
  @Test(arguments: [
    "http://example.social/n?max_id=1", "https://example.social:3000/n?max_id=1", "/n?max_id=1",
    "//EXAMPLE.social/n?max_id=1",
    "../../n?max_id=1", "https://example.social./n?max_id=1#x",
  ])
  func ownLinksAreAskedOfTheOwnOrigin(_ target: String) async throws {
    transport.on("GET /api/v1/notifications?limit=2", headers: link(target), rows([9]))
      .on("GET /n?max_id=1", rows([8]))
    let page = try await Client.scripted(transport).notifications.newest(2)
    #expect(page.elements.map(\.id) == ["9", "8"])
    #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == "Bearer s3cret" })
  }

  @Test(arguments: [
    "javascript:alert(1)", "https://u:p@example.social/n", "ftp://example.social/n", "https://example.social:0/n",
    "mailto:a@example.social",
  ])
  func linksThatAreNoneEndTheList(_ target: String) async throws {
    transport.on("GET /api/v1/notifications?limit=5", headers: link(target), rows([9]))
    let page = try await Client.scripted(transport).notifications.newest(5)
    #expect(page.elements.count == 1 && page.next == nil && transport.asked.count == 1)
  }

  @Test(arguments: [
    // Pixelfed: a cursor, and no blank after the comma.
    (
      "<https://example.social/n?limit=5&cursor=eyJpZCI6MX0%3D>; rel=\"next\",<https://example.social/p>; rel=\"prev\"",
      "/n?limit=5&cursor=eyJpZCI6MX0%3D"
    ),
    // Friendica: numbered members, dates as cursors, an offset.
    (
      "<https://example.social/n?exclude_types%5B0%5D=follow&max_id=2024-01-01T10%3A00%3A00.000Z>; rel=\"next\"",
      "/n?exclude_types%5B0%5D=follow&max_id=2024-01-01T10%3A00%3A00.000Z"
    ),
    ("<https://example.social/n?offset=40>; rel=next", "/n?offset=40"),
    // Mastodon: a comma in a value.
    ("<https://example.social/n?any[]=b,c&max_id=5>; rel=\"next\"", "/n?any%5B%5D=b,c&max_id=5"),
    // Pleroma: parameters after the relation.
    ("<https://example.social/n?max_id=A1>; rel=\"next\"; title=\"older, rel=prev\"", "/n?max_id=A1"),
    // An escape that is none, and blanks around.
    ("<  https://example.social/n?x=100%  >;rel=next", "/n?x=100%25"),
    ("<?c=1>; rel=next", "/api/v1/notifications?c=1"),
  ])
  func cursorsOfEverySoftwareAreOpaque(_ header: String, _ target: String) async throws {
    transport.on("GET /api/v1/notifications?limit=2", headers: ["Link": header], rows([9])).on(
      "GET \(target)", rows([8]))
    let page = try await Client.scripted(transport).notifications.newest(2)
    #expect(page.elements.map(\.id) == ["9", "8"], "\(transport.asked)")
  }

  @Test func circlesOfPagesAreLeft() async throws {
    transport.on("GET /api/v1/notifications?limit=9", headers: link("/b"), rows([9]))
      .on("GET /b", headers: link("/c"), rows([8])).on("GET /c", headers: link("/b"), rows([7]))
    let page = try await Client.scripted(transport).notifications.newest(9)
    #expect(page.elements.map(\.id) == ["9", "8", "7"] && transport.asked.count == 3 && page.next == nil)
  }

  @Test func aServerThatIgnoresTheCursorIsNotAskedForEver() async throws {
    let newest = Array((1...40).reversed())
    transport.on("GET /api/v1/notifications?limit=80", rows(newest))
      .on("GET /api/v1/notifications?limit=80&max_id=1", rows(newest))
    #expect(try await Client.scripted(transport).notifications.newest(99).elements.count == 40)
    #expect(transport.asked.count == 2, "\(transport.asked)")
  }

  @Test func oddRowsAreKeptAndDoNotStopTheWalk() async throws {
    transport.on("GET /api/v1/notifications?limit=2", headers: link("/b"), #"[{},null,{"id":""}]"#)
      .on("GET /b", headers: link("/c"), #"[{"id":5},{"id":"5"},"x"]"#).on("GET /c", headers: link("/d"), rows([4]))
    let page = try await Client.scripted(transport).notifications.newest(2)
    #expect(page.elements.map(\.id) == ["5", "4"])
    #expect(page.unreadableRows.map(\.index) == [0, 1, 2, 2], "each at its place in the list that it came with")
    #expect(page.next?.description == "https://example.social/d")
  }

  @Test func theLastLimitThatWasSaidIsTold() async throws {
    var headers = link("/b")
    headers.add("X-RateLimit-Remaining", "12")
    transport.on("GET /api/v1/notifications?limit=2", headers: headers, rows([9])).on("GET /b", rows([8]))
    let page = try await Client.scripted(transport).notifications.newest(2)
    #expect(page.rateLimit?.remaining == 12)
  }

  @Test(arguments: ["{}", "null", "", #"{"error":"no"}"#, "<html>"])
  func aPageThatIsNoListIsAnError(_ body: String) async throws {
    transport.on("GET /api/v1/notifications?limit=2", headers: link("/b"), rows([9])).on("GET /b", body)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.newest(2) }
    #expect(error?.kind == (body.contains("error") ? .rejected : .malformed))
    #expect(error?.request == "GET /b")
  }

  @Test(arguments: ["", "x", "javascript:x", "https://u@example.social/n", "/n"])
  func keptLinksAreCheckedAgain(_ text: String) {
    #expect(PageLink(text) == nil)
  }

  @Test(arguments: [
    "<a>;rel=next<b>;rel=next", "<<a>>;rel=next", "><a>;rel=next", "<>;rel=next", "<a>;rel=\"\\", "<a>;;;=;\"=\";rel",
    "<a>;rel==next", "<a>;rel=\"next", "<a>;\u{0}rel=next", "<a>,<b>,<", ";rel=next;<a>", "<a>;rel=\"NEXT\tprev\"",
  ])
  func brokenHeadersEndWithoutHarm(_ header: String) {
    let links = LinkHeader(header)
    #expect(links.links.count <= 2)
    #expect(links.links.allSatisfy { !$0.reference.contains(">") && !$0.relations.contains("") })
  }

  @Test func longHeadersTakeNoLongerThanTheirLength() {
    for part in ["<", "<>", "<a>;", ";rel=\"", "<a>;rel=next,", "\"\\", "<a>;x=\"<b>\","] {
      #expect(LinkHeader(String(repeating: part, count: 20_000)).links.count <= 20_000)
    }
  }
}
