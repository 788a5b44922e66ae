import JSONValue
import Synchronization
import Testing

@testable import Fediverse

/// What is shown of requests: all that helps, and no secret.
struct TracingTests {
  private let shown = Shown()

  /// The exchanges that were reported.
  private final class Shown: Sendable {
    private let list = Mutex<[HTTPExchange]>([])

    var exchanges: [HTTPExchange] { list.withLock { $0 } }

    func add(_ exchange: HTTPExchange) { list.withLock { $0.append(exchange) } }
  }

  private func client(_ transport: ScriptedTransport, token: String = "s3cret-t0ken") throws -> Client {
    Client(
      server: try ServerAddress("example.social"), token: AccessToken(token),
      transport: TracingTransport(transport, report: { [shown] exchange in shown.add(exchange) }),
      policy: .none)
  }

  private var text: String {
    shown.exchanges.flatMap { $0.lines + [$0.json.text] }.joined(separator: "\n")
  }

  @Test func aRequestIsShownWithItsStatusAndHeaders() async throws {
    let transport = ScriptedTransport().on("POST /api/v1/statuses", headers: ["X-Request-Id": "7"], #"{"id":"1"}"#)
    _ = try await client(transport).statuses.publish(NewStatus("Hi"), idempotencyKey: "k")
    let exchange = try #require(shown.exchanges.first)
    #expect(exchange.lines.first == "> POST https://example.social/api/v1/statuses")
    #expect(exchange.lines.contains(">   Authorization: …") && exchange.lines.contains(">   Idempotency-Key: k"))
    #expect(exchange.lines.contains(#">   {"status":"Hi"}"#) && exchange.lines.contains("<   X-Request-Id: 7"))
    #expect(exchange.json["status"] == 200 && exchange.json["body"]?.string == #"{"status":"Hi"}"#)
    #expect(exchange.json["milliseconds"]?.int != nil && exchange.json["error"] == nil)
  }

  @Test func aFailureIsShownWithItsReason() async throws {
    let lost = TransportError(.network, "connection refused", mayHaveArrived: false)
    let client = try client(ScriptedTransport().on("GET /api/v1/statuses/1", fails: lost))
    await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    let exchange = try #require(shown.exchanges.first)
    #expect(exchange.status == nil && exchange.error == "connection refused")
    #expect(exchange.lines.last?.hasPrefix("! connection refused after ") == true)
  }

  /// Servers echo what they receive, and addresses carry tokens and codes.
  @Test(arguments: 0..<40)
  func noSecretIsShown(_ seed: Int) async throws {
    let secret = "Tr0ub4dor\(seed)&3=x y"
    let echoes: [(Headers.Field)] = [
      .init(name: "Location", value: "https://example.social/x?code=\(secret.escapedComponent)&a=b"),
      .init(name: "Set-Cookie", value: "session=\(secret)"), .init(name: "X-Echo", value: "token \(secret)"),
      .init(name: "Link", value: "<https://example.social/?token=\(secret.escapedComponent)>"),
      .init(name: "Location", value: "/auth?Code=\(secret.escapedComponent)#state=\(secret.escapedComponent)"),
    ]
    let transport = ScriptedTransport()
      .on("GET /api/v1/statuses/1", headers: Headers([echoes[seed % echoes.count]]), #"{"id":"1"}"#)
    _ = try await client(transport, token: secret).statuses.status("1")
    #expect(!text.contains("Tr0ub4dor") && text.contains("…"), "\(text)")
  }

  @Test(arguments: ["s3cret-t0ken", "X-s3cret-t0ken", "s3cret-t0ken-x"])
  func noSecretIsShownAsANameOfAHeader(_ name: String) async throws {
    let transport = ScriptedTransport()
      .on("GET /api/v1/statuses/1", headers: Headers([.init(name: name, value: "1")]), #"{"id":"1"}"#)
    _ = try await client(transport).statuses.status("1")
    #expect(!text.contains("s3cret") && text.contains("…"), "\(text)")
  }

  /// A server names the addresses of its sign-in itself.
  @Test(arguments: ["/auth/exchange", "/Login/Grant", "/login/revoke"])
  func theBodyOfASignInShowsNoSecret(_ path: String) async throws {
    let url = WebURL(origin: try ServerAddress("example.social"), target: path)
    for (type, body) in [
      ("application/x-www-form-urlencoded", "grant_type=x&client_secret=Tr0ub&code=Tr0ub&refresh_token=Tr0ub"),
      ("application/json", #"{"client_secret":"Tr0ub","inner":[{"Password":"Tr0ub"}],"grant_type":"x"}"#),
    ] {
      let request = HTTPRequest(method: .post, url: url, headers: ["Content-Type": type], body: Array(body.utf8))
      let lost = TransportError(.network, "lost code=Tr0ub", mayHaveArrived: true)
      shown.add(HTTPExchange(request, .failure(lost), after: .zero))
    }
    #expect(!text.contains("Tr0ub") && text.contains("grant_type"), "\(text)")
  }

  @Test func aSignInShowsNoSecret() async throws {
    let tracing = TracingTransport(FakeOAuthServer(lifetime: 100)) { [shown] exchange in shown.add(exchange) }
    let oauth = try await OAuthServer.discover(at: ServerAddress("example.social"), transport: tracing)
    let app = try await oauth.register(name: "T", redirect: "x:", scopes: .coarse)
    let token = try await oauth.appToken(for: app)
    _ = try await oauth.refreshed(token, of: app)
    try await oauth.revoke(token.accessToken, of: app)
    for secret in ["secret-of", "token-", "renewal-"] { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("> POST https://example.social/oauth/token"))
  }
}
