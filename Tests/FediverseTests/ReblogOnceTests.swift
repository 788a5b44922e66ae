import Testing

@testable import Fediverse

/// Passing a status on once, at servers too that would do it a second time.
struct ReblogOnceTests {
  private let transport = ScriptedTransport()
  private static let reblog = "POST /api/v1/statuses/1/reblog"
  private static let look = "GET /api/v1/statuses/1"

  private func reblogged(on flavor: Flavor? = .mastodon) async throws -> String {
    try await client(on: flavor).statuses.reblog("1").id
  }

  private func client(on flavor: Flavor?) throws -> Client {
    try Client.scripted(
      transport, domain: "example.social", waiting: CountedWaiting().waiting,
      policy: RequestPolicy(retries: RetryPolicy(tries: 3)), profile: try flavor.map { try .able($0) })
  }

  private var requests: Int { transport.asked.filter { $0 == Self.reblog }.count }

  @Test(arguments: [500, 502, 503])
  func oneThatWasMadeIsNotMadeAgain(_ status: Int) async throws {
    transport.on(Self.reblog, status: status, "").on(Self.look, #"{"id":"1","reblogged":true}"#)
    #expect(try await reblogged() == "1")
    #expect(requests == 1)
  }

  @Test(arguments: ["false", "null"])
  func oneThatWasNotMadeIsMadeThen(_ mark: String) async throws {
    transport.on(Self.reblog, fails: TransportError(.network, "lost", mayHaveArrived: true))
      .on(Self.reblog, #"{"id":"2","reblog":{"id":"1"}}"#).on(Self.look, #"{"id":"1","reblogged":\#(mark)}"#)
    #expect(try await reblogged() == "2")
    #expect(requests == 2)
  }

  @Test func nobodyIsAskedWhetherItWasMadeWhereItWas() async throws {
    transport.on(Self.reblog, #"{"id":"2","reblog":{"id":"1"}}"#)
    #expect(try await reblogged() == "2")
    #expect(transport.asked == [Self.reblog])
  }

  /// Only servers that are known to return the first reblog are not asked before.
  @Test(arguments: [nil] + Flavor.allCases)
  func oneThatIsThereAlreadyIsNotMadeAgain(_ flavor: Flavor?) async throws {
    transport.on(Self.look, #"{"id":"1","reblogged":true}"#).on(Self.reblog, #"{"id":"2","reblog":{"id":"1"}}"#)
    let isOne = [Flavor.mastodon, .pleroma, .akkoma].contains(flavor)
    #expect(try await reblogged(on: flavor) == (isOne ? "2" : "1"))
    #expect(transport.asked == [isOne ? Self.reblog : Self.look])
  }

  @Test func oneThatIsNotThereIsMadeAfterALook() async throws {
    transport.on(Self.look, #"{"id":"1","reblogged":false}"#).on(Self.reblog, #"{"id":"2","reblog":{"id":"1"}}"#)
    #expect(try await reblogged(on: .gotosocial) == "2")
    #expect(transport.asked == [Self.look, Self.reblog])
  }

  @Test func whereNothingCanBeFoundOutItIsNotMadeAgain() async throws {
    transport.on(Self.reblog, status: 500, "").on(Self.look, status: 500, "")
    let error = await #expect(throws: FediverseError.self) { try await reblogged() }
    #expect(error?.outcomeUnknown == true && requests == 1)
  }

  /// A server may still carry out the request of a process that was killed.
  @Test(arguments: [nil, Flavor.gotosocial, .mastodon])
  func oneOfAnEarlierProcessIsLookedForTwice(_ flavor: Flavor?) async throws {
    transport.on(Self.look, #"{"id":"1","reblogged":false}"#).on(Self.look, #"{"id":"1","reblogged":true}"#)
    let client = try client(on: flavor)
    #expect(try await client.statuses.reblogged("1", until: client.sendTime)?.id == "1")
    #expect(transport.asked == [Self.look, Self.look])
  }
}
