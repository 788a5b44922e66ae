import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is told of work that is late or was withdrawn: what it did until then, and never more than is known.
struct DeadlineTests {
  typealias End = Result<String, Failure>

  /// Work that goes on until it is canceled and then ends like this.
  private static func untilCanceled(_ end: End) -> @Sendable () async -> End {
    {
      try? await Task.sleep(for: .seconds(3600))
      return end
    }
  }

  private static let done = End.success("done")

  private static func failed(_ code: Failure.Code) -> End {
    .failure(Failure(code, "x"))
  }

  @Test func lateWorkThatSentNoChangeLeavesNoDoubt() async {
    let result = await Deadline(.zero).result(isWrite: true, of: Self.untilCanceled(Self.failed(.timedOut)))
    #expect(result == .failure(Failure(.timedOut, "no response within 0 s")))
  }

  @Test(arguments: [
    (failed(.timedOut), false, Failure.Code.timedOut), (failed(.timedOut), true, .unknownOutcome),
    (failed(.unknownOutcome), true, .unknownOutcome), (failed(.notFound), false, .notFound),
    (failed(.rejected), true, .rejected), (failed(.network), true, .network), (failed(.network), false, .network),
  ])
  func lateWorkTellsHowItEnded(end: End, isWrite: Bool, code: Failure.Code) async {
    let result = await Deadline(.zero).result(isWrite: isWrite) {
      SentChanges.current?.note()
      return await Self.untilCanceled(end)()
    }
    guard case .failure(let failure) = result else {
      Issue.record("\(String(describing: result))")
      return
    }
    #expect(failure.code == code)
  }

  @Test func whatIsKnownOfLateWorkLeavesNoDoubt() async {
    var failure = Failure(.timedOut, "x")
    failure.progress = "nothing was posted"
    let end = End.failure(failure)
    let result = await Deadline(.zero).result(isWrite: true) {
      SentChanges.current?.note()
      return await Self.untilCanceled(end)()
    }
    #expect(result == .failure(Failure(.timedOut, "no response within 0 s; nothing was posted")))
  }

  @Test(arguments: [true, false])
  func whatWasDoneLateWasDone(isWrite: Bool) async {
    #expect(await Deadline(.zero).result(isWrite: isWrite, of: Self.untilCanceled(Self.done)) == Self.done)
  }

  @Test(arguments: [
    (failed(.timedOut), End?.none), (failed(.network), nil), (failed(.notFound), failed(.notFound)),
    (failed(.unknownOutcome), failed(.unknownOutcome)), (done, done),
  ])
  func withdrawnWorkIsCanceledUnlessItDidSomething(end: End, told: End?) async {
    let work = Task { await Deadline(.seconds(3600)).result(isWrite: true, of: Self.untilCanceled(end)) }
    work.cancel()
    #expect(await work.value == told)
  }

  @Test(arguments: [Duration.seconds(30), .milliseconds(Int64.max), .seconds(Int64.max), .nanoseconds(1 << 40)])
  func workInTimeIsNotWaitedFor(timeout: Duration) async {
    #expect(await Deadline(timeout).result(isWrite: true) { Self.done } == Self.done)
  }

  /// The waits that a server asks for are added to the time that there is; the others are not.
  @Test(arguments: [
    [WaitNotice(.rateLimit("requests"), 100), WaitNotice(.rateLimit("deletions"), 200)],
    [WaitNotice(.rateLimit("requests"), 100), WaitNotice(.pacing, 200)],
    [WaitNotice(.pacing, 310, requested: 300), WaitNotice(.pacing, 8, requested: 0)],
  ])
  func timeThatTheServerAskedForDoesNotCount(notices: [WaitNotice]) async {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let slept = Mutex<[Duration]>([])
    let deadline = Deadline(.seconds(30)) { duration in
      if slept.withLock({ $0.isEmpty }) { for await _ in begun { break } }
      slept.withLock { $0.append(duration) }
    }
    let result = await deadline.result(isWrite: false) {
      for notice in notices { Deadline.Pauses.current?.add(notice) }
      begin.yield()
      return await Self.untilCanceled(Self.failed(.timedOut))()
    }
    #expect(slept.withLock { $0 } == [.seconds(30), .seconds(300)])
    #expect(result == .failure(Failure(.timedOut, "no response within 30 s")))
  }

  /// A wait as long as the timeout is followed by the request that it was for.
  @Test(arguments: [429, 503]) func theRequestAfterAWaitIsSent(status: Int) async throws {
    let seconds = Mutex(1_704_200_000)
    let refusals = Mutex(1)
    let stub = StubServer { request throws(TransportError) in
      let isRefused =
        request.route == "GET /api/v1/statuses/9"
        && refusals.withLock { left in
          left -= 1
          return left >= 0
        }
      guard isRefused else { return HTTPResponse(json: Bodies.everything[request.route] ?? [:]) }
      return HTTPResponse(json: ["error": "later"], status: status, retryAfter: 30)
    }
    // The client's sleep begins first and ends last: the deadline begins its second sleep meanwhile.
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (extended, extend) = AsyncStream.makeStream(of: Void.self)
    let waits = Mutex<[Duration]>([])
    let engine = try TestEngine(
      stub, now: { seconds.withLock { $0 } },
      waiting: Waiting(sleep: { duration in
        ask.yield()
        for await _ in extended { break }
        try Task.checkCancellation()
        seconds.withLock { $0 += Int(duration.components.seconds) + 1 }
      }), policy: RequestPolicy(onWait: { Deadline.Pauses.current?.add($0) }),
      sleep: { duration in
        let count = waits.withLock { waits in
          waits.append(duration)
          return waits.count
        }
        if count == 1 { for await _ in asked { return } }
        extend.yield()
        try await Task.sleep(for: .seconds(3600))
      })
    let data = try await engine.data(of: "getStatus?statusID=9&json=true", rate: RateOptions())
    #expect(data["id"] == "9" && stub.requests(to: "GET /api/v1/statuses/9").count == 2)
    let kept = waits.withLock { $0 }
    #expect(kept.count == 2 && kept.allSatisfy { $0 >= .seconds(30) && $0 < .seconds(35) }, "\(kept)")
  }

  @Test(arguments: [
    (Duration.zero, "no response within 0 s"), (.milliseconds(1), "no response within 1 ms"),
    (.milliseconds(-1), "no response within -1 ms"),
  ])
  func theMessageNamesTheTime(timeout: Duration, message: String) async {
    let result = await Deadline(timeout).result(isWrite: false, of: Self.untilCanceled(Self.failed(.timedOut)))
    #expect(result == .failure(Failure(.timedOut, message)))
  }

  @Test func aLateAnswerIsStillShownOnce() async throws {
    let engine = try TestEngine(StubServer([:], hangs: true))
    for request in ["showStatus?statusID=9", "search?query=x"] {
      #expect(try await engine.failureCode(of: request, timeout: .zero) == Failure.Code.timedOut.rawValue)
    }
    #expect(engine.presentations.isEmpty)
  }
}

extension WaitNotice {
  fileprivate init(_ reason: Reason, _ seconds: Int, requested: Int? = nil) {
    self.init(
      reason: reason, until: Timestamp(seconds: 0), length: .seconds(seconds), requested: requested.map { .seconds($0) }
    )
  }
}
