import Testing

@testable import Fediverse

/// Scheduling a status once and no more, whatever becomes of the answer.
struct ScheduleOnceTests {
  private let transport = ScriptedTransport()
  private let waits = CountedWaiting()
  private static let schedule = "POST /api/v1/statuses"
  private static let look = "GET /api/v1/scheduled_statuses?limit=40"
  // 2023-11-15T00:00:00Z.
  private static let moment = Timestamp(seconds: 1_700_006_400)

  private static func waiting(
    _ id: String, at moment: String = "2023-11-15T00:00:00.000Z", _ parameters: String = ""
  ) -> String {
    #"{"id":"\#(id)","scheduled_at":"\#(moment)","params":{"text":"good  night","poll":null\#(parameters)},"#
      + #""media_attachments":[]}"#
  }

  /// A client of Mastodon, which looks at no key of these.
  private func client() throws -> Client {
    try Client.scripted(
      transport, domain: "example.social", waiting: waits.waiting,
      policy: RequestPolicy(retries: RetryPolicy(tries: 3)),
      profile: .able(.mastodon))
  }

  private func scheduled(_ status: NewStatus = NewStatus("good night"), by client: Client? = nil) async throws -> String
  {
    try await (client ?? self.client()).statuses.scheduleOnce(status, at: Self.moment, idempotencyKey: "k").id
  }

  private var requests: Int { transport.asked.filter { $0 == Self.schedule }.count }

  @Test(arguments: [408, 500, 502, 504])
  func oneThatWaitsAfterAllIsFound(_ status: Int) async throws {
    transport.on(Self.schedule, status: status, "").on(Self.look, "[\(Self.waiting("7"))]")
    #expect(try await scheduled() == "7")
    #expect(requests == 1)
  }

  @Test func oneWhoseAnswerIsLostIsFound() async throws {
    transport.on(Self.schedule, fails: TransportError(.network, "lost", mayHaveArrived: true))
      .on(Self.look, "[]").on(Self.look, "[\(Self.waiting("7"))]")
    #expect(try await scheduled() == "7")
    #expect(requests == 1)
  }

  @Test(arguments: [
    "[]", "[\(waiting("6", at: "2023-11-15T01:00:00.000Z"))]", "[\(waiting("6", #","visibility":"direct""#))]",
    "[\(waiting("6", #","spoiler_text":"sleep""#))]", "[\(waiting("6", #","in_reply_to_id":3"#))]",
    "[\(waiting("6", #","media_ids":["3"]"#))]", "[\(waiting("6").replacing("night", with: "day"))]",
    "[\(waiting("6").replacing(#""poll":null"#, with: #""poll":{"options":["a","b"]}"#))]",
  ])
  func oneThatDoesNotWaitIsSentAgain(_ waiting: String) async throws {
    transport.on(Self.schedule, status: 502, "").on(Self.schedule, Self.waiting("7")).on(Self.look, waiting)
    var status = NewStatus("good night")
    status.visibility = .public
    #expect(try await scheduled(status) == "7")
    #expect(requests == 2)
  }

  @Test func anotherOneOfTheSameTextIsNotTakenForIt() async throws {
    transport.on(Self.schedule, Self.waiting("7")).on(Self.schedule, status: 502, "")
      .on(Self.schedule, Self.waiting("8")).on(Self.look, "[\(Self.waiting("7"))]")
    let client = try client()
    #expect(try await [scheduled(by: client), scheduled(by: client)] == ["7", "8"])
    #expect(requests == 3)
  }

  @Test func aServerThatFailsThroughoutLeavesItInDoubt() async throws {
    transport.on(Self.schedule, status: 500, "").on(Self.look, status: 500, "")
    let error = await #expect(throws: FediverseError.self) { try await scheduled() }
    #expect(error?.outcomeUnknown == true && error?.status == 500 && requests == 1)
  }

  @Test(arguments: [401, 403, 422])
  func aRefusalIsFinal(_ status: Int) async throws {
    transport.on(Self.schedule, status: status, #"{"error":"no"}"#)
    let error = await #expect(throws: FediverseError.self) { try await scheduled() }
    #expect(error?.status == status && error?.outcomeUnknown == false && transport.askedOfCall == [Self.schedule])
  }

  @Test func oneThatIsPublishedAtOnceIsSaidToBeSo() async throws {
    transport.on(Self.schedule, #"{"id":"9","content":"<p>good night</p>","created_at":"2023-11-14T22:13:21.000Z"}"#)
    let error = await #expect(throws: FediverseError.self) { try await scheduled() }
    #expect(error?.kind == .unsupported && error?.detail?.contains("status 9") == true && requests == 1)
  }
}
