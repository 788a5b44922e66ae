import NIOHTTP1
import Testing

@testable import Fediverse

/// Proxies as the environment names them, and what a proxy is told.
struct ProxyTests {
  private func isStraight(to host: String, except list: String) throws -> Bool {
    let settings = ProxySettings { ["all_proxy": "http://proxy.example:1", "no_proxy": list][$0] }
    return try settings.proxy(for: ServerAddress("https://\(host)")) == nil
  }

  @Test(arguments: [
    ("example.social", "example.social", true), ("example.social", "EXAMPLE.Social", true),
    ("a.example.social", "example.social", true), ("a.example.social", ".example.social", true),
    ("example.social", ".example.social", true), ("badexample.social", "example.social", false),
    ("example.social", "a.example.social", false), ("example.social", "social.", true),
    ("example.social", "other.example, example.social", true), ("example.social", "x,,example.social,", true),
    ("example.social", "x\texample.social\ny", true), ("example.social", "", false), ("example.social", ".", false),
    ("example.social", "*", true), ("example.social", "x.*", false), ("example.social:8443", "example.social", true),
    ("[2001:db8::1]", "2001:db8::1", true),
    ("[2001:db8::1]", "[2001:db8::1]", true), ("[2001:db8::1]", "db8::1", false), ("10.1.2.3", "10.1.2.3", true),
    ("[2001:db8::1]", "2001:db8::/32", true), ("10.1.2.3", "::/0", false), ("10.1.2.3", "2.3", false),
    ("10.1.2.3", "10.1.2", false), ("bücher.example", "bücher.example", true),
    ("xn--bcher-kva.example", "bücher.example", true), ("a.bücher.example", ".bücher.example", true),
    ("10.1.2.3", "10.0.0.0/8", true), ("11.1.2.3", "10.0.0.0/8", false), ("10.1.2.3", "10.1.2.2/31", true),
    ("10.1.2.4", "10.1.2.2/31", false), ("10.1.2.3", "0.0.0.0/0", true), ("10.1.2.3", "10.1.2.3/33", false),
    ("10.1.2.3", "10.1.2.3/x", false), ("example.social", "0.0.0.0/0", false), ("example.social", "social/8", false),
  ])
  func exceptionsAreKept(_ host: String, _ list: String, _ isStraight: Bool) throws {
    #expect(try self.isStraight(to: host, except: list) == isStraight)
  }

  @Test(
    arguments: [
      ("http://h", "h", 1080, nil), ("HTTP://H:1", "h", 1, nil), (" h:8080 ", "h", 8080, nil),
      ("http://h:443", "h", 443, nil), ("http://[::1]:3128/", "::1", 3128, nil), ("http://u@h:1", "h", 1, "u:"),
      ("http://:p@h:1", "h", 1, ":p"), ("http://u:p@w@h:1", "h", 1, "u:p@w"), ("http://u:a:b@h:1/x", "h", 1, "u:a:b"),
      ("http://bücher.example:1", "xn--bcher-kva.example", 1, nil), ("http://%75:%2F@h:1", "h", 1, "u:/"),
      ("socks5://u:p@h", "h", 1080, "u:p"),
    ] as [(String, String, Int, String?)])
  func proxiesAreReadAsCurlReadsThem(_ text: String, _ host: String, _ port: Int, _ credentials: String?) throws {
    let proxy = try #require(ProxyAddress(text))
    #expect(proxy.host == host && proxy.port == port)
    #expect(proxy.credentials.map { "\($0.user):\($0.password)" } == credentials)
  }

  @Test(arguments: [" ", "http://", "ftp://h:1", "h:0", "h:65536", "h h:1", "http://h:1:2", "http://u:p@", "://h"])
  func strangeProxiesStopTheRequest(_ text: String) async throws {
    let configuration = HTTPTransport.Configuration { ["https_proxy": text][$0] }
    let transport = HTTPTransport(configuration)
    let client = Client(server: try ServerAddress("example.invalid"), transport: transport, policy: .none)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.favorite("1") }
    #expect(error?.kind == .network && error?.detail?.hasPrefix("the proxy in the environment") == true)
    #expect(error?.outcomeUnknown == false)
  }

  @Test func theNameOfACGIVariableIsNotTrusted() throws {
    let settings = ProxySettings { ["HTTP_PROXY": "http://evil.example:1", "ALL_PROXY": nil][$0] ?? nil }
    #expect(try settings.proxy(for: ServerAddress("http://example.social")) == nil)
  }

  /// What comes of asking `example.invalid` through a proxy on this machine that replies so.
  private func ask(
    with user: String = "", _ reply: LoopbackServer.Reply
  ) async throws -> (FediverseError?, [LoopbackServer.Question]) {
    try await LoopbackServer.run({ _ in reply }) { proxy in
      let variables = ["https_proxy": "http://\(user)127.0.0.1:\(proxy.port)"]
      let transport = HTTPTransport(HTTPTransport.Configuration { variables[$0] })
      let client = Client(
        server: try ServerAddress("example.invalid"), token: AccessToken("s3cret"), transport: transport,
        policy: .none)
      let error = await #expect(throws: FediverseError.self) { try await client.statuses.favorite("1") }
      await transport.close()
      return (error, proxy.questions)
    }
  }

  @Test func theProxyIsToldTheHostAndNoMore() async throws {
    let (error, questions) = try await ask(.answer(status: 403))
    #expect(questions.map(\.target) == ["CONNECT example.invalid:443"])
    #expect(questions[0].headers["Authorization"].isEmpty && questions[0].headers["Proxy-Authorization"].isEmpty)
    #expect(!questions[0].headers.description.contains("s3cret") && questions[0].body.isEmpty)
    #expect(error?.detail == "the proxy refused the connection" && error?.outcomeUnknown == false)
  }

  @Test func theProxyGetsItsOwnPassword() async throws {
    let (error, questions) = try await ask(with: "anna:p%40w@", .answer(status: 407))
    // The Base64 form of anna:p@w.
    #expect(questions.map { $0.headers["Proxy-Authorization"] } == [["Basic YW5uYTpwQHc="]])
    #expect(error?.detail == "the proxy requires authentication" && error?.kind == .network)
    #expect(error?.description.contains("p@w") == false)
  }

  @Test(arguments: [LoopbackServer.Reply.bytes([]), .bytes(Array("SSH-2.0\r\n".utf8)), .cutShort(after: "x")])
  func aProxyThatFailsIsAFailureOfTheNetwork(_ reply: LoopbackServer.Reply) async throws {
    let (error, questions) = try await ask(reply)
    #expect(questions.count == 1 && error?.status == nil)
    #expect(error?.kind == .network || error?.kind == .malformed || error?.kind == .insecure)
  }

  @Test func thisMachineIsAskedStraightWhateverTheEnvironmentSays() async throws {
    let exchange = try await Exchange(
      { _ in .answer(body: #"{"id":"1"}"#) },
      within: { limits in
        limits.proxies = ProxySettings { ["http_proxy": "http://127.0.0.1:1", "all_proxy": "socks5://h"][$0] }
      })
    #expect(exchange.id == "1" && exchange.questions.map(\.target) == ["GET /api/v1/statuses/1"])
  }
}
