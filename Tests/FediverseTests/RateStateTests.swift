import JSONValue
import Testing

@testable import Fediverse

/// The model of a server's counts.
struct RateStateTests {
  private static let now = Timestamp(seconds: 1_700_000_000)
  private var state = RateState()

  private func buckets(_ request: String) -> [RateBucket] {
    let parts = request.split(separator: " ").map(String.init)
    return RateBucket.buckets(HTTPRequest.Method(rawValue: parts[0]) ?? .get, parts[1], nil)
  }

  /// A report as Mastodon gives it.
  private func report(
    _ limit: Int, _ remaining: Int, until reset: Int, status: Int = 200, underway: Int = 0, _ more: Headers = [:]
  ) -> RateState.Report {
    var headers: Headers = [
      "X-RateLimit-Limit": String(limit), "X-RateLimit-Remaining": String(remaining),
      "X-RateLimit-Reset": Timestamp(seconds: reset).description,
    ]
    for field in more.fields { headers.add(field.name, field.value) }
    return RateState.Report(status: status, headers: headers, underway: underway)
  }

  private mutating func turn(_ request: String, at seconds: Int = 0, _ manner: RatePolicy.RateMode = .wait)
    -> RateState
    .Turn
  {
    state.turn(for: buckets(request), manner, at: Timestamp(seconds: Self.now.seconds + seconds))
  }

