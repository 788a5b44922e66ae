import Testing

@testable import Fediverse

/// The spellings of rate limits, counted from 2023-11-14T22:13:20Z.
struct RateLimitSpellingTests {
  private let now = Timestamp(seconds: 1_700_000_000)

  @Test(arguments: [
    // Mastodon, with six decimals.
    ("2023-11-14T22:20:00.000000Z", 1_700_000_400),
    // GoToSocial, newer and older.
    ("2023-11-14T22:20:00.000Z", 1_700_000_400), ("1700000400", 1_700_000_400),
    // Others: milliseconds, a zone, a header date, a float.
    ("1700000400000", 1_700_000_400), ("2023-11-15T00:20:00+02:00", 1_700_000_400),
    ("Tue, 14 Nov 2023 22:20:00 GMT", 1_700_000_400), ("1700000400.5", 1_700_000_400),
    // The seconds until then, as the Misskey family counts.
    ("400", 1_700_000_400), ("399.2", 1_700_000_400), ("0", 1_700_000_000), (" 60 ", 1_700_000_060),
  ])
  func resetsAreMomentsAhead(_ text: String, _ seconds: Int) {
    let limit = RateLimit(["X-RateLimit-Reset": text], now: now)
    #expect(limit?.resetsAt?.seconds == seconds)
    #expect(limit?.limit == nil && limit?.remaining == nil && limit?.retryAt == nil)
  }

  @Test(arguments: ["", "soon", "-", "inf", "nan", "60s", "2023-11-14T22:20", "99999999999999999999999", "1e3x", "٣"])
  func otherResetsAreNone(_ text: String) {
    let reset = RateLimit(["X-RateLimit-Reset": text], now: now)?.resetsAt
    #expect(reset == (text == "2023-11-14T22:20" ? Timestamp(seconds: 1_700_000_400) : nil))
  }

  @Test(arguments: [
    ("0", 1_700_000_000), ("1", 1_700_000_001), (" 30 ", 1_700_000_030),
    ("Wed, 15 Nov 2023 00:00:00 GMT", 1_700_006_400),
    ("999999999999", 1_700_000_000 + 366 * 86_400), ("9223372036854775807", 1_700_000_000 + 366 * 86_400),
  ])
  func waitsNeverGoBeyondAYear(_ text: String, _ seconds: Int) {
    #expect(RateLimit(["retry-after": text], now: now)?.retryAt?.seconds == seconds)
  }

  @Test(arguments: ["-1", "", "1.5h", "9223372036854775808", "Wed, 15 Nov 2023 00:00:00 UTC", "15 Nov 2023"])
  func otherWaitsAreNone(_ text: String) {
    #expect(RateLimit(["Retry-After": text], now: now) == nil)
  }

  @Test(arguments: [("300", 300), ("0", 0), (" 7 ", 7), ("-1", nil), ("many", nil), ("1.5", nil), ("", nil)])
  func countsAreWholeNumbers(_ text: String, _ count: Int?) {
    let headers: Headers = ["X-RateLimit-Limit": text, "X-RateLimit-Remaining": text, "Retry-After": "1"]
    let limit = RateLimit(headers, now: now)
    #expect(limit?.limit == count && limit?.remaining == count)
  }

  private func refusal(_ status: Int, _ headers: Headers) async throws -> FediverseError? {
    let transport = ScriptedTransport()
    transport.on("GET /api/v1/statuses/1", status: status, headers: headers, #"{"error":"Too many requests"}"#)
    let client = try Client.scripted(transport)
    return await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
  }

  @Test(
    arguments: [
      (429, ["Retry-After": "5", "X-RateLimit-Reset": "600"], 5), (429, ["X-RateLimit-Reset": "600"], 600),
      (503, ["Retry-After": "5"], 5), (429, ["Retry-After": "soon", "X-RateLimit-Reset": "600"], 600),
      (429, [:], nil), (403, ["Retry-After": "5"], nil), (500, ["X-RateLimit-Reset": "600"], nil),
    ] as [(Int, Headers, Int?)])
  func theServersWishComesBeforeTheWindow(_ status: Int, _ headers: Headers, _ wait: Int?) async throws {
    let error = try await refusal(status, headers)
    #expect(error?.retryAt == wait.map { Timestamp(seconds: 1_700_000_000 + $0) })
    #expect(error?.status == status && error?.serverText == "Too many requests")
  }

  @Test(arguments: [["Retry-After": "40"], ["X-RateLimit-Reset": "2023-11-14T22:13:59.25Z"]] as [Headers])
  func aWaitIsSaidInWordsWithoutAFraction(_ headers: Headers) async throws {
    #expect(
      try await refusal(429, headers)?.description
        == "example.social is limiting requests until 2023-11-14T22:14:00Z: Too many requests")
  }

  @Test func aLimitWithoutATimeIsSaidInWords() async throws {
    #expect(try await refusal(429, [:])?.description == "example.social is limiting requests: Too many requests")
  }

  @Test func theLastWordAboutLimitsCounts() async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v1/statuses/1", headers: ["X-RateLimit-Remaining": "1"], #"{"id":"1"}"#)
      .on("GET /api/v1/statuses/2", status: 403, headers: ["X-RateLimit-Remaining": "0"])
      .on("GET /api/v1/statuses/3", #"{"id":"3"}"#)
      .on("GET /api/v1/statuses/4", status: 302, headers: ["Location": "/x", "X-RateLimit-Remaining": "9"])
    let client = try Client.scripted(transport)
    for (id, remaining) in [("1", 1), ("2", 0), ("3", 0), ("4", 9)] {
      _ = try? await client.statuses.status(id)
      #expect(client.lastRateLimit?.remaining == remaining, "after status \(id)")
    }
  }

  @Test func pagesCarryTheLimitThatCameWithThem() async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v1/notifications", headers: ["X-RateLimit-Remaining": "4", "X-RateLimit-Reset": "9"], "[]")
    let page = try await Client.scripted(transport).notifications.list()
    #expect(page.rateLimit?.remaining == 4 && page.rateLimit?.resetsAt == Timestamp(seconds: 1_700_000_009))
  }
}
