import JSONValue
import Synchronization
import Testing
import TuskCommon
import XCallbackURL

@testable import Fediverse
@testable import TuskActions

/// What only a journal in etcd has to bear: lost responses, partitions and clocks of other machines.
@Suite(.enabled(if: !JournalScene.isFile, "needs TUSK_TEST_JOURNAL"))
struct EtcdJournalTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// Every response is lost once, after the store carried the request out.
  @Test func lostResponsesChangeNothing() async throws {
    // The store may be slow, but it answers.
    let transport = FaultyTransport(.losesEveryFirstResponse)
    let journal = EtcdJournal(try scene.client(over: transport, patience: .seconds(600)))
    for generation in 1...3 {
      let attempt = try await journal.attempt(ignoringDone: true)
      #expect(attempt.generation == generation)
      #expect(!attempt.isResumed)
      try await journal.willSend(effect: "refused", url: "u", in: attempt)
      try await journal.didNotHappen(effect: "refused", in: attempt)
      try await journal.willSend(effect: "e", url: "u", in: attempt)
      try await journal.willSend(effect: "e", url: "v", in: attempt)
      try await journal.didAnswer(effect: "e", answer: 1, making: "https://a.example/1", in: attempt)
      try await journal.finish(attempt, outcome: .int(generation))
      #expect(try await journal.begin(JournalScene.name()) == .done(outcome: .int(generation)))
    }
    #expect(try await journal.entries().map(\.effects.count) == [1])
    #expect(try await journal.statusesMade(by: "@me@a.example").keys.sorted() == ["https://a.example/1"])
    #expect(try await journal.advance("every 1h", from: nil, to: 5, script: "s", account: "a"))
    #expect(try await journal.advance("every 1h", from: 5, to: 6, script: "s", account: "a"))
    #expect(try await !journal.advance("every 1h", from: 5, to: 6, script: "s", account: "a"))
  }

  /// The request that gives a claim up is lost, and the process does not wait for itself.
  @Test func aClaimThatWasGivenUpIsFree() async throws {
    let faults = FaultyTransport(.none)
    let journal = try scene.journal(over: faults)
    let attempt = try await journal.attempt()
    faults.set(.reachesNothing)
    await #expect(throws: Failure.self) { try await journal.abandon(attempt) }
    faults.set(.none)
    #expect(try await scene.run().begin(JournalScene.name()) == .busy(scene.worker))
    #expect(try await journal.attempt().isResumed)
    #expect(try await journal.begin(JournalScene.name()) == .busy(scene.worker))
  }

  @Test func whatIsCanceledIsStillRecorded() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    let task = Task {
      try? await Task.sleep(for: .seconds(60))
      try await journal.didAnswer(effect: "e", answer: 1, in: attempt)
      await #expect(throws: Never.self) { try await journal.abandon(attempt) }
    }
    task.cancel()
    try await task.value
    #expect(try await scene.run().attempt().isResumed)
    #expect(try await scene.run().entries().map { $0.effects.map(\.isUnknown) } == [[false]])
  }

  @Test func whoCannotReachTheStoreLosesItsClaim() async throws {
    let faults = FaultyTransport(.none)
    let (lonely, attempt, other, resumed) = try await takingOver(from: faults)
    #expect(resumed.isResumed)
    await #expect(throws: Failure.self) { try await lonely.willSend(effect: "f", url: "u", in: attempt) }
    faults.set(.none)
    for call in [
      { try await lonely.willSend(effect: "f", url: "u", in: attempt) },
      { try await lonely.finish(attempt, outcome: nil) },
    ] as [@Sendable () async throws -> Void] {
      let failure = await #expect(throws: Failure.self) { try await call() }
      #expect(failure?.code == .locked || failure?.code == .defect)
    }
    try await other.finish(resumed, outcome: nil)
  }

  /// A process that lost its claim has sent nothing, which says nothing about what the next one sends.
  @Test func aLateRefusalLeavesTheRecordOfOthers() async throws {
    let faults = FaultyTransport(.none)
    let (lonely, attempt, other, resumed) = try await takingOver(from: faults)
    try await other.willSend(effect: "e", url: "u", in: resumed)
    faults.set(.none)
    let failure = await #expect(throws: Failure.self) { try await lonely.didNotHappen(effect: "e", in: attempt) }
    #expect(failure?.code == .locked)
    try await other.didAnswer(effect: "e", answer: 1, in: resumed)
    try await other.finish(resumed, outcome: nil)
  }

  /// A process that did not hear of its lease for a while asks before it sends.
  @Test func aLeaseThatIsShortIsRenewedBeforeSending() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    for number in 0..<4 {
      try await Task.sleep(for: .milliseconds(900))
      try await journal.willSend(effect: "e\(number)", url: "u", in: attempt)
    }
    try await journal.finish(attempt, outcome: nil)
  }

  @Test func theClockOfTheStoreIsThatOfTheJournal() async throws {
    let journal = try scene.journal(over: FaultyTransport(.isDated("Thu, 01 Jan 1970 02:30:00 GMT")))
    try await journal.complete(JournalScene.name())
    #expect(journal.now() == 9000)
    #expect(try await journal.entries().map(\.finished) == [9000])
  }

  @Test func countsOfManyProcessesAddUp() async throws {
    let name = "account"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let rates = try self.scene.rates(of: name)
          for _ in 0..<25 { await rates.update { $0.blockedUntil += 1 } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await scene.rates(of: name).update { $0.blockedUntil } == 200)
  }

  /// Each transaction waits for most of the nodes and their disks.
  @Test func aChangeTakesFourTransactions() async throws {
    let counts = FaultyTransport(.none)
    let journal = try scene.journal(over: counts)
    try await journal.complete(JournalScene.name("the first"))
    let before = counts.sent
    let attempt = try await journal.attempt()
    #expect(try await journal.effect(named: "e", in: attempt) == nil)
    try await journal.willSend(effect: "e", url: "u", in: attempt)
    try await journal.didAnswer(effect: "e", answer: ["text": .string("long")], in: attempt)
    try await journal.finish(attempt, outcome: nil)
    #expect(counts.sent == before + 4)
    _ = try await journal.begin(JournalScene.name())
    #expect(counts.sent == before + 5)
  }

  /// A request is counted before it is sent; its response usually says nothing new.
  @Test func aCountTakesOneTransaction() async throws {
    let counts = FaultyTransport(.none)
    let rates = EtcdRates(try scene.client(over: counts), account: "account")
    await rates.update { $0.blockedUntil += 1 }
    let before = counts.sent
    await rates.update { $0.blockedUntil += 1 }
    #expect(await rates.update { $0.blockedUntil } == 2)
    #expect(counts.sent == before + 1)
  }

  @Test func anUntrustedStoreIsNotAskedAgain() async throws {
    let transport = FaultyTransport(.isUntrusted)
    let client = EtcdClient(
      try EtcdAddress("etcd://one.example,two.example/drill"), transport: transport, patience: .seconds(3600),
      local: { 1000 })
    let failure = await #expect(throws: Failure.self) { try await client.entries([.rates(of: "account")]) }
    #expect(failure?.code == .insecure)
    #expect(failure?.message.contains("SSL_CERT_FILE") == true)
    #expect(transport.sent == 2)
  }

  /// A process that is cut off after it recorded an effect, and another one that takes its block over.
  private func takingOver(
    from faults: FaultyTransport
  ) async throws -> (lonely: EtcdJournal, attempt: OnceAttempt, other: any JournalStore, resumed: OnceAttempt) {
    let (lonely, other) = (try scene.journal(over: faults), scene.run())
    let attempt = try await lonely.attempt()
    try await lonely.willSend(effect: "e", url: "u", in: attempt)
    faults.set(.reachesNothing)
    return (lonely, attempt, other, try await taken(by: other))
  }

  private func taken(by journal: any JournalStore) async throws -> OnceAttempt {
    for _ in 0..<600 {
      if case .open(let attempt) = try await journal.begin(JournalScene.name()) { return attempt }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Failure(.timedOut, "the claim was never free")
  }
}

