import JSONValue
import Testing

@testable import Fediverse

/// What is fetched after a break, and what is left out because it was told.
struct StreamBackfillTests {
  private let transport = SocketDouble()

  private func backfill(_ source: Client.Streaming.Source = .public()) throws -> StreamBackfill {
    let client = Client(
      server: try ServerAddress("example.social"), transport: transport, waiting: CountedWaiting().waiting)
    return StreamBackfill(client: client, source: source)
  }

  /// The identifiers of what is handed on after a break, and the gaps.
  private func reopen(_ backfill: inout StreamBackfill) async -> (ids: [String], gaps: [StreamGap]) {
    var told: (ids: [String], gaps: [StreamGap]) = ([], [])
    _ = await backfill.open { event in
      switch event {
      case .update(let status): told.ids.append(status.id)
      case .gap(let gap): told.gaps.append(gap)
      default: break
      }
      return .more
    }
    return told
  }

  private static func status(_ id: String) throws -> StreamEvent {
    .update(try Status(json: ["id": .string(id)]))
  }

  private static let numbers: @Sendable (Int) -> String = { String($0) }
  /// Identifiers of which no order is known.
  private static let shuffled: @Sendable (Int) -> String = { "a\(String($0 &* 7919 % 100_003, radix: 36))-" }
  private static let ulids: @Sendable (Int) -> String = { number in
    let digits = String(number)
    return "01" + String(repeating: "0" as Character, count: 24 - digits.count) + digits
  }

  @Test(arguments: [0, 1, 14, 15, 16, 39, 40, 41, 80, 81, 250], [0, 1, 30])
  func everythingIsFetchedWhateverTheServerMakesOfMarks(_ missing: Int, _ before: Int) async throws {
    for manner in [StatusLog.Manner.mastodon, .sinceOnly, .neither] {
      for spelling in [Self.numbers, Self.ulids, Self.shuffled] {
        transport.changeLog { $0 = StatusLog(count: before, manner: manner, spelling: spelling) }
        var backfill = try backfill()
        #expect(await reopen(&backfill).ids.isEmpty, "what was there at the beginning is not told")
        transport.changeLog { $0.count += missing }
        let told = await reopen(&backfill)
        #expect(told.ids == (0..<missing).map { spelling(before + 1 + $0) } && told.gaps.isEmpty, "\(manner)")
        #expect(await reopen(&backfill).ids.isEmpty)
      }
    }
  }

  @Test func fetchingBeginsAfterWhatWasTold() async throws {
    transport.changeLog { $0.count = 100 }
    var backfill = try backfill(.user)
    _ = await reopen(&backfill)
    for id in 101...130 { _ = backfill.admits(try Self.status("\(id)")) }
    transport.changeLog { $0.count = 131 }
    #expect(await reopen(&backfill).ids == ["131"])
    #expect(transport.targets.contains("/api/v1/timelines/home?limit=40&min_id=111"), "\(transport.targets)")
  }

  @Test func aStatusThatTheServerLearnedOfLateIsFetched() async throws {
    transport.changeLog { $0.count = 10 }
    var backfill = try backfill()
    _ = await reopen(&backfill)
    _ = backfill.admits(try Self.status("12"))
    transport.changeLog { $0.count = 13 }
    #expect(await reopen(&backfill).ids == ["11", "13"])
  }

  @Test func whatCannotBeFetchedIsAGap() async throws {
    var backfill = try backfill(.list("3"))
    _ = await reopen(&backfill)
    _ = backfill.admits(try Self.status("9"))
    transport.changeLog { $0.count = 5000 }
    let told = await reopen(&backfill)
    #expect(told.gaps.map(\.part) == [.statuses] && told.gaps.first?.after == "4009")
    #expect(told.ids.count >= 1000 && Set(told.ids).count == told.ids.count)
  }

  @Test(arguments: [
    (StatusLog.Manner.mastodon, "4030" as String?, nil as String?), (.sinceOnly, "30", "1001"),
    (.neither, "30", "1001"),
  ])
  func aGapSaysBetweenWhatItIs(manner: StatusLog.Manner, after: String?, before: String?) async throws {
    transport.changeLog { $0 = StatusLog(count: 30, manner: manner, spelling: Self.numbers) }
    var backfill = try backfill()
    _ = await reopen(&backfill)
    transport.changeLog { $0.count = 5000 }
    let told = await reopen(&backfill)
    #expect(told.gaps.map(\.after) == [after] && told.gaps.map(\.before) == [before])
    #expect(told.gaps.allSatisfy { $0.error == nil })
    #expect(told.ids.contains(before ?? "31") && !told.ids.contains(before == nil ? "4031" : "1000"))
  }

