import JSONValue
import Testing

@testable import Fediverse

struct LinkHeaderTests {
  @Test(arguments: [
    (
      "<https://a/?max_id=1>; rel=\"next\", <https://a/?min_id=2>; rel=\"prev\"", "https://a/?max_id=1",
      "https://a/?min_id=2"
    ),
    ("<https://a/?types=x,y;z&max_id=1>; rel=\"next\"", "https://a/?types=x,y;z&max_id=1", nil),
    ("<https://a/?n>; title=\"a, b; <c>\"; rel=next", "https://a/?n", nil),
    ("<https://a/?n>; title=\"say \\\"hi\\\", rel=prev\" ; rel=\"next\"", "https://a/?n", nil),
    ("<https://a/?n>;rel=\"next\";max_id=\"1\";limit=20,<https://a/?p>;rel=\"prev\"", "https://a/?n", "https://a/?p"),
    ("<https://a/?n> ; REL = \"NEXT\"", "https://a/?n", nil),
    ("<https://a/?n>; rel=\"last next\"", "https://a/?n", nil),
    ("<https://a/?n>; rel=prev; rel=next", nil, "https://a/?n"),
    ("<https://a/?n>; anchor; rel=next", "https://a/?n", nil),
    ("</api?cursor=abc>; rel=\"next\"", "/api?cursor=abc", nil),
    ("", nil, nil),
    ("<https://a/?n", nil, nil),
    ("rel=next", nil, nil),
    ("<https://a/?n>; rel=\"next", "https://a/?n", nil),
    ("<https://a/?n>, , ,<https://a/?p>; rel=prev", nil, "https://a/?p"),
  ])
  func linksAreRead(_ header: String, _ next: String?, _ previous: String?) {
    let links = LinkHeader(header)
    #expect(links.reference(to: "next") == next)
    #expect(links.reference(to: "prev") == previous)
  }
}

struct RateLimitTests {
  private let now = Timestamp(seconds: 1_700_000_000)

  @Test(arguments: ["2023-11-14T22:20:00.123456Z", "1700000400"])
  func resetsAreReadInBothSpellings(_ text: String) {
    let limit = RateLimit(
      ["x-ratelimit-limit": "300", "X-RateLimit-Remaining": "7", "X-RateLimit-Reset": text], now: now)
    #expect(limit?.limit == 300)
    #expect(limit?.remaining == 7)
    #expect(limit?.resetsAt?.seconds == 1_700_000_400)
    #expect(limit?.retryAt == nil)
  }

  @Test(arguments: [("120", 1_700_000_120), ("Tue, 14 Nov 2023 22:15:20 GMT", 1_700_000_120)])
  func waitsAreReadInBothSpellings(_ text: String, _ seconds: Int) {
    #expect(RateLimit(["Retry-After": text], now: now)?.retryAt?.seconds == seconds)
  }

  @Test func noHeadersAreNoLimit() {
    #expect(RateLimit(["Content-Type": "text/html"], now: now) == nil)
    #expect(RateLimit(["Retry-After": "soon"], now: now) == nil)
  }
}

struct HeadersTests {
  @Test func namesAreComparedWithoutCase() {
    var headers: Headers = ["Link": "<a>", "X-Request-Id": "1"]
    headers.add("link", "<b>")
    #expect(headers["LINK"] == "<a>")
    #expect(headers.list("Link") == "<a>, <b>")
    #expect(headers["Lin"] == nil)
  }
}

struct CallTests {
  @Test func valuesStaySegments() {
    let id = "1/../../admin?x=1#y%2F"
    let path: Path = "/api/v1/statuses/\(id)/favourite"
    #expect(path.text == "/api/v1/statuses/1%2F..%2F..%2Fadmin%3Fx%3D1%23y%252F/favourite")
    #expect(path.isSound)
  }

  @Test(arguments: ["", ".", ".."])
  func valuesThatAreNoSegmentsAreUnsound(_ id: String) {
    let path: Path = "/api/v1/statuses/\(id)"
    #expect(!path.isSound)
  }

  @Test func queriesAreEscaped() {
    let call = Call.get("/x", [("types[]", "a b"), ("q", "é+&=")])
    #expect(call.target == "/x?types%5B%5D=a%20b&q=%C3%A9%2B%26%3D")
    #expect(call.summary == "GET /x")
  }

  @Test func bodiesSayWhatTheyAre() {
    #expect(Call.post("/x").content == nil)
    #expect(Call.post("/x", .form([("id", "1 2")])).content?.type == "application/x-www-form-urlencoded")
    #expect(Call.post("/x", .form([("id", "1 2")])).content?.bytes == Array("id=1%202".utf8))
    #expect(Call.post("/x", .json(["a": 1])).content?.type == "application/json")
  }
}

struct ProxySettingsTests {
  private func settings(_ variables: [String: String]) -> ProxySettings {
    ProxySettings { variables[$0] }
  }

  @Test(arguments: [
    (["https_proxy": "http://proxy.example:3128"], "proxy.example", 3128),
    (["HTTPS_PROXY": "proxy.example:8080"], "proxy.example", 8080),
    (["ALL_PROXY": "socks5h://proxy.example"], "proxy.example", 1080),
    (["https_proxy": "http://proxy.example:443/"], "proxy.example", 443),
    (["https_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2", "all_proxy": "http://c:3"], "a", 1),
    (["no_proxy": "social,other.example", "all_proxy": "http://c:3"], "c", 3),
  ])
  func variablesNameTheProxy(_ variables: [String: String], _ host: String, _ port: Int) throws {
    let proxy = try settings(variables).proxy(for: ServerAddress("www.example.com"))
    #expect(proxy?.host == host)
    #expect(proxy?.port == port)
  }

  @Test(arguments: [
    [:], ["https_proxy": ""], ["http_proxy": "http://a:1"], ["all_proxy": "http://a:1", "no_proxy": "*"],
    ["all_proxy": "http://a:1", "NO_PROXY": "x, .Example.com"], ["all_proxy": "http://a:1", "no_proxy": "example.com"],
    ["all_proxy": "http://a:1", "no_proxy": "www.example.com"],
  ])
  func someServersAreReachedStraight(_ variables: [String: String]) throws {
    #expect(try settings(variables).proxy(for: ServerAddress("www.example.com")) == nil)
  }

  @Test func loopbackNeverGoesThroughAProxy() throws {
    let settings = settings(["http_proxy": "http://a:1", "all_proxy": "http://a:1"])
    #expect(try settings.proxy(for: ServerAddress("127.0.0.1:80")) == nil)
  }

  @Test func proxiesMayWantAPassword() throws {
    let proxy = try settings(["https_proxy": "http://us%40er:p%3Aw@a:1"]).proxy(for: ServerAddress("b.example"))
    #expect(proxy?.credentials == ProxyAddress.Credentials(user: "us@er", password: "p:w"))
  }

  @Test(arguments: ["https://a:1", "socks4://a:1", "http://", "http://a:x"])
  func strangeProxiesAreErrorsWithoutTheSecret(_ text: String) throws {
    let server = try ServerAddress("b.example")
    #expect(throws: TransportError.self) { try settings(["https_proxy": text]).proxy(for: server) }
  }
}
