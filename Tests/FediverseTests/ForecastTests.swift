import Testing

@testable import Fediverse

/// When many requests would be done.
@Suite struct ForecastTests {
  private static let deletion = RateBucket.buckets(.delete, "/api/v1/statuses/1", .mastodon)
  private static let favorite = RateBucket.buckets(.post, "/api/v1/statuses/1/favourite", .mastodon)

  @Test(arguments: [
    (Self.deletion, 30, 100), (Self.deletion, 31, 1800), (Self.deletion, 60, 1800), (Self.deletion, 61, 3600),
    (Self.deletion, 5000, 1800 * 166), (Self.favorite, 300, 100), (Self.favorite, 301, 300),
    (Self.favorite, 900, 600),
  ])
  func requestsAreSpreadOverWindows(buckets: [RateBucket], count: Int, end: Int) {
    #expect(RateState().forecast(of: count, [buckets], at: Timestamp(seconds: 100)).end == end)
  }

  @Test func theTightestLimitIsNamed() {
    let forecast = RateState().forecast(of: 400, [Self.deletion], at: Timestamp(seconds: 100))
    #expect(forecast.limit == Forecast.Limit(title: "deletions", count: 30, period: 1800))
    #expect(RateState().forecast(of: 3, [Self.deletion], at: Timestamp(seconds: 100)).limit == nil)
  }

  @Test func whatIsUsedAlreadyCounts() {
    var state = RateState()
    let headers: Headers = [
      "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "10", "X-RateLimit-Reset": "1970-01-01T00:30:00Z",
      "Date": "Thu, 01 Jan 1970 00:01:40 GMT",
    ]
    let report = RateState.Report(status: 200, headers: headers, underway: 0)
    state.learn(report, about: Self.deletion, at: Timestamp(seconds: 100))
    #expect(state.forecast(of: 10, [Self.deletion], at: Timestamp(seconds: 100)).limit == nil)
    #expect(state.forecast(of: 11, [Self.deletion], at: Timestamp(seconds: 100)).end == 1800)
    #expect(state.forecast(of: 41, [Self.deletion], at: Timestamp(seconds: 100)).end == 3600)
  }

  @Test func aRequestThatReadsFirstCountsTwice() {
    let forecast = RateState().forecast(of: 200, [[.requests], Self.favorite], at: Timestamp(seconds: 100))
    #expect(forecast.end == 300)
  }
}
