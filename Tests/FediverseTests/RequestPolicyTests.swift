import Synchronization
import Testing

@testable import Fediverse

/// What a client does about a server that fails, or that wants fewer requests.
struct RequestPolicyTests {
  private let transport = ScriptedTransport()
  private let waits = CountedWaiting()
  private static let read = "GET /api/v1/statuses/1"
  private static let favorite = "POST /api/v1/statuses/1/favourite"
  private static let publish = "POST /api/v1/statuses"
  private static let status = #"{"id":"1"}"#

  private func client(_ retries: RetryPolicy = .usual, _ rate: RatePolicy = RatePolicy()) throws -> Client {
    try Client.scripted(transport, waiting: waits.waiting, policy: RequestPolicy(retries: retries, rate: rate))
  }

  @Test(arguments: [500, 502, 503, 504, 520, 408])
  func aFailureThatPassesIsNotSeen(_ status: Int) async throws {
    for request in [Self.read, Self.favorite] {
      for _ in 1...4 { transport.on(request, status: status, "") }
      transport.on(request, Self.status)
    }
    let client = try client()
    #expect(try await client.statuses.status("1").id == "1")
    #expect(try await client.statuses.favorite("1").id == "1")
    #expect(waits.seconds == [0.5, 1, 2, 4, 0.5, 1, 2, 4])
  }

  @Test func aBrokenLineIsTriedAgain() async throws {
    for request in [Self.read, Self.favorite] {
      transport.on(request, fails: TransportError(.network, "it broke", mayHaveArrived: true))
        .on(request, fails: TransportError(.timedOut, "too late", mayHaveArrived: true)).on(request, Self.status)
    }
    let client = try client()
    #expect(try await client.statuses.status("1").id == "1")
    #expect(try await client.statuses.favorite("1").id == "1")
    #expect(transport.asked.count == 6)
  }

  @Test func aFailureThatStaysIsSaidAfterTheLastTry() async throws {
    transport.on(Self.read, status: 502, "")
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(error?.status == 502 && transport.asked.count == 5)
  }

  @Test(arguments: [400, 401, 403, 404, 410, 422, 501])
  func arefusalIsNotRepeated(_ status: Int) async throws {
    transport.on(Self.read, status: status, "{}")
    let client = try client()
    await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(transport.askedOfCall == [Self.read] && waits.seconds.isEmpty)
  }