  @Test func aCountThatNoHeaderSpokeOfStopsNobody() {
    var tests = self
    for _ in 0..<1000 { #expect(tests.turn("GET /api/v1/a?max_id=1") == .now) }
  }

  @Test func aFullWindowOpensAgainAtItsEnd() {
    var tests = self
    #expect(tests.turn("GET /api/v1/a") == .now)
    tests.state.learn(report(300, 2, until: 1_700_000_100), about: buckets("GET /api/v1/a"), at: Self.now)
    #expect(tests.turn("GET /api/v1/a") == .now)
    #expect(tests.turn("GET /api/v1/a") == .now)
    #expect(tests.turn("GET /api/v1/a") == .later(seconds: 100, bucket: buckets("GET /api/v1/a")[0]))
    #expect(tests.turn("GET /api/v1/a", at: 99) == .later(seconds: 1, bucket: buckets("GET /api/v1/a")[0]))
    #expect(tests.turn("GET /api/v1/a", at: 100) == .now)
  }

  @Test func whatIsUnderwayIsCountedToo() {
    var tests = self
    tests.state.learn(report(300, 5, until: 1_700_000_100, underway: 4), about: buckets("GET /a/b/c"), at: Self.now)
    #expect(tests.turn("GET /a/b/c") == .now)
    #expect(tests.turn("GET /a/b/c") != .now)
  }

  @Test func deletionsEndLongBeforeRequestsDo() {
    var tests = self
    let delete = "DELETE /api/v1/statuses/1"
    tests.state.learn(report(30, 1, until: 1_700_001_000), about: buckets(delete), at: Self.now)
    #expect(tests.turn(delete) == .now)
    guard case .later(1000, let bucket) = tests.turn(delete) else { return #expect(Bool(false)) }
    #expect(bucket?.name == .deletions)
    #expect(tests.turn("GET /api/v1/a") == .now, "reads have a count of their own")
  }

  /// The headers show the count with the least left, so that pages that they do not show are not used up.
  @Test func aServerWithoutACountOfPagesIsNotWaitedFor() {
    var tests = self
    let page = "GET /api/v1/a?max_id=1"
    for window in 0..<4 {
      for number in 1...299 {
        let time = window * 300 + 100
        #expect(tests.turn(page, at: time) == .now)
        tests.state.learn(
          report(300, 300 - number, until: 1_700_000_000 + (window + 1) * 300 + 100), about: buckets(page),
          at: Timestamp(seconds: Self.now.seconds + time))
      }
    }
  }

  @Test func pagesAreTakenForUsedUpWhereTheHeaderSaysSo() {
    var tests = self
    let page = "GET /api/v1/a?max_id=1"
    tests.state.learn(report(300, 0, until: 1_700_000_100 + 0), about: buckets("GET /api/v1/a"), at: Self.now)
    // 1 700 000 100 ends a window of five minutes and one of fifteen.
    tests.state = RateState()
    tests.state.learn(report(300, 0, until: 1_700_000_100), about: buckets(page), at: Self.now)
    guard case .later(_, let bucket) = tests.turn(page) else { return #expect(Bool(false)) }
    #expect(bucket?.name == .paging)
    #expect(tests.turn("GET /api/v1/a") == .now)
  }

  @Test func theFollowsHeaderSaysNothingOfRequests() {
    var tests = self
    let follow = "POST /api/v1/accounts/1/follow"
    tests.state.learn(report(400, 0, until: 1_700_006_400), about: buckets(follow), at: Self.now)
    guard case .later(6400, let bucket) = tests.turn(follow) else { return #expect(Bool(false)) }
    #expect(bucket?.name == .follows)
    #expect(tests.turn("POST /api/v1/accounts/1/block") == .now)
  }

  @Test func anotherLimitThanMastodonsIsLearned() {
    var tests = self
    tests.state.learn(report(7500, 1, until: 1_700_000_100), about: buckets("GET /a/b/c"), at: Self.now)
    #expect(tests.turn("GET /a/b/c") == .now)
    #expect(tests.turn("GET /a/b/c") != .now)
    for _ in 0..<7500 { #expect(tests.turn("GET /a/b/c", at: 100) == .now) }
    #expect(tests.turn("GET /a/b/c", at: 100) != .now)
  }

  @Test func anOldServersLimitOfChangesHoldsOnceItWasSeen() {
    var tests = self
    let put = "PUT /api/v1/lists/1"
    tests.state.learn(report(300, 200, until: 1_700_000_100), about: buckets(put), at: Self.now)
    for _ in 0..<50 { #expect(tests.turn(put) == .now) }
    tests.state.learn(report(10, 0, until: 1_700_000_400), about: buckets(put), at: Self.now)
    guard case .later(_, let bucket) = tests.turn(put) else { return #expect(Bool(false)) }
    #expect(bucket?.name == .replacements)
  }

  @Test func anotherClockIsAllowedFor() {
    var tests = self
    let date: Headers = ["Date": "Tue, 14 Nov 2023 23:13:20 GMT"]
    tests.state.learn(report(300, 0, until: 1_700_003_700, date), about: buckets("GET /a/b/c"), at: Self.now)
    #expect(tests.state.skew == 3600)
    #expect(tests.turn("GET /a/b/c") == .later(seconds: 100, bucket: buckets("GET /a/b/c")[0]))
    #expect(tests.turn("GET /a/b/c", at: 100) == .now)
  }

  @Test(
    arguments: [
      (["Retry-After": "40"], [40]), (["Retry-After": "0"], [1]), ([:], [5, 10, 20, 40, 80, 160, 300, 300, 300]),
      (["Retry-After": "999999999"], [300]), (["Retry-After": "Tue, 14 Nov 2023 22:15:20 GMT"], [120]),
    ] as [(Headers, [Int])])
  func aRefusalClosesEverythingForAWhile(_ headers: Headers, _ waits: [Int]) {
    var tests = self
    var time = 0
    for wait in waits {
      let report = RateState.Report(status: 429, headers: headers, underway: 0)
      tests.state.learn(report, about: buckets("GET /a/b/c"), at: Timestamp(seconds: Self.now.seconds + time))
      #expect(tests.turn("POST /x/y/z", at: time) == .later(seconds: wait, bucket: nil))
      time += wait
      #expect(tests.turn("POST /x/y/z", at: time) == .now)
    }
    tests.state.learn(.init(status: 200, headers: [:], underway: 0), about: [], at: Self.now)
    #expect(tests.state.refusals == 0)
  }

  /// A block that is longer than the window would not be believed, so that no request would wait.
  @Test(arguments: Flavor.allCases) func everyRefusalIsWaitedFor(_ flavor: Flavor) {
    var state = RateState()
    let buckets = RateBucket.buckets(.get, "/a/b/c", flavor)
    var time = Self.now
    for _ in 0..<10 {
      state.learn(.init(status: 429, headers: [:], underway: 0), about: buckets, at: time)
      guard case .later(let seconds, _) = state.turn(for: buckets, .wait, at: time) else { return #expect(Bool(false)) }
      time = Timestamp(seconds: time.seconds + seconds)
    }
  }

  /// Whatever a server says, and in whatever process: after the usual window of a request's counters it is sent.
  @Test func noHeaderLocksTheAccountOutBeyondTheUsualWindow() {
    var random = Seeded(3_800)
    let requests = [
      "GET /a/b/c", "GET /api/v1/a?max_id=1", "POST /api/v1/statuses", "DELETE /api/v1/statuses/1",
      "POST /api/v1/media",
      "POST /api/v1/accounts/1/follow", "PUT /api/v1/lists/1",
    ]
    let numbers = ["0", "1", "300", "86400", "99999999999999999999", "-1", "x", "1700090000", "253402300799"]
    let dates = ["Tue, 14 Nov 2023 22:13:20 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan 1990 00:00:00 GMT"]
    let names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Date"]
    for _ in 0..<2000 {
      var tests = self
      var time = 0
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let request = requests.randomElement(using: &random) ?? ""
        _ = tests.turn(request, at: time)
        var headers: Headers = [:]
        for name in names where Bool.random(using: &random) {
          let isDate = name == "Date" || Int.random(in: 0..<4, using: &random) == 0
          headers.add(name, (isDate ? dates : numbers).randomElement(using: &random) ?? "")
        }
        let status = Bool.random(using: &random) ? 429 : 200
        tests.state.learn(
          .init(status: status, headers: headers, underway: 0), about: buckets(request),
          at: Timestamp(seconds: Self.now.seconds + time))
        time += Int.random(in: 0...600, using: &random)
      }
      tests.state = RateState(json: tests.state.json)
      for request in requests {
        let window = buckets(request).map(\.period).max() ?? 0
        var later = tests
        #expect(later.turn(request, at: time + window) == .now, "\(request) \(tests.state.json.text)")
      }
    }
  }

  @Test func whatAnEarlierVersionBelievedIsBounded() {
    var tests = self
    let end = Self.now.seconds + 86_000
    tests.state = RateState(json: [
      "counts": ["requests": ["limit": 300, "used": 300, "end": .int(end), "seen": true]], "closed": .int(end),
      "told": true,
    ])
    #expect(tests.turn("GET /a/b/c") == .now)
  }

  @Test func whatIsRememberedIsListed() {
    var tests = self
    #expect(tests.state.counts(at: Self.now).isEmpty)
    tests.state.learn(report(30, 10, until: 1_700_001_000), about: buckets("POST /api/v1/media"), at: Self.now)
    tests.state.learn(.init(status: 429, headers: ["Retry-After": "60"], underway: 0), about: [], at: Self.now)
    let counts = tests.state.counts(at: Self.now)
    #expect(counts.map(\.title) == ["every request", "uploads"])
    #expect(counts.map(\.end) == [1_700_000_060, 1_700_001_000])
    #expect(counts.last?.usage?.used == 20 && counts.last?.usage?.limit == 30)
    #expect(tests.state.counts(at: Timestamp(seconds: 1_700_001_000)).isEmpty)
  }

  @Test func aRefusalThatNamesACountClosesNoOther() {
    var tests = self
    let delete = "DELETE /api/v1/statuses/1"
    tests.state.learn(report(30, 0, until: 1_700_001_000, status: 429), about: buckets(delete), at: Self.now)
    #expect(tests.turn(delete) != .now)
    #expect(tests.turn("GET /api/v1/a") == .now)
  }

  @Test func pacedTurnsAreSpreadOverTheWindow() {
    var tests = self
    tests.state.learn(report(300, 10, until: 1_700_000_100), about: buckets("GET /a/b/c"), at: Self.now)
    #expect(tests.turn("GET /a/b/c", .pace) == .now)
    // Nine are left for a hundred seconds.
    #expect(tests.turn("GET /a/b/c", .pace) == .after(milliseconds: 11_111))
    #expect(tests.turn("GET /a/b/c", .pace) == .after(milliseconds: 11_111 + 12_500))
    #expect(tests.turn("GET /a/b/c", at: 90, .pace) == .now)
  }

  @Test func whatIsKeptIsReadAgain() {
    var tests = self
    for request in ["DELETE /api/v1/statuses/1", "GET /api/v1/a?max_id=1"] {
      _ = tests.turn(request, .pace)
      tests.state.learn(report(300, 17, until: 1_700_000_100), about: buckets(request), at: Self.now)
    }
    tests.state.learn(
      .init(status: 429, headers: ["Date": "Tue, 14 Nov 2023 23:13:20 GMT"], underway: 0), about: [], at: Self.now)
    #expect(RateState(json: tests.state.json) == tests.state)
    #expect(RateState(json: .null) == RateState())
    for odd in OddValues.all { _ = RateState(json: ["counts": ["requests": odd], "closed": odd, "refusals": odd]) }
  }

  @Test func countsBeyondMeasureDoNoHarm() {
    for (limit, remaining) in [(Int.max, 0), (0, Int.max), (Int.max, Int.max), (0, 0)] {
      var tests = self
      for manner in RatePolicy.RateMode.allCases {
        tests.state.learn(
          report(limit, remaining, until: 1_700_000_100, underway: 9), about: buckets("GET /a/b/c"), at: Self.now)
        _ = tests.turn("GET /a/b/c", manner)
      }
    }
  }

  @Test func aKeptStateBeyondMeasureDoesNoHarm() {
    for (odd, hasHeaders) in [(Int.max, true), (Int.min, true), (Int.max, false), (Int.min, false)] {
      let count: JSON = ["limit": .int(odd), "used": .int(odd), "end": .int(odd), "seen": true]
      var tests = self
      tests.state = RateState(json: [
        "counts": ["requests": count], "closed": .int(odd), "skew": .int(odd), "turn": .int(odd),
        "told": .bool(hasHeaders),
      ])
      _ = tests.turn("GET /a/b/c", .pace)
      let date: Headers = ["Date": "Tue, 14 Nov 2023 22:13:20 GMT"]
      tests.state.learn(report(300, 299, until: 1_700_000_100, date), about: buckets("GET /a/b/c"), at: Self.now)
      #expect(tests.turn("GET /a/b/c") == .now)
    }
  }

  @Test(arguments: ["Mon, 01 Jan 0001 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 31 Dec 1969 23:00:00 GMT"])
  func aServerWhoseClockIsWrongIsStillAsked(_ date: String) {
    var tests = self
    tests.state.learn(report(300, 200, until: 5, ["Date": date]), about: buckets("GET /a/b/c"), at: Self.now)
    #expect(tests.turn("GET /a/b/c") == .now)
  }

  @Test func whatWasCountedByAWrongClockIsForgotten() {
    var tests = self
    let delete = "DELETE /api/v1/statuses/1"
    let wrong: Headers = ["Date": "Sat, 14 Nov 2082 22:13:20 GMT"]
    tests.state.learn(report(30, 0, until: 5, wrong), about: buckets(delete), at: Self.now)
    tests.state.learn(.init(status: 429, headers: ["Retry-After": "60"], underway: 0), about: [], at: Self.now)
    #expect(tests.turn(delete) != .now)
    let right: Headers = ["Date": "Tue, 14 Nov 2023 22:13:20 GMT"]
    tests.state.learn(.init(status: 200, headers: right, underway: 0), about: [], at: Self.now)
    #expect(tests.turn(delete) == .now)
  }

  @Test func pacedTurnsDoNotWaitForAClockThatWasSetBack() {
    var tests = self
    let page = buckets("GET /a/b/c")
    tests.state.learn(report(300, 100, until: 1_700_000_100), about: page, at: Self.now)
    #expect(tests.turn("GET /a/b/c", .pace) == .now)
    let before = Timestamp(seconds: Self.now.seconds - 1_000_000)
    tests.state.learn(
      .init(status: 200, headers: ["Date": "Tue, 14 Nov 2023 22:13:20 GMT"], underway: 0), about: page, at: before)
    guard case .after(let milliseconds) = tests.turn("GET /a/b/c", at: -1_000_000, .pace) else {
      return
    }
    #expect(milliseconds <= 100_000)
  }

  @Test(arguments: [(100, 100), (999_999, 300), (-5, 5)])
  func aRefusalOfACountWithoutASizeIsWaitedFor(_ reset: Int, _ wait: Int) {
    var tests = self
    let headers: Headers = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(Self.now.seconds + reset)]
    tests.state.learn(.init(status: 429, headers: headers, underway: 0), about: buckets("GET /a/b/c"), at: Self.now)
    #expect(tests.turn("GET /a/b/c") == .later(seconds: wait, bucket: nil))
  }
}
