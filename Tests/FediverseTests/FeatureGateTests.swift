import Testing

@testable import Fediverse

/// What a client does about features that a server may lack.
struct FeatureGateTests {
  private let transport = ScriptedTransport()
  private static let now = Timestamp(seconds: 1_700_000_000)

  private func profile(_ flavor: Flavor) throws -> ServerProfile {
    ServerProfile(assuming: flavor, of: try ServerAddress("example.social"), at: Self.now)
  }

  private func client(_ flavor: Flavor) throws -> Client {
    try Client.scripted(transport, profile: profile(flavor))
  }

  @Test(arguments: [404, 405, 410, 501])
  func aMissingCallTeachesThatTheFeatureIsMissing(_ status: Int) async throws {
    transport.on("GET /api/v1/followed_tags", status: status)
    let client = try client(.unknown)
    for count in [1, 1] {
      let error = await #expect(throws: FediverseError.self) { try await client.tags.followed.page() }
      #expect(error?.kind == .unsupported && error?.detail?.contains("follow hashtags") == true)
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

  /// A reason that the server gives is repeated, and nothing is concluded from it.
  @Test(arguments: [
    (Flavor.unknown, "Record not found", FediverseError.Kind.unsupported), (.unknown, "You are not in it", .notFound),
    (.gotosocial, "Not Found", .notFound),
  ])
  func aStatusThatExistsIsNotCalledMissing(flavor: Flavor, words: String, kind: FediverseError.Kind) async throws {
    transport.on("POST /api/v1/statuses/9/mute", status: 404, #"{"error":"\#(words)"}"#)
    transport.on("GET /api/v1/statuses/9", #"{"id":"9"}"#)
    let client = try client(flavor)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.muteThread(of: "9") }
    #expect(error?.kind == kind && error?.detail?.contains("or not for this status") == true)
    #expect(kind == .unsupported || error?.detail?.hasPrefix(words) == true)
    #expect(try await client.supports(.threadMuting) == (kind != .unsupported))
  }

  @Test func aServerThatCanAfterAllIsBelieved() async throws {
    transport.on("GET /api/v1/followed_tags", "[]")
    let client = try client(.sharkey)
    #expect(try await client.supports(.followedTags) == false)
    _ = try await client.tags.followed.page()
    #expect(try await client.supports(.followedTags))
  }

  /// A status, a server that does not know of what it holds and would publish it otherwise, and what is said of it.
  private static let misfits: [(NewStatus, Flavor, String)] = [
    (made { $0.lifetime = 60 }, .pixelfed, "expire"),
    (made { $0.isLocalOnly = true }, .mastodon, "on its own server"),
    (made { $0.quotePolicy = .nobody }, .friendica, "who may quote"),
    (made { $0.quotedStatusID = "1" }, .gotosocial, "quote statuses"),
    (made { $0.poll = .init(options: ["a", "b"], duration: 300) }, .friendica, "create polls"),
    (made { $0.contentType = "text/markdown" }, .mastodon, "markup"),
  ]

  private static func made(_ change: (inout NewStatus) -> Void) -> NewStatus {
    var status = NewStatus("x")
    change(&status)
    return status
  }

  @Test(arguments: misfits)
  func aStatusThatWouldBecomeAnotherIsNotPublished(
    _ status: NewStatus, _ flavor: Flavor, _ reason: String
  ) async throws {
    let client = try client(flavor)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.publish(status) }
    #expect(error?.kind == .unsupported && error?.detail?.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.outcomeUnknown == false && transport.asked.isEmpty)
  }

  @Test func whereItIsNotKnownNothingIsRisked() async throws {
    let client = try client(.unknown)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.schedule(NewStatus("x"), at: Timestamp(seconds: 1_800_000_000))
    }
    #expect(
      error?.kind == .unsupported && error?.detail?.contains("unknown whether") == true && transport.asked.isEmpty)
  }

  @Test func aPlainStatusAsksNothingBeforehand() async throws {
    transport.on("POST /api/v1/statuses", #"{"id":"1"}"#)
    let client = try Client.scripted(transport)
    let status = Self.made {
      $0.visibility = .direct
      $0.spoilerText = "y"
    }
    _ = try await client.statuses.publish(status)
    #expect(transport.asked == ["POST /api/v1/statuses"])
  }
}
