import Testing

@testable import Fediverse

/// Passing a status on once, at servers too that would do it a second time.
struct ReblogOnceTests {
  private let transport = ScriptedTransport()
  private static let reblog = "POST /api/v1/statuses/1/reblog"
  private static let look = "GET /api/v1/statuses/1"

  private func reblogged() async throws -> String {
    let client = try Client.scripted(
      transport, domain: "example.social", waiting: CountedWaiting().waiting,
      policy: RequestPolicy(retries: RetryPolicy(tries: 3)))
    return try await client.statuses.reblog("1").id
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

  @Test func whereNothingCanBeFoundOutItIsNotMadeAgain() async throws {
    transport.on(Self.reblog, status: 500, "").on(Self.look, status: 500, "")
    let error = await #expect(throws: FediverseError.self) { try await reblogged() }
    #expect(error?.outcomeUnknown == true && requests == 1)
  }
}
