import Testing

@testable import Fediverse

/// What an error says about asking again: a read may be repeated, a new status never.
struct RetryTests {
  /// A call by what a second arrival would do.
  enum Kind: CaseIterable, Sendable {
    case read
    case ensure
    case make

    var request: String {
      switch self {
      case .read: "GET /api/v1/statuses/1"
      case .ensure: "POST /api/v1/statuses/1/favourite"
      case .make: "POST /api/v1/statuses"
      }
    }

    func perform(_ client: Client) async throws(FediverseError) -> Status {
      switch self {
      case .read: try await client.statuses.status("1")
      case .ensure: try await client.statuses.favorite("1")
      case .make: try await client.statuses.publish(NewStatus("x"), idempotencyKey: "k")
      }
    }
  }

  private let transport = ScriptedTransport()

  private func failure(of kind: Kind) async throws -> FediverseError? {
    let client = try Client.scripted(transport)
    return await #expect(throws: FediverseError.self) { try await kind.perform(client) }
  }

  /// A status code, and for a read, a repeatable change and a new status: whether the same call may be made again, and
  /// whether the change is in doubt.
  @Test(arguments: [
    (400, "...", "..."), (401, "...", "..."), (403, "...", "..."), (404, "...", "..."), (405, "...", "..."),
    (408, "yy.", ".??"), (409, "...", "..."), (410, "...", "..."), (413, "...", "..."), (422, "...", "..."),
    (429, "yyy", "..."), (500, "yy.", ".??"), (501, "...", "..."), (502, "yy.", ".??"), (503, "yy.", "..."),
    (504, "yy.", ".??"), (507, "yy.", ".??"), (520, "yy.", ".??"), (599, "yy.", ".??"),
  ])
  func statusCodesSayWhetherToAskAgain(_ status: Int, _ again: String, _ doubt: String) async throws {
    for (place, kind) in Kind.allCases.enumerated() {
      transport.on(kind.request, status: status)
      let error = try await failure(of: kind)
      #expect(error?.isRetryable == (Array(again)[place] == "y"), "\(kind)")
      #expect(error?.outcomeUnknown == (Array(doubt)[place] == "?"), "\(kind)")
    }
  }

  @Test(arguments: [
    (TransportError.Kind.network, "yy.", "yyy"), (.timedOut, "yy.", "yyy"), (.canceled, "...", "..."),
    (.untrusted, "...", "..."), (.insecure, "...", "..."), (.tooLarge, "...", "..."), (.malformed, "...", "..."),
  ])
  func brokenLinesSayWhetherToAskAgain(_ kind: TransportError.Kind, _ arrived: String, _ lost: String) async throws {
    for (mayHaveArrived, again) in [(true, arrived), (false, lost)] {
      for (place, call) in Kind.allCases.enumerated() {
        let transport = ScriptedTransport()
        transport.on(call.request, fails: TransportError(kind, "why", mayHaveArrived: mayHaveArrived))
        let client = try Client.scripted(transport)
        let error = await #expect(throws: FediverseError.self) { try await call.perform(client) }
        #expect(error?.isRetryable == (Array(again)[place] == "y"), "\(call)")
        #expect(error?.outcomeUnknown == (mayHaveArrived && call != .read), "\(call)")
        #expect(transport.asked.count == 1, "a client without patience never asks twice")
      }
    }
  }

  @Test(arguments: [#"{"error":"#, "<html>OK</html>", "", "[]", "null", #"{"status":"published"}"#])
  func anUnreadableAnswerToAChangeLeavesItInDoubt(_ body: String) async throws {
    for kind in Kind.allCases {
      transport.on(kind.request, body)
      let error = try await failure(of: kind)
      #expect(error?.kind == .malformed && error?.isRetryable == false)
      #expect(error?.outcomeUnknown == (kind != .read))
    }
  }

  @Test func aRefusalWithTheStatusOfSuccessIsNoDoubt() async throws {
    for kind in Kind.allCases {
      transport.on(kind.request, #"{"error":{"message":"no","code":"NO_SUCH_NOTE","id":"1"}}"#)
      let error = try await failure(of: kind)
      #expect(error?.kind == .rejected && error?.outcomeUnknown == false && error?.isRetryable == false)
    }
  }

  @Test func theKeyGoesWithPublishingOnly() async throws {
    for kind in Kind.allCases {
      transport.on(kind.request, #"{"id":"1"}"#)
      _ = try await kind.perform(Client.scripted(transport))
    }
    #expect(transport.requests.map { $0.headers["Idempotency-Key"] } == [nil, nil, "k"])
  }

  @Test func withoutAKeyThereIsNone() async throws {
    transport.on("POST /api/v1/statuses", #"{"id":"1"}"#)
    _ = try await Client.scripted(transport).statuses.publish(NewStatus("x"))
    #expect(transport.requests[0].headers["Idempotency-Key"] == nil)
  }
}
