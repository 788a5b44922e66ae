import Testing

@testable import Fediverse

/// Removing something whose first response is lost: it is gone then, which is what was asked for.
struct RemovalTests {
  private let transport = ScriptedTransport()

  private func client() throws -> Client {
    let clock = WaitedClock()
    return Client(
      server: try ServerAddress("example.social"), token: AccessToken("s3cret"), transport: transport,
      clock: { clock.now }, waiting: clock.waiting, profile: try .able(.mastodon))
  }

  @Test(arguments: [500, 502, 503, 504, 408, 429, 0])
  func whatIsGoneAfterALostResponseIsRemoved(status: Int) async throws {
    for request in ["DELETE /api/v1/statuses/1", "DELETE /api/v1/lists/1", "POST /api/v1/notifications/1/dismiss"] {
      if status == 0 {
        transport.on(request, fails: TransportError(.network, "lost", mayHaveArrived: true))
      } else {
        transport.on(request, status: status, headers: ["Retry-After": "1"], "")
      }
      transport.on(request, status: 404, #"{"error":"Record not found"}"#)
    }
    transport.on("GET /api/v1/notifications/1", status: 404, #"{"error":"Record not found"}"#)
    let client = try client()
    #expect(try await client.statuses.delete("1") == nil)
    try await client.lists.delete("1")
    try await client.notifications.dismiss("1")
    #expect(transport.asked.filter { !$0.hasPrefix("GET") }.count == 6)
  }

  @Test(arguments: [true, false]) func whatWasNeverThereIsNot(isRefusedFirst: Bool) async throws {
    let requests = ["DELETE /api/v1/statuses/1", "DELETE /api/v1/lists/1", "POST /api/v1/notifications/1/dismiss"]
    for request in requests {
      // The connection was refused, so that nothing can have been removed.
      if isRefusedFirst { transport.on(request, fails: TransportError(.network, "refused", mayHaveArrived: false)) }
      transport.on(request, status: 404, #"{"error":"Record not found"}"#)
    }
    transport.on("GET /api/v1/notifications/1", status: 404, #"{"error":"Record not found"}"#)
    let client = try client()
    await #expect(throws: FediverseError.self) { try await client.statuses.delete("1") }
    await #expect(throws: FediverseError.self) { try await client.lists.delete("1") }
    await #expect(throws: FediverseError.self) { try await client.notifications.dismiss("1") }
  }
}
