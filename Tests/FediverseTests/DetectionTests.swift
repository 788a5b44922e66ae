import JSONValue
import Synchronization
import Testing

@testable import Fediverse

/// How a client finds out what its server is.
struct DetectionTests {
  private let transport = ScriptedTransport()
  private let now = Timestamp(seconds: 1_700_000_000)

  static let list =
    #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"https://example.social/nodeinfo/2.0"}]}"#
  static let mastodon = #"{"software":{"name":"mastodon","version":"4.3.1"}}"#
  static let description =
    #"{"domain":"example.social","version":"4.3.1","api_versions":{"mastodon":2},"configuration":{"statuses":{"max_characters":9}}}"#

  private func client(
    server: String = "example.social", profile: ServerProfile? = nil, now: @escaping @Sendable () -> Timestamp,
    onProfile: (@Sendable (ServerProfile) -> Void)? = nil
  ) throws -> Client {
    Client(
      server: try ServerAddress(server), token: AccessToken("s3cret"), transport: transport, clock: now,
      profile: profile, onProfile: onProfile)
  }

  private func client(_ server: String = "example.social") throws -> Client {
    try client(server: server, now: { [now] in now })
  }

  @Test func aModernServerTellsAll() async throws {
    transport.on("GET /.well-known/nodeinfo", Self.list).on("GET /nodeinfo/2.0", Self.mastodon)
      .on("GET /api/v2/instance", headers: ["Content-Type": "application/json; charset=utf-8"], Self.description)
      .on(
        "GET /.well-known/oauth-authorization-server",
        #"{"token_endpoint":"https://example.social/oauth/token","code_challenge_methods_supported":["S256"]}"#)
    let client = try client()
    #expect(client.knownProfile == nil)
    let profile = try await client.profile()
    #expect(profile.flavor == .mastodon && profile.softwareVersion?.text == "4.3.1" && profile.apiVersion == 2)
    #expect(profile.limits.characters == 9 && profile.domain == "example.social" && profile.madeAt == now)
    #expect(profile.oauth?.supportsPKCE == true && profile.apiBase == client.server)
    #expect(try await client.supports(.groupedNotifications))
    #expect(try await !client.supports(.quotes))
    #expect(try await client.domain() == "example.social")
    #expect(transport.asked.count == 4 && client.knownProfile == profile)
  }

  @Test(arguments: [400, 401, 404, 405, 422, 501])
  func olderServersGiveTheFirstEdition(_ status: Int) async throws {
    transport.on("GET /.well-known/nodeinfo", status: status).on("GET /api/v2/instance", status: status)
      .on("GET /api/v1/instance", #"{"uri":"example.social","version":"2.7.2 (compatible; Pleroma 2.5.0)"}"#)
    let profile = try await client().profile()
    #expect(profile.flavor == .pleroma && profile.softwareVersion?.text == "2.5.0" && profile.oauth == nil)
  }

  @Test(
    arguments: [
      (["Content-Type": "text/html; charset=utf-8"], #"{"domain":"wrong.example"}"#), ([:], "<html></html>"),
      (["Content-Type": "application/json"], "[]"), (["Content-Type": "application/json"], #"{"x":1}"#),
    ] as [(Headers, String)])
  func webPagesAreNoDocuments(_ headers: Headers, _ body: String) async throws {
    transport.on("GET /.well-known/nodeinfo", headers: headers, body).on("GET /api/v2/instance", headers: headers, body)
      .on("GET /.well-known/oauth-authorization-server", headers: headers, body)
      .on("GET /api/v1/instance", #"{"uri":"example.social","version":"2.8.0 (compatible; Friendica 2024.03)"}"#)
    let profile = try await client().profile()
    #expect(profile.flavor == .friendica && profile.domain == "example.social")
    #expect(profile.oauth?.tokenEndpoint == nil)
  }

  @Test func softwareThatOnlyNodeInfoKnowsIsEnough() async throws {
    transport.on("GET /.well-known/nodeinfo", Self.list).on("GET /nodeinfo/2.0", Self.mastodon)
    let profile = try await client().profile()
    #expect(profile.flavor == .mastodon && profile.limits.characters == 500 && profile.domain == nil)
  }

  @Test(arguments: ["misskey", "Foundkey"])
  func softwareWithoutTheInterfaceIsRefused(_ name: String) async throws {
    transport.on("GET /.well-known/nodeinfo", Self.list)
      .on("GET /nodeinfo/2.0", #"{"software":{"name":"\#(name)","version":"13"}}"#)
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.profile() }
    #expect(error?.kind == .unsupported && client.knownProfile == nil)
    #expect(error?.detail == "it runs \(name) 13, which has no Mastodon-compatible interface")
  }

  @Test func aServerThatTellsNothingIsAnError() async throws {
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.profile() }
    #expect(error?.kind == .notFound && client.knownProfile == nil)
  }

  @Test(arguments: [429, 500, 503])
  func passingTroubleIsNotRemembered(_ status: Int) async throws {
    transport.on("GET /.well-known/nodeinfo", Self.list).on("GET /nodeinfo/2.0", Self.mastodon)
      .on("GET /api/v2/instance", status: status).on("GET /api/v2/instance", Self.description)
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.profile() }
    #expect(error?.status == status && client.knownProfile == nil)
    #expect(try await client.profile().limits.characters == 9)
  }

  @Test func aServerThatFailsAtTheNewerEditionIsAskedForTheOlderOne() async throws {
    transport.on("GET /api/v2/instance", status: 500).on(
      "GET /api/v1/instance", #"{"uri":"a.example","version":"3.1"}"#)
    #expect(try await client().profile().softwareVersion?.text == "3.1")
  }

  @Test func brokenNodeInfoIsDoneWithout() async throws {
    transport.on("GET /.well-known/nodeinfo", status: 500).on("GET /api/v2/instance", Self.description)
    #expect(try await client().profile().flavor == .mastodon)
  }

  @Test func theDomainOfTheAccountsLeadsToTheInterface() async throws {
    let list = Self.list.replacing("https://example.social", with: "https://social.example.org")
    transport.on("GET https://example.org/.well-known/nodeinfo", status: 301, headers: ["Location": home + nodeInfo])
      .on("GET \(home)\(nodeInfo)", list).on("GET \(home)/nodeinfo/2.0", Self.mastodon)
      .on("GET \(home)/api/v2/instance", #"{"domain":"example.org","version":"4.3.1"}"#)
      .on(
        "GET \(home)/.well-known/oauth-authorization-server", #"{"token_endpoint":"https://social.example.org/token"}"#)
    let profile = try await client("example.org").profile()
    #expect(profile.server.host == "example.org" && profile.apiBase.host == "social.example.org")
    #expect(profile.domain == "example.org" && profile.oauth?.tokenEndpoint != nil)
    #expect(transport.requests.allSatisfy { $0.url.origin.host == "example.org" || $0.headers["Authorization"] == nil })
  }

  private let home = "https://social.example.org"
  private let nodeInfo = "/.well-known/nodeinfo"

  @Test func aLeadToAnotherHouseIsNotTakenForTheInterface() async throws {
    transport.on("GET /.well-known/nodeinfo", status: 302, headers: ["Location": "https://evil.example/n"])
      .on("GET https://evil.example/n", #"{"links":[]}"#).on("GET /api/v2/instance", Self.description)
    let profile = try await client().profile()
    #expect(profile.apiBase.host == "example.social" && profile.flavor == .mastodon)
  }

  @Test func manyCallersShareOneAsking() async throws {
    transport.on("GET /.well-known/nodeinfo", Self.list).on("GET /nodeinfo/2.0", Self.mastodon)
      .on("GET /api/v2/instance", Self.description)
    let client = try client()
    let profiles = try await withThrowingTaskGroup(of: ServerProfile.self) { group in
      for _ in 0..<30 { group.addTask { try await client.profile() } }
      return try await group.reduce(into: Set<ServerProfile>()) { $0.insert($1) }
    }
    #expect(profiles.count == 1 && transport.asked.count == 4)
  }

  @Test func profilesAreAskedForAgainAfterADay() async throws {
    transport.on("GET /api/v2/instance", Self.description)
    let time = Mutex(now)
    let client = try client(now: { time.withLock(\.self) })
    _ = try await client.profile()
    let count = transport.asked.count
    time.withLock { $0 = Timestamp(seconds: $0.seconds + 86_399) }
    _ = try await client.profile()
    #expect(transport.asked.count == count)
    time.withLock { $0 = Timestamp(seconds: $0.seconds + 1) }
    #expect(try await client.profile().madeAt.seconds == now.seconds + 86_400)
    #expect(transport.asked.count > count)
  }

  @Test func whatWasKnownIsBetterThanNothing() async throws {
    let old = ServerProfile(assuming: .akkoma, of: try ServerAddress("example.social"), at: Timestamp(seconds: 1))
    transport.on("GET /.well-known/nodeinfo", fails: TransportError(.network, "down", mayHaveArrived: false))
    let client = try client(profile: old, now: { [now] in now })
    #expect(try await client.profile() == old)
    let stranger = try self.client()
    let error = await #expect(throws: FediverseError.self) { try await stranger.profile() }
    #expect(error?.kind == .network)
  }

  @Test func aProfileFromEarlierSavesTheAsking() async throws {
    let old = ServerProfile(assuming: .akkoma, of: try ServerAddress("example.social"), at: now)
    let client = try client(profile: old, now: { [now] in now })
    #expect(try await client.profile() == old && transport.asked.isEmpty)
    #expect(try await !client.supports(.groupedNotifications))
    let other = try self.client(server: "other.example", profile: old, now: { [now] in now })
    #expect(other.knownProfile == nil)
  }

  @Test func whatAnswersHaveShownIsForgottenWhereTheServerIsAskedAnew() async throws {
    transport.on("GET /api/v2/instance", Self.description)
    let client = try client(now: { [now] in now })
    for feature in [Feature.quotes, .lists] { client.learn(feature, false) }
    #expect(try await client.profile().supports(.quotes, at: now) == .no(.response(now)))
    let count = transport.asked.count
    let renewed = try await client.renewedProfile(forgetting: .quotes)
    #expect(transport.asked.count == 2 * count && Array(renewed.learned.keys) == [.lists])
    #expect(client.knownProfile == renewed && renewed.supports(.quotes, at: now) != .no(.response(now)))
  }

  @Test func aServerThatCannotBeAskedAnewIsAFailure() async throws {
    let old = ServerProfile(assuming: .akkoma, of: try ServerAddress("example.social"), at: now)
    transport.on("GET /.well-known/nodeinfo", fails: TransportError(.network, "down", mayHaveArrived: false))
    let client = try client(profile: old, now: { [now] in now })
    let error = await #expect(throws: FediverseError.self) { try await client.renewedProfile(forgetting: .quotes) }
    #expect(error?.kind == .network)
  }

  @Test func whatIsLearnedIsReportedAndKept() async throws {
    transport.on("GET /api/v2/instance", Self.description)
    let reported = Mutex<[ServerProfile]>([])
    let client = try client(now: { [now] in now }) { profile in reported.withLock { $0.append(profile) } }
    client.learn(.exports, true)
    client.learn(.exports, false)
    #expect(reported.withLock(\.count) == 0)
    #expect(try await client.profile().supports(.exports, at: now) == .no(.response(now)))
    client.learn(.quotes, true)
    client.learn(.quotes, true)
    #expect(reported.withLock(\.count) == 2)
    #expect(reported.withLock(\.last)?.learned.keys.sorted { $0.rawValue < $1.rawValue } == [.exports, .quotes])
    #expect(client.knownProfile?.supports(.quotes, at: now) == .yes(.response(now)))
  }

  @Test(arguments: [false, true])
  func aStatedDomainIsHandedOnOnce(_ hasProfile: Bool) async throws {
    transport.on("GET /api/v2/instance", #"{"domain":"example.org","version":"4.3.1"}"#)
    let server = try ServerAddress("example.social")
    let told = Mutex<[String]>([])
    let client = Client(
      server: server, transport: transport, profile: hasProfile ? ServerProfile(assuming: .akkoma, of: server) : nil,
      onProfile: { profile in told.withLock { $0.append("profile \(profile.domain ?? "")") } },
      onDomain: { domain in told.withLock { $0.append("domain \(domain)") } })
    for _ in 0..<2 { #expect(try await client.domain() == "example.org") }
    _ = try await client.instance.instance()
    #expect(told.withLock(\.self) == (hasProfile ? ["profile example.org"] : []) + ["domain example.org"])
    #expect(client.knownProfile?.domain == (hasProfile ? "example.org" : nil))
  }

  @Test(arguments: 0..<40)
  func whoeverGivesUpDoesNotSpoilItForOthers(_ round: Int) async throws {
    let detection = Detection(profile: nil, report: nil)
    let profile = ServerProfile(assuming: .akkoma, of: try ServerAddress("example.social"), at: now)
    let callers = (0..<6).map { _ in
      Task {
        await detection.shared {
          for _ in 0..<round { await Task.yield() }
          let error = FediverseError(.canceled, server: profile.server)
          return Task.isCancelled ? .failure(error) : .success(profile)
        }
      }
    }
    for caller in callers.prefix(3) { caller.cancel() }
    for caller in callers.dropFirst(3) { #expect(await caller.value == .success(profile)) }
    #expect(detection.profile == profile)
  }

  @Test(.timeLimit(.minutes(1))) func whoeverGivesUpGoesOnAtOnce() async throws {
    let detection = Detection(profile: nil, report: nil)
    let profile = ServerProfile(assuming: .akkoma, of: try ServerAddress("example.social"), at: now)
    let (asked, gate) = (BoundedChannel<Void, Never>(capacity: 1), BoundedChannel<Void, Never>(capacity: 1))
    let callers = (0..<2).map { _ in
      Task {
        await detection.shared {
          asked.finish()
          await gate.receive()
          return .success(profile)
        }
      }
    }
    await asked.receive()
    callers[0].cancel()
    await withTaskCancellationHandler {
      #expect(await callers[0].value != .success(profile))
    } onCancel: {
      gate.finish()
    }
    gate.finish()
    #expect(await callers[1].value == .success(profile))
  }

  @Test func cancelingTheOnlyCallerEndsTheAsking() async throws {
    let client = try client()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.profile()
    }
    let error = await #expect(throws: FediverseError.self) { try await task.value }
    #expect(error?.kind == .canceled)
    // Whoever asks next begins anew.
    transport.on("GET /api/v2/instance", Self.description)
    #expect(try await client.profile().flavor == .mastodon)
  }
}
