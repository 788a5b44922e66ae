import Testing

@testable import Fediverse

/// Publishing what only some can see, at servers that may leave it out of the account's own statuses.
struct HiddenStatusTests {
  private let transport = ScriptedTransport()
  private static let publish = "POST /api/v1/statuses"
  private static let look = "GET /api/v1/accounts/9/statuses?exclude_reblogs=true&limit=40"
  private static let conversations = "GET /api/v1/conversations"
  private static let published =
    #"{"id":"7","content":"<p>hello</p>","visibility":"direct","created_at":"2023-11-14T22:13:21.000Z"}"#

  private var posts: Int { transport.asked.count { $0 == Self.publish } }

  private func client(_ flavor: Flavor?, standard: String = "public") throws -> Client {
    transport.on(
      "GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me","source":{"privacy":"\#(standard)"}}"#
    )
    .on(Self.look, "[]")
    return try Client.scripted(
      transport, domain: "example.social", policy: RequestPolicy(retries: RetryPolicy(tries: 3)),
      profile: try flavor.map { try .able($0) })
  }

  private func status(_ visibility: Visibility?) -> NewStatus {
    var status = NewStatus("hello")
    status.visibility = visibility
    return status
  }

  @Test(arguments: [Flavor.takahe, .snac, .pleroma, .akkoma, .unknown, nil], [Visibility.direct, .private])
  func absenceFromAListThatHidesProvesNothing(_ flavor: Flavor?, _ visibility: Visibility) async throws {
    let client = try client(flavor)
    transport.on(Self.publish, status: 502, "").on(Self.publish, Self.published).on(Self.conversations, "[]")
    let status = status(visibility)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.publishOnce(status, idempotencyKey: "k")
    }
    #expect(posts == 1 && error?.kind == .undecided && error?.outcomeUnknown == true)
    let later = await #expect(throws: FediverseError.self) {
      try await client.statuses.published(matching: status, since: client.sendTime)
    }
    #expect(later?.kind == .undecided)
  }

  @Test(arguments: [Flavor.takahe, .snac, .pleroma, .unknown])
  func aHiddenStatusIsFoundInItsConversation(_ flavor: Flavor) async throws {
    let client = try client(flavor)
    transport.on(Self.publish, status: 502, "")
      .on(Self.conversations, #"[{"id":"1","last_status":\#(Self.published)}]"#)
    #expect(try await client.statuses.publishOnce(status(.direct), idempotencyKey: "k").id == "7")
    #expect(posts == 1)
  }

  @Test(
    arguments: [
      (Flavor.mastodon, Visibility.direct, "public"), (.gotosocial, .private, "public"), (.pleroma, .public, "direct"),
      (.unknown, nil, "unlisted"),
    ] as [(Flavor, Visibility?, String)])
  func whatListsShowIsSentAgain(_ flavor: Flavor, _ visibility: Visibility?, _ standard: String) async throws {
    let client = try client(flavor, standard: standard)
    transport.on(Self.publish, status: 502, "").on(Self.publish, Self.published)
    #expect(try await client.statuses.publishOnce(status(visibility), idempotencyKey: "k").id == "7")
    #expect(posts == 2)
  }

  @Test func theDefaultVisibilityCountsToo() async throws {
    let client = try client(.pleroma, standard: "private")
    transport.on(Self.publish, status: 502, "").on(Self.publish, Self.published)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.publishOnce(status(nil), idempotencyKey: "k")
    }
    #expect(posts == 1 && error?.kind == .undecided)
  }
}
