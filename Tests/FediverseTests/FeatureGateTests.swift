import Testing

@testable import Fediverse

/// What a client does about features that a server may lack.
struct FeatureGateTests {
  private let transport = ScriptedTransport()
  private static let now = Timestamp(seconds: 1_700_000_000)

  private func profile(_ flavour: Flavour) throws -> ServerProfile {
    ServerProfile(assuming: flavour, of: try ServerAddress("example.social"), at: Self.now)
  }

  private func client(_ flavour: Flavour) throws -> Client {
    try Client.scripted(transport, profile: profile(flavour))
  }

  @Test(arguments: [404, 405, 410, 501])
  func aMissingCallTeachesThatTheFeatureIsMissing(_ status: Int) async throws {
    transport.on("GET /api/v1/followed_tags", status: status)
    let client = try client(.unknown)
    for count in [1, 1] {
      let error = await #expect(throws: FediverseError.self) { try await client.tags.followed.page() }
      #expect(error?.kind == .unsupported && error?.detail?.contains("follow tags") == true)
      #expect(transport.asked.count == count, "what was learned is not asked again")
    }
    #expect(try await client.supports(.followedTags) == false)
  }

  @Test(arguments: [400, 401, 403, 422, 429, 500, 503])
  func otherFailuresTeachNothing(_ status: Int) async throws {
    transport.on("GET /api/v1/followed_tags", status: status)
    let client = try client(.unknown)
    let error = await #expect(throws: FediverseError.self) { try await client.tags.followed.page() }
    #expect(error?.kind != .unsupported)
    #expect(client.knownProfile?.learned.isEmpty == true)
  }

  @Test func aMissingThingTeachesNothing() async throws {
    let client = try client(.unknown)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.scheduled("4") }
    #expect(error?.kind == .notFound && client.knownProfile?.learned.isEmpty == true)
    await #expect(throws: FediverseError.self) { try await client.timelines.link("https://a.example").page() }
    #expect(client.knownProfile?.learned.isEmpty == true)
  }

  @Test func aServerThatCanAfterAllIsBelieved() async throws {
    transport.on("GET /api/v1/followed_tags", "[]")
    let client = try client(.sharkey)
    #expect(try await client.supports(.followedTags) == false)
    _ = try await client.tags.followed.page()
    #expect(try await client.supports(.followedTags))
  }

  /// What a server that does not know of it would publish otherwise than meant.
  @Test(arguments: [
    (Flavour.pixelfed, { (status: inout NewStatus) in status.lifetime = 60 }, "remove themselves"),
    (.mastodon, { $0.isLocalOnly = true }, "on the server"), (.friendica, { $0.quotePolicy = .nobody }, "who may quote"),
    (.gotosocial, { $0.quotedStatusID = "1" }, "quote a status"),
    (.friendica, { $0.poll = .init(options: ["a", "b"], duration: 300) }, "publish polls"),
    (.mastodon, { $0.contentType = "text/markdown" }, "markup"),
  ] as [(Flavour, @Sendable (inout NewStatus) -> Void, String)])
  func aStatusThatWouldBecomeAnotherIsNotPublished(
    _ flavour: Flavour, _ change: @Sendable (inout NewStatus) -> Void, _ reason: String
  ) async throws {
    var status = NewStatus("x")
    change(&status)
    let complete = status
    let client = try client(flavour)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.publish(complete) }
    #expect(error?.kind == .unsupported && error?.detail?.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.outcomeUnknown == false && transport.asked.isEmpty)
  }

  @Test func whereItIsNotKnownNothingIsRisked() async throws {
    let client = try client(.unknown)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.schedule(NewStatus("x"), at: Timestamp(seconds: 1_800_000_000))
    }
    #expect(error?.kind == .unsupported && error?.detail?.contains("not known") == true && transport.asked.isEmpty)
  }

  @Test func aPlainStatusAsksNothingBeforehand() async throws {
    transport.on("POST /api/v1/statuses", #"{"id":"1"}"#)
    let client = try Client.scripted(transport)
    var status = NewStatus("x")
    status.visibility = .direct
    status.spoilerText = "y"
    let complete = status
    _ = try await client.statuses.publish(complete)
    #expect(transport.asked == ["POST /api/v1/statuses"])
  }
}