  @Test func listsThatCannotBeReadAreGaps() async throws {
    let scripted = ScriptedTransport()
    scripted.on("GET /api/v1/timelines/home?limit=1", status: 403).on("GET /api/v1/notifications?limit=1", "[]")
      .on("GET /api/v1/notifications?limit=40", "[]")
    var backfill = StreamBackfill(client: try Client.scripted(scripted), source: .user)
    #expect(await reopen(&backfill).gaps.isEmpty, "nothing is missed before the first break")
    let told = await reopen(&backfill)
    #expect(told.gaps.map(\.part) == [.statuses] && told.gaps.first?.error?.kind == .forbidden)
  }

  @Test func ofAListThatIsReadForTheFirstTimeAfterABreakNobodyKnowsWhatIsMissing() async throws {
    let scripted = ScriptedTransport()
    let list = "GET /api/v1/timelines/public?limit=1"
    scripted.on(list, status: 403).on(list, #"[{"id":"7"}]"#)
    var backfill = StreamBackfill(client: try Client.scripted(scripted), source: .public())
    _ = await reopen(&backfill)
    let gaps = await reopen(&backfill).gaps
    #expect(gaps == [StreamGap(part: .statuses, after: nil, before: nil, error: nil)])
  }

  @Test func aServerThatIsNotWellYetIsAskedAgain() async throws {
    let scripted = ScriptedTransport()
    let page = "GET /api/v1/timelines/public?limit=40&min_id=1"
    scripted.on("GET /api/v1/timelines/public?limit=1", #"[{"id":"1"}]"#).on(page, status: 502)
      .on(page, fails: TransportError(.network, "reset", mayHaveArrived: true)).on(page, #"[{"id":"2"}]"#)
      .on("GET /api/v1/timelines/public?limit=40&min_id=2", "[]")
    let waiting = CountedWaiting()
    var backfill = StreamBackfill(client: try Client.scripted(scripted, waiting: waiting.waiting), source: .public())
    _ = await reopen(&backfill)
    let told = await reopen(&backfill)
    #expect(told.ids == ["2"] && told.gaps.isEmpty && waiting.seconds == [1, 2])
  }

  @Test func theSameEventIsToldOnceButAChangeIsNoRepetition() throws {
    var backfill = try backfill()
    func changed(_ time: String?) throws -> StreamEvent {
      .statusUpdate(try Status(json: ["id": "1", "edited_at": time.map { .string($0) } ?? .null]))
    }
    let events: [(event: StreamEvent, isNew: Bool)] = [
      (try Self.status("1"), true), (try Self.status("1"), false), (try Self.status("2"), true),
      (try changed("2026-01-01T00:00:00Z"), true), (try changed("2026-01-01T00:00:00Z"), false),
      (try changed("2026-01-01T00:00:01Z"), true), (try changed(nil), true), (try changed(nil), true),
      (.notification(try Notification(json: ["id": "1"])), true),
      (.notification(try Notification(json: ["id": "1"])), false), (.delete("1"), true), (.delete("1"), false),
      (.filtersChanged, true), (.filtersChanged, true), (.other(name: "x", payload: ""), true),
      (.other(name: "x", payload: ""), true),
    ]
    for (number, event) in events.enumerated() {
      let isNew = backfill.admits(event.event)
      #expect(isNew == event.isNew, "\(number)")
    }
  }

  @Test func aRingForgetsTheOldest() {
    var ring = IdentifierRing(capacity: 3)
    let isNew = ["a", "b", "c", "a", "d", "a", "c"].map { ring.insert($0) }
    #expect(isNew == [true, true, true, false, true, true, false])
    #expect(!ring.contains("b") && ring.contains("c") && ring.contains("a"))
  }

  @Test func backoffDoublesUpToAMinute() {
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    #expect((0..<9).map { _ in backoff.step(chance: 1) } == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    backoff.reset()
    #expect(backoff.step(chance: 0) == .milliseconds(500), "chance takes up to half of it away")
  }
}
