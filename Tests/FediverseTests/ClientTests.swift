import JSONValue
import Testing

@testable import Fediverse

struct ClientTests {
  private let transport = ScriptedTransport()

  @Test func requestsCarryTheTokenAndTheProgramsName() async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"1","acct":"anna"}"#)
    let account = try await Client.scripted(transport).accounts.verifyCredentials()
    #expect(account.acct == "anna")
    let headers = transport.requests[0].headers
    #expect(headers["Authorization"] == "Bearer s3cret" && headers["User-Agent"] == "test/1")
    #expect(headers["Content-Type"] == nil && transport.requests[0].body == nil)
  }

  @Test func strangersSendNoToken() async throws {
    transport.on("GET /api/v1/statuses/1", #"{"id":"1"}"#)
    _ = try await Client.scripted(transport, token: nil).statuses.status("1")
    #expect(transport.requests[0].headers["Authorization"] == nil)
  }

  @Test func publishingSendsJSONAndItsKey() async throws {
    transport.on("POST /api/v1/statuses", #"{"id":"1"}"#)
    _ = try await Client.scripted(transport).statuses.publish(NewStatus("hi"), idempotencyKey: "k1")
    let request = transport.requests[0]
    #expect(request.headers["Idempotency-Key"] == "k1" && request.headers["Content-Type"] == "application/json")
    #expect(request.body == Array(#"{"status":"hi"}"#.utf8))
  }

  @Test func writesWithoutABodyHaveNoType() async throws {
    transport.on("POST /api/v1/statuses/1/favourite", #"{"id":"1","favourited":true}"#)
      .on("POST /api/v1/statuses/1/reblog", #"{"id":"2","reblog":{"id":"1"}}"#)
      .on("POST /api/v1/accounts/9/follow", #"{"id":"9","requested":true}"#)
    let client = try Client.scripted(transport, profile: .able(.mastodon))
    #expect(try await client.statuses.favorite("1").isFavorited == true)
    #expect(try await client.statuses.reblog("1").reblog?.id == "1")
    #expect(try await client.accounts.follow("9").isRequested)
    #expect(transport.requests.allSatisfy { $0.headers["Content-Type"] == nil && $0.body == nil })
  }

  @Test func relationshipsAreAskedFortyAtATime() async throws {
    let ids = (1...45).map(String.init)
    for part in [ids[..<40], ids[40...]] {
      let query = part.map { "id%5B%5D=\($0)" }.joined(separator: "&")
      let rows = part.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
      transport.on("GET /api/v1/accounts/relationships?\(query)", "[\(rows)]")
    }
    let rows = try await Client.scripted(transport).accounts.relationships(ids)
    #expect(rows.elements.map(\.id) == ids)
  }

  @Test(arguments: ["", ".", ".."])
  func missingIdentifiersAskNothing(_ id: String) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status(id) }
    #expect(error?.kind == .rejected && transport.asked.isEmpty)
  }

  @Test func pagesKeepTheServersLinks() async throws {
    let link = #"<https://example.social/api/v1/notifications?limit=2&types[]=a,b&max_id=5>; rel="next""#
    transport.on(
      "GET /api/v1/notifications?limit=2&max_id=9&types%5B%5D=mention", headers: ["Link": link], #"[{"id":"8"},{}]"#
    ).on("GET /api/v1/notifications?limit=2&types%5B%5D=a,b&max_id=5", #"[{"id":"4"}]"#)
    let client = try Client.scripted(transport)
    let page = try await client.notifications.list(limit: 2, after: "9", kinds: [.mention])
    #expect(page.elements.map(\.id) == ["8"] && page.unreadableRows.count == 1)
    let next = try #require(page.next)
    #expect(PageLink(next.description) == next)
    #expect(try await client.notifications.page(at: next).elements.map(\.id) == ["4"])
  }

  @Test func pagesOfOtherServersAreNotAsked() async throws {
    let link = try #require(PageLink("https://evil.example/api/v1/notifications"))
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.notifications.page(at: link) }
    #expect(error?.kind == .insecure && transport.asked.isEmpty)
  }

  @Test func rateLimitsAreRemembered() async throws {
    let headers: Headers = ["X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "299"]
    transport.on("GET /api/v1/statuses/1", headers: headers, #"{"id":"1"}"#)
    let client = try Client.scripted(transport)
    #expect(client.lastRateLimit == nil)
    _ = try await client.statuses.status("1")
    #expect(client.lastRateLimit?.remaining == 299)
  }

  @Test func redirectsAreFollowedWithoutTheToken() async throws {
    transport.on("GET /api/v1/statuses/1", status: 301, headers: ["Location": "https://www.example.org/s/1"])
      .on("GET https://www.example.org/s/1", status: 302, headers: ["Location": "/s/2"])
      .on("GET https://www.example.org/s/2", #"{"id":"1"}"#)
    _ = try await Client.scripted(transport).statuses.status("1")
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer s3cret", nil, nil])
  }

  /// The other host has its own limits and its own clock.
  @Test func nothingIsLearnedFromAnotherHost() async throws {
    let headers: Headers = ["Date": "Tue, 14 Nov 2000 22:13:20 GMT", "X-RateLimit-Limit": "3"]
    transport.on("GET /api/v1/statuses/1", status: 301, headers: ["Location": "https://www.example.org/s/1"])
      .on("GET https://www.example.org/s/1", headers: headers, #"{"id":"1"}"#)
    let client = try Client.scripted(transport)
    _ = try await client.statuses.status("1")
    #expect(client.sendTime.server == nil && client.lastRateLimit == nil)
  }

  @Test(arguments: ["http://example.social/x", "ftp://a/x", "javascript:x", "https://u:p@a.example/"])
  func unsafeRedirectsAreRefused(_ location: String) async throws {
    transport.on("GET /api/v1/statuses/1", status: 302, headers: ["Location": location])
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(error?.kind == .insecure && transport.asked.count == 1)
  }

  @Test func changesAreNotRedirected() async throws {
    transport.on("POST /api/v1/statuses/1/favourite", status: 307, headers: ["Location": "https://example.social/x"])
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.favorite("1") }
    #expect(error?.kind == .insecure && transport.asked.count == 1)
    #expect(error?.description.hasPrefix("example.social redirected POST /api/v1/statuses/1/favourite: ") == true)
  }

  @Test func endlessRedirectsEnd() async throws {
    transport.on("GET /api/v1/statuses/1", status: 302, headers: ["Location": "/api/v1/statuses/1"])
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(error?.kind == .malformed && transport.asked.count == Redirect.limit + 1)
  }

  @Test(arguments: [400, 401, 404, 405, 422, 501])
  func olderServersGiveTheFirstEdition(_ status: Int) async throws {
    transport.on("GET /api/v2/instance", status: status, #"{"error":"no"}"#)
      .on("GET /api/v1/instance", #"{"uri":"https://example.org/","title":"T"}"#)
    let client = try Client.scripted(transport)
    #expect(try await client.instance.instance().edition == .v1)
    #expect(try await client.domain() == "example.org")
    #expect(transport.askedOfCall.count == 2)
  }

  @Test(arguments: ["<html><title>Hi</title></html>", "{}", "[]", ""])
  func webPagesAreNoInstance(_ body: String) async throws {
    transport.on("GET /api/v2/instance", body).on("GET /api/v1/instance", #"{"uri":"example.org"}"#)
    #expect(try await Client.scripted(transport).instance.instance().domain == "example.org")
  }

  @Test func failingServersAreNotTakenForOlderOnes() async throws {
    transport.on("GET /api/v2/instance", status: 503)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.domain() }
    #expect(error?.kind == .server && transport.asked.count == 1)
  }

  @Test func localNamesGetTheDomainOfTheAccounts() async throws {
    transport.on("GET /api/v2/instance", #"{"domain":"example.org","title":"T"}"#)
    let client = try Client.scripted(transport)
    let local = try Account(json: ["id": "1", "acct": "anna"])
    let remote = try Account(json: ["id": "2", "acct": "ben@other.example"])
    #expect(try await client.qualifiedName(of: remote) == "ben@other.example")
    #expect(transport.asked.isEmpty)
    #expect(try await client.qualifiedName(of: local) == "anna@example.org")
    #expect(try await client.qualifiedName(of: local) == "anna@example.org")
    #expect(transport.asked.count == 1)
    let told = try Client.scripted(transport, domain: "given.example")
    #expect(try await told.qualifiedName(of: local) == "anna@given.example")
  }

  @Test func searchesSayWhatTheyAreFor() async throws {
    transport.on(
      "GET /api/v2/search?q=a%26b&type=hashtags&resolve=true&limit=3",
      #"{"accounts":[],"statuses":[{}],"hashtags":["x",{"name":"y"}]}"#)
    let results = try await Client.scripted(transport).search.search("a&b", kind: .hashtags, resolve: true, limit: 3)
    #expect(results.tags.elements.map(\.name) == ["x", "y"] && results.statuses.unreadableRows.count == 1)
  }

  @Test func contextsKeepTheirOrder() async throws {
    transport.on("GET /api/v1/statuses/1/context", #"{"ancestors":[{"id":"0"}],"descendants":[{"id":"2"},{"id":"3"}]}"#)
    let context = try await Client.scripted(transport).statuses.context("1")
    #expect(context.ancestors.elements.map(\.id) == ["0"] && context.descendants.elements.map(\.id) == ["2", "3"])
  }
}