extension JournalScene {
  /// The counters of an account, as one more process has them.
  func rates(of account: String) throws -> EtcdRates {
    EtcdRates(try client(over: DatelessTransport(HTTPTransport())), account: account)
  }

  /// A journal of the same store over a transport with faults.
  func journal(over transport: FaultyTransport) throws -> EtcdJournal {
    EtcdJournal(try client(over: transport, patience: .milliseconds(300)))
  }
}

/// A transport that breaks in a way which a test chooses.
final class FaultyTransport: Transport {
  enum Fault: Sendable {
    case none
    case losesEveryFirstResponse
    case reachesNothing
    case isUntrusted
    case isDated(String)
  }

  private let state: Mutex<(fault: Fault, seen: Set<[UInt8]>, sent: Int)>
  private let transport = DatelessTransport(HTTPTransport())

  init(_ fault: Fault) { state = Mutex((fault, [], 0)) }

  /// How many requests of keys were made, besides signs of life.
  var sent: Int { state.withLock(\.sent) }

  func set(_ fault: Fault) { state.withLock { $0.fault = fault } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let (fault, isFirst) = state.withLock { state in
      if request.url.target.hasPrefix("/v3/kv/") { state.sent += 1 }
      return (state.fault, state.seen.insert(request.body ?? []).inserted)
    }
    if case .reachesNothing = fault { throw TransportError(.network, "the network is down", mayHaveArrived: false) }
    if case .isUntrusted = fault {
      throw TransportError(.untrusted, "its certificate is not trusted", mayHaveArrived: false)
    }
    let response = try await transport.send(request)
    switch fault {
    case .losesEveryFirstResponse where isFirst:
      throw TransportError(.network, "the connection was lost", mayHaveArrived: true)
    case .isDated(let date):
      return HTTPResponse(
        status: response.status, headers: ["Date": date], body: response.body)
    default: return response
    }
  }

  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError) {
    try await transport.send(request, handing: take)
  }
}
