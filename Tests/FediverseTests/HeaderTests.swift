import JSONValue
import Testing

@testable import Fediverse

/// What the headers of an answer say beside it: pages, limits, and calls that are going away.
struct HeaderTests {
  /// An exchange as somebody kept it, and what is to be read from its headers.
  struct Kept: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let status: Int
    let headers: Headers
    let expect: JSON

    init(_ name: String, _ path: String, status: Int = 200, _ headers: Headers, _ expect: JSON) {
      testDescription = name
      self.path = path
      self.status = status
      self.headers = headers
      self.expect = expect
    }

    /// A file of an exchange: path, status, headers and, where there is one, `expect`.
    init?(_ name: String, json: JSON) {
      guard let path = json["path"]?.string, let fields = json["headers"]?.object else { return nil }
      let headers = fields.members.map { Headers.Field(name: $0.name, value: $0.value.string ?? "") }
      self.init(name, path, status: json["status"]?.int ?? 200, Headers(headers), json["expect"] ?? [:])
    }
  }

  static let own = [
    Kept(
      "a comma in a query", "/api/v1/timelines/tag/x",
      ["Link": "</x?any[]=b,c&max_id=5>; rel=\"next\", </x?any[]=b,c&min_id=9>; rel=\"prev\""],
      ["older": "max_id=5", "newer": "min_id=9"]),
    Kept(
      "people on Pixelfed", "/api/v1/accounts/1/following",
      ["Link": "</f?cursor=A>; rel=next,</api/v1/accounts/1/following?cursor=B>; rel=\"prev\""],
      ["older": "cursor=B", "newer": "cursor=A"]),
    Kept("nothing older", "/api/v1/timelines/home?limit=20", ["Link": "</x?min_id=9>; rel=\"prev\""], ["older": .null]),
    Kept("no links, and full", "/api/v1/timelines/home?limit=2", [:], ["older": "max_id=<last id>"]),
    Kept(
      "an ISO reset", "/api/v1/timelines/home",
      ["X-RateLimit-Limit": "300", "X-RateLimit-Reset": "2026-05-01T10:00:00.000000Z"],
      ["reset": "2026-05-01T10:00:00Z"]),
    Kept("a Unix reset", "/api/v1/timelines/home", ["X-RateLimit-Reset": "1777000000"], ["reset": "unix"]),
    Kept(
      "too much", "/api/v1/timelines/public", status: 429, ["X-RateLimit-Reset": "2026-05-01T10:00:00Z"],
      ["wait_until": "2026-05-01T10:00:00Z"]),
    Kept("going away", "/api/v1/instance", ["Deprecation": "@1700000000"], ["warn_once": true]),
  ]

  @Test(arguments: own + kept)
  func headersSayWhatIsExpected(_ kept: Kept) async throws {
    let transport = ScriptedTransport()
    transport.on("GET \(kept.path)", status: kept.status, headers: kept.headers, #"[{"id":"12"},{"id":"11"}]"#)
    let client = try Client.scripted(transport)
    let url = try #require(WebURL("https://example.social\(kept.path)"))
    let list = PagedList<Status>(ordered: client, .get(Path(verbatim: url.path)))
    let result: Result<Page<Status>, FediverseError>
    do { result = .success(try await page(of: list, at: url, isFull: kept.headers["Link"] == nil)) } catch {
      result = .failure(error)
    }
    for (name, value) in kept.expect.object?.members ?? [] {
      try check(name, value, result, client, of: kept)
    }
    if kept.status == 200 { #expect(throws: Never.self) { try result.get() } }
  }

  /// The page, said to be full where there are no links.
  private func page(
    of list: PagedList<Status>, at url: WebURL, isFull: Bool
  ) async throws(FediverseError) -> Page<Status> {
    let full = (0..<20).map { #"{"id":"\#(31 - $0)"}"# }.joined(separator: ",")
    let answer = try await list.client.page(at: PageLink(url: url))
    let body = isFull ? Array("[\(full)]".utf8) : answer.http.body
    let response = HTTPResponse(status: 200, headers: answer.http.headers, body: body)
    let made = CallResponse(
      http: response, call: answer.call, url: answer.url, server: answer.server, token: nil,
      rateLimit: answer.rateLimit)
    return try PageResponse(made, cursor: list.cursor).page
  }

  private func check(
    _ name: String, _ value: JSON, _ result: Result<Page<Status>, FediverseError>, _ client: Client, of kept: Kept
  ) throws {
    switch name {
    case "older": try expect(try result.get().next, value, links: kept)
    case "newer": try expect(try result.get().previous, value, links: kept)
    case "reset":
      let moment = try #require(client.lastRateLimit?.resetsAt)
      #expect(value == "unix" ? moment.seconds > 1_600_000_000 : Timestamp(value.string ?? "") == moment)
    case "wait_until":
      guard case .failure(let error) = result else { throw FediverseError.endlessRedirect(.get("/x"), client.server) }
      #expect(error.retryAt?.seconds == Timestamp(value.string ?? "")?.seconds && error.kind == .rateLimited)
    case "warn_once":
      #expect(client.newDeprecations().count == 1 && client.newDeprecations().isEmpty)
    case "retry", "result_count":
      let refresh = try #require(kept.headers["Mastodon-Async-Refresh"].flatMap { AsyncRefresh(header: $0) })
      #expect((name == "retry" ? refresh.retryAfter : refresh.resultCount) == value.int)
    case "stop": break
    default: Issue.record("\(kept.testDescription) expects '\(name)', which nothing checks")
    }
  }

  private func expect(_ link: PageLink?, _ value: JSON, links kept: Kept) throws {
    guard let wanted = value.string else { return #expect(link == nil) }
    let header = LinkHeader(kept.headers["Link"] ?? "")
    switch wanted {
    case "max_id=<last id>": #expect(link?.url.value(of: "max_id") == "12")
    case _ where !wanted.contains(" "): #expect(link?.description.contains(wanted) == true, "\(wanted)")
    default:
      // In words: the URL as it stands, with the relation that the words name.
      let relation = wanted.contains("rel=prev") ? "prev" : "next"
      let target = try #require(header.reference(to: relation).flatMap { WebURL($0) }).target
      #expect(link?.url.target == target)
    }
  }

  @Test func aDeprecatedCallIsToldOnce() async throws {
    let transport = ScriptedTransport()
    let old: Headers = ["Deprecation": "@1700000000", "Sunset": "Wed, 11 Nov 2026 23:59:59 GMT"]
    transport.on("GET /api/v1/statuses/1", headers: old, #"{"id":"1"}"#)
      .on("GET /api/v1/statuses/2", headers: old, #"{"id":"2"}"#)
      .on("GET /api/v1/statuses/3/source", headers: ["Deprecation": "false"], #"{"id":"3"}"#)
      .on("GET /api/v1/lists", headers: ["Deprecation": "true"], "[]")
    let client = try Client.scripted(transport)
    #expect(client.newDeprecations().isEmpty)
    for id in ["1", "2"] { _ = try await client.statuses.status(id) }
    _ = try await client.statuses.source("3")
    let told = client.newDeprecations()
    #expect(told.map(\.description) == ["GET /api/v1/statuses/:id will be removed on 2026-11-11T23:59:59Z"])
    #expect(told.first?.since?.seconds == 1_700_000_000)
    _ = try await client.lists.all()
    _ = try await client.statuses.status("1")
    #expect(client.newDeprecations().map(\.call) == ["GET /api/v1/lists"])
  }

  /// The exchanges with real servers that are kept; none where no folder is named.
  private static let kept: [Kept] = {
    let samples = try? KeptSamples.all?.samples(of: ["HTTPHeaders"])
    return samples?.compactMap { Kept($0.name, json: $0.json) } ?? []
  }()
}