  @Test func pixelfedsValidationIsNotRepeated() async throws {
    transport.on(Self.read, status: 500, #"{"message":"The given data was invalid.","errors":{"status":["too long"]}}"#)
    let client = try client()
    await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(transport.asked.count == 1)
  }

  @Test func whatMakesSomethingNewIsSentOnce() async throws {
    transport.on("POST /api/v1/polls/1/votes", status: 502, "")
    let client = try client()
    let error = await #expect(throws: FediverseError.self) { try await client.polls.vote([0], in: "1") }
    #expect(error?.outcomeUnknown == true && transport.asked.count == 1)
  }

  @Test(
    arguments: [
      (["Retry-After": "40"], [41]), ([:], [6]), (["X-RateLimit-Reset": "90"], [6]),
      (["X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000100"], [101]),
    ] as [(Headers, [Double])])
  func aLimitIsWaitedFor(_ headers: Headers, _ expected: [Double]) async throws {
    for request in [Self.read, Self.favorite, Self.publish] {
      let transport = ScriptedTransport()
      transport.on(request, status: 429, headers: headers, "{}").on(request, Self.status)
      let clock = WaitedClock()
      let client = Client(
        server: try ServerAddress("example.social"), transport: transport, clock: { clock.now }, waiting: clock.waiting,
        policy: RequestPolicy())
      switch request {
      case Self.read: _ = try await client.statuses.status("1")
      case Self.favorite: _ = try await client.statuses.favorite("1")
      default: _ = try await client.statuses.publish(NewStatus("x"))
      }
      #expect(clock.waits == expected)
      #expect(transport.asked == [request, request])
    }
  }

  @Test func aLongerWaitThanAllowedIsAFailureAtOnce() async throws {
    transport.on(Self.read, status: 429, headers: ["Retry-After": "3000"], "{}")
    let client = try client(.usual, RatePolicy(.wait, longestWait: .seconds(60)))
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    // No longer than the window of the counter that all requests share is believed.
    #expect(error?.kind == .rateLimited && error?.retryAt == Timestamp(seconds: 1_700_000_301))
    #expect(transport.asked.count == 1 && waits.seconds.isEmpty)
    await #expect(throws: FediverseError.self) { try await client.statuses.status("2") }
    #expect(transport.asked.count == 1, "nothing is asked before the time has come")
  }

  @Test func whoWantsToKnowAtOnceIsTold() async throws {
    transport.on(Self.read, status: 429, headers: ["Retry-After": "3"], "{}")
    let client = try client(.usual, RatePolicy(.throw))
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    #expect(error?.kind == .rateLimited && error?.retryAt == Timestamp(seconds: 1_700_000_003))
    #expect(transport.asked.count == 1 && waits.seconds.isEmpty)
  }

  @Test func whoeverSharesTheCountsSharesTheWait() async throws {
    transport.on(Self.read, status: 429, headers: ["Retry-After": "30"], "{}")
    let counts = RateMemory()
    for number in 1...2 {
      let policy = RequestPolicy(rate: RatePolicy(.throw), counts: counts)
      let client = try Client.scripted(transport, policy: policy)
      let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
      #expect(error?.kind == .rateLimited && error?.retryAt != nil, "client \(number)")
    }
    #expect(transport.asked.count == 1)
  }

  /// What a server asks for with a failure is told apart from what the policy adds.
  @Test(arguments: [([:], 0), (["Retry-After": "0"], 0), (["Retry-After": "30"], 30)] as [(Headers, Int)])
  func aPauseTellsWhatTheServerAskedFor(headers: Headers, seconds: Int) async throws {
    let pauses = Mutex<[WaitNotice]>([])
    transport.on(Self.read, status: 503, headers: headers, "").on(Self.read, Self.status)
    let policy = RequestPolicy(onWait: { pause in pauses.withLock { $0.append(pause) } })
    _ = try await Client.scripted(transport, waiting: waits.waiting, policy: policy).statuses.status("1")
    #expect(pauses.withLock { $0.map(\.requested) } == [.seconds(seconds)])
    #expect(pauses.withLock { $0.allSatisfy { $0.length >= $0.requested && $0.length > .zero } })
  }

  @Test func eachPauseIsTold() async throws {
    let pauses = Mutex<[WaitNotice]>([])
    transport.on(Self.read, status: 503, headers: ["Retry-After": "7"], "").on(Self.read, Self.status)
    let policy = RequestPolicy(onWait: { pause in pauses.withLock { $0.append(pause) } })
    _ = try await Client.scripted(transport, waiting: waits.waiting, policy: policy).statuses.status("1")
    let told = pauses.withLock { $0 }
    #expect(told.map(\.until) == [Timestamp(seconds: 1_700_000_007)])
    guard case .failure(let error, next: 2)? = told.first?.reason else { return #expect(Bool(false)) }
    #expect(error.status == 503)
  }

  @Test(arguments: [(1, 0.5), (2, 1), (3, 2), (4, 4), (7, 30), (60, 30)])
  func waitsDouble(_ failures: Int, _ seconds: Double) {
    #expect(RetryPolicy.usual.wait(after: failures, chance: 1) == .seconds(seconds))
    #expect(RetryPolicy.usual.wait(after: failures, chance: 0) == .zero)
  }
}

/// A clock that stands still but for what is waited.
final class WaitedClock: Sendable {
  private let state = Mutex<(now: Timestamp, waits: [Double])>((Timestamp(seconds: 1_700_000_000), []))

  var now: Timestamp { state.withLock(\.now) }
  var waits: [Double] { state.withLock(\.waits) }

  func advance(by seconds: Int) {
    state.withLock { $0.now = $0.now.advanced(by: .seconds(seconds)) }
  }

  /// Waits without chance, each a second longer than the least where there is any.
  var waiting: Waiting {
    Waiting(
      sleep: { [self] wait in
        let (seconds, attoseconds) = wait.components
        state.withLock {
          $0.waits.append(Double(seconds) + Double(attoseconds) / 1e18)
          $0.now = $0.now.advanced(by: wait)
        }
      }, chance: { 1 }, uptime: { [self] in .seconds(now.seconds) })
  }
}
