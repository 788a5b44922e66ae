import JSONValue
import TestSupport
import Testing

@testable import Fediverse

/// The place of a time in a list: found by the identifiers, and nothing older is missed.
struct TimePlaceTests {
  /// How a server makes identifiers.
  enum Scheme: CaseIterable, Sendable {
    case snowflake, ulid, flake, aid, numbers, gappedNumbers
  }

  /// A home timeline with many statuses.
  struct LongTimeline: Transport {
    let rows: [(id: String, seconds: Int)]
    let count = Counter()

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      await count.add()
      let before = request.url.value(of: "max_id")
      let limit = request.url.value(of: "limit").flatMap { Int($0) } ?? 20
      let older = rows.lazy.filter { row in
        before.map { ($0.utf8.count, $0) > (row.id.utf8.count, row.id) } ?? true
      }.prefix(limit)
      let body = older.map { #"{"id":"\#($0.id)","created_at":"\#(Timestamp(seconds: $0.seconds))"}"# }
      let next = older.last.map { "</api/v1/timelines/home?limit=\(limit)&max_id=\($0.id)>; rel=\"next\", " } ?? ""
      return HTTPResponse(
        status: 200, headers: ["Link": next + "</api/v1/timelines/home?min_id=1>; rel=\"prev\""],
        body: Array("[\(body.joined(separator: ","))]".utf8))
    }
  }

  actor Counter {
    private(set) var requests = 0
    func add() { requests += 1 }
  }

  private static let newest = 1_770_000_000

  private static func timeline(_ scheme: Scheme, _ random: inout Lehmer) -> LongTimeline {
    var time = newest
    var number = 5_000_000
    let rows = (0..<4000).map { _ -> (id: String, seconds: Int) in
      time -= random.below(random.below(50) == 0 ? 5000 : 300)
      number -= 1 + (scheme == .gappedNumbers ? random.below(1000) : 0)
      let milliseconds = time * 1000 + random.below(1000)
      let clock: IdentifierClock? =
        switch scheme {
        case .snowflake: .snowflake
        case .ulid: .ulid
        case .flake: .flake
        case .aid: .aid
        case .numbers, .gappedNumbers: nil
        }
      let id = clock?.identifier(atMilliseconds: milliseconds, like: "0123456789") ?? String(number)
      return (id, time)
    }
    return LongTimeline(rows: rows.reduce(into: []) { kept, row in if kept.last?.id != row.id { kept.append(row) } })
  }

  @Test(arguments: Scheme.allCases) func noRowBeforeTheTimeIsMissed(scheme: Scheme) async throws {
    for seed in 0..<6 as Range<UInt64> {
      var random = Lehmer(seed: seed)
      let timeline = Self.timeline(scheme, &random)
      let oldest = try #require(timeline.rows.last)
      let list = try Client(server: ServerAddress("example.social"), transport: timeline).timelines.home
      let moment = Timestamp(seconds: Self.newest - 20_000 - random.below(Self.newest - oldest.seconds - 20_000))
      let first = try await list.page(limit: 20)
      let start = await timeline.count.requests
      let place = try await list.place(before: moment, after: first.elements, time: \.createdAt)
      let found = try #require(place, "\(scheme), seed \(seed)")
      let asked = await timeline.count.requests - start
      #expect(asked <= (scheme == .numbers || scheme == .gappedNumbers ? 40 : 0), "\(scheme), seed \(seed)")
      var walk = list.walk(limit: 5, from: found)
      walk.select = { ($0.createdAt ?? moment) < moment ? .taken : .skipped }
      var ids: [String] = []
      while let page = try await walk.next() { ids += page.elements.map(\.id) }
      #expect(
        ids == timeline.rows.filter { $0.seconds < moment.seconds }.prefix(5).map(\.id), "\(scheme), seed \(seed)")
      #expect(walk.completeness.pages <= 6, "\(scheme), seed \(seed): \(walk.completeness.pages)")
    }
  }

  @Test(arguments: [
    (IdentifierClock.snowflake, "115000000000000000"), (.ulid, "01JXYZ0123456789ABCDEFGHJK"),
    (.flake, "AbCdEfGhIjKlMnOpQr"), (.aid, "9abcdefg00"), (.aid, "9abcdefg00000000"),
  ])
  func aTimeAndItsIdentifierAgree(clock: IdentifierClock, sample: String) throws {
    for milliseconds in [1_600_000_000_000, 1_700_000_000_123, 1_770_000_000_999] {
      let id = try #require(clock.identifier(atMilliseconds: milliseconds, like: sample))
      #expect(clock.milliseconds(in: id) == milliseconds && id.utf8.count == sample.utf8.count)
    }
  }

  @Test(arguments: ["", "-1", "zzzzzzzzzzzzzzzzzz", "ÄÄÄÄÄÄÄÄÄ", "99999999999999999999", "0123456789"])
  func anyTextIsReadOrRefused(id: String) {
    for clock in IdentifierClock.allCases { #expect((clock.milliseconds(in: id) ?? 0) >= 0) }
  }

  @Test func aListOfRandomIdentifiersIsWalked() async throws {
    let rows = [("qqq", 9), ("aaa", 8)].map { (id: $0.0, seconds: Self.newest + $0.1) }
    let list = try Client(server: ServerAddress("example.social"), transport: LongTimeline(rows: rows)).timelines.home
    let page = try await list.page()
    #expect(
      try await list.place(before: Timestamp(seconds: 5), after: page.elements, time: \.createdAt) == nil)
  }
}
