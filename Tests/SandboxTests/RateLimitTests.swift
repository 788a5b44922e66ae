import HTTPTypes
import Testing

@testable import TuskSandbox

/// Which requests count against which limit, and how that is told.
@Suite struct RateLimitTests {
  /// 13:52:33 of a day in 2026.
  private static let now = Moment(milliseconds: 1_785_592_353_097)

  /// A request, how often it may come, and when its window ends.
  static let buckets: [(String, String, Int, String)] = [
    ("GET", "/api/v1/timelines/home", 300, "13:55:00"), ("POST", "/api/v1/statuses", 300, "13:55:00"),
    ("POST", "/api/v1/media", 30, "14:00:00"), ("POST", "/api/v2/media", 30, "14:00:00"),
    ("PUT", "/api/v1/media/1", 300, "13:55:00"), ("DELETE", "/api/v1/statuses/1", 30, "14:00:00"),
    ("POST", "/api/v1/statuses/1/unreblog", 30, "14:00:00"), ("POST", "/api/v1/statuses/1/reblog", 300, "13:55:00"),
    ("DELETE", "/api/v1/lists/1", 300, "13:55:00"), ("DELETE", "/api/v1/scheduled_statuses/1", 300, "13:55:00"),
    ("DELETE", "/api/v1/conversations/1", 300, "13:55:00"),
  ]

  @Test(arguments: buckets) func theNarrowestLimitIsTold(method: String, path: String, limit: Int, end: String) {
    let limits = RateLimits(enforced: true)
    let first = limits.count(Self.request(method, path), at: Self.now)
    #expect(first.limit == limit)
    #expect(first.remaining == limit - 1)
    #expect(first.reset == "2026-08-01T\(end).000000Z")
    #expect(!first.isExceeded)
    for _ in 1..<limit { #expect(!limits.count(Self.request(method, path), at: Self.now).isExceeded) }
    let over = limits.count(Self.request(method, path), at: Self.now)
    #expect(over.isExceeded)
    #expect(over.remaining == 0)
  }

  /// Mastodon counts pages apart, for longer: who pages on is stopped although the next five minutes have come.
  @Test func pagesAreCountedForLonger() {
    let limits = RateLimits(enforced: true)
    let paging = Self.request("GET", "/api/v1/notifications", "max_id=7")
    for index in 0..<300 {
      let standing = limits.count(paging, at: Self.now.adding(seconds: index < 150 ? 0 : 150))
      #expect(!standing.isExceeded)
    }
    let later = Self.now.adding(seconds: 160)
    #expect(limits.count(paging, at: later).isExceeded)
    #expect(limits.count(paging, at: later).reset == "2026-08-01T14:00:00.000000Z")
    #expect(!limits.count(Self.request("GET", "/api/v1/notifications"), at: later).isExceeded)
    #expect(!limits.count(paging, at: Self.now.adding(seconds: 450)).isExceeded)
  }

  @Test func callersAreCountedApart() {
    let limits = RateLimits(enforced: true)
    for token in ["a", "b", nil] {
      for used in 1...3 {
        #expect(limits.count(Self.request("GET", "/api/v1/x", token: token), at: Self.now).remaining == 300 - used)
      }
    }
  }

  @Test func whoeverHasManyNamesIsStillForgottenInTime() {
    let limits = RateLimits(enforced: true)
    let caller = Self.request("POST", "/api/v2/media", token: "steady")
    #expect(limits.count(caller, at: Self.now).remaining == 29)
    for number in 0..<5000 {
      _ = limits.count(Self.request("GET", "/api/v1/x", token: "\(number)"), at: Self.now.adding(seconds: 200))
    }
    #expect(limits.count(caller, at: Self.now.adding(seconds: 200)).remaining == 28)
    #expect(limits.count(caller, at: Self.now.adding(seconds: 600)).remaining == 29)
  }

  @Test func theLimitsAreTheAPIsAndAreToldWithErrorsToo() async throws {
    try await withSandbox { alice async throws in
      for path in ["/api/v1/instance", "/api/v1/statuses/4711", "/api/v1/statuses?id[]=1"] {
        let answer = try await alice.get(path)
        #expect(answer.header("X-RateLimit-Limit") == "300", "\(path)")
        #expect(answer.header("X-RateLimit-Reset")?.hasSuffix(":00.000000Z") == true, "\(path)")
      }
      let first = try await alice.get("/api/v1/bookmarks").header("X-RateLimit-Remaining").flatMap { Int($0) }
      let second = try await alice.get("/api/v1/bookmarks").header("X-RateLimit-Remaining").flatMap { Int($0) }
      #expect(second == first.map { $0 - 1 } || second == 299)
      for path in ["/health", "/oauth/authorize", "/.well-known/nodeinfo"] {
        #expect(try await alice.get(path).header("X-RateLimit-Limit") == nil, "\(path)")
      }
    }
  }

  @Test func whatIsRefusedForTheLimitIsNotDone() async throws {
    try await withSandbox(enforcingRateLimits: true) { alice async throws in
      let before = try await alice.number("SELECT count(*) FROM media")
      var answers: [Answer] = []
      // Twice the limit, as the window may end in between.
      while answers.count <= 60, answers.last?.status != 429 { answers.append(try await alice.upload(Sample.png)) }
      #expect(answers.last?["error"] == "Too many requests")
      #expect(try await alice.number("SELECT count(*) FROM media") == before + answers.count - 1)
      #expect(try await alice.acting(as: "bob").upload(Sample.png).status == 200)
      #expect(try await alice.post("/api/v1/statuses", ["status": "still"]).status == 200)
    }
  }

  private static func request(
    _ method: String, _ path: String, _ query: String = "", token: String? = "t"
  ) -> Call.Input {
    Call.Input(
      method: method, path: path, host: "", query: Form(urlEncoded: query), form: Form(), parameters: [:], token: token)
  }
}
