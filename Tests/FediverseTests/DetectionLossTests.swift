import Testing

@testable import Fediverse

/// How a client finds out what its server is over connections that break.
struct DetectionLossTests {
  private let transport = ScriptedTransport()
  private let now = Timestamp(seconds: 1_700_000_000)
  private let home = "https://social.example.org"

  private func client() throws -> Client {
    Client(
      server: try ServerAddress("example.social"), transport: transport, clock: { [now] in now },
      waiting: CountedWaiting().waiting)
  }

  /// snac closes a connection that was idle without a word.
  @Test(arguments: 0..<20)
  func connectionsThatTheServerClosesAreOpenedAgain(_ seed: Int) async throws {
    let lost = TransportError(.network, "the connection was closed", mayHaveArrived: true)
    let routes = [
      ("GET /.well-known/nodeinfo", DetectionTests.list), ("GET /nodeinfo/2.0", DetectionTests.mastodon),
      ("GET /api/v2/instance", DetectionTests.description), ("GET /.well-known/oauth-authorization-server", "{}"),
    ]
    var losses = 0
    for (number, route) in routes.enumerated() {
      let count = (seed * 7 + number * 3) % 5
      for _ in 0..<count { transport.on(route.0, fails: lost) }
      transport.on(route.0, route.1)
      losses += count
    }
    #expect(try await client().profile().flavor == .mastodon)
    #expect(transport.asked.count == routes.count + losses)
  }

  @Test(arguments: [TransportError.Kind.network, .timedOut])
  func nodeInfoOfAnotherServerThatCannotBeReachedIsDoneWithout(_ kind: TransportError.Kind) async throws {
    let away = "https://nodes.example.social/nodeinfo/2.0"
    transport.on(
      "GET /.well-known/nodeinfo", DetectionTests.list.replacing("https://example.social/nodeinfo/2.0", with: away)
    )
    .on("GET \(away)", fails: TransportError(kind, "down", mayHaveArrived: false))
    .on("GET /api/v2/instance", DetectionTests.description)
    #expect(try await client().profile().flavor == .mastodon)
    #expect(transport.asked.filter { $0.hasSuffix(away) }.count == 1)
    let limited = transport.requests.filter { $0.timeLimit.map { $0 <= .seconds(10) } ?? false }
    #expect(
      limited.map(\.url.target) == [
        "/.well-known/nodeinfo", "/nodeinfo/2.0", "/.well-known/oauth-authorization-server",
      ])
  }

  @Test(arguments: ["/.well-known/nodeinfo", "/nodeinfo/2.0"])
  func slowNodeInfoIsDoneWithout(_ path: String) async throws {
    let silence = TransportError(.timedOut, "silent", mayHaveArrived: true)
    transport.on("GET \(path)", fails: silence).on("GET /.well-known/nodeinfo", DetectionTests.list)
      .on("GET /api/v2/instance", DetectionTests.description)
    let profile = try await client().profile()
    #expect(profile.flavor == .mastodon && profile.softwareVersion?.text == "4.3.1")
    #expect(transport.asked.filter { $0 == "GET \(path)" }.count == 1)
  }

  @Test func aServerThatIsSilentIsNamed() async throws {
    let silence = TransportError(.timedOut, "silent", mayHaveArrived: true)
    for path in ["/.well-known/nodeinfo", "/api/v2/instance"] { transport.on("GET \(path)", fails: silence) }
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.profile() }
    #expect(error?.description == "example.social did not respond in time: silent")
  }

  @Test func aFailureNamesTheServerThatFailed() async throws {
    transport.on("GET /api/v2/instance", status: 302, headers: ["Location": home + "/i"])
      .on("GET \(home)/i", fails: TransportError(.network, "down", mayHaveArrived: false))
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.profile() }
    #expect(error?.server == "social.example.org")
    transport.on("GET /api/v1/statuses/1", status: 302, headers: ["Location": home + "/i"])
    let read = await #expect(throws: FediverseError.self) { try await client.with(.none).statuses.status("1") }
    #expect(read?.server == "social.example.org")
  }
}
