import Testing

@testable import Fediverse

/// Which counts of a server a request adds to.
struct RateBucketTests {
  @Test(arguments: [
    ("GET /api/v1/statuses/1", ["requests"]), ("GET /api/v1/timelines/home?limit=40", ["requests"]),
    ("GET /api/v1/timelines/home?limit=40&max_id=1", ["requests", "paging"]),
    ("GET /api/v1/accounts/1/followers?since_id=3", ["requests", "paging"]),
    ("GET /api/v1/search?page=2", ["requests", "paging"]), ("GET /api/v1/x?pages=2", ["requests"]),
    ("GET /api/v1/x?a=max_id", ["requests"]), ("POST /api/v1/x?min_id=2", ["requests"]),
    ("POST /api/v2/media", ["requests", "media"]), ("POST /api/v1/media", ["requests", "media"]),
    ("GET /api/v1/media/4", ["requests"]), ("PUT /api/v1/media/4", ["requests", "replacements"]),
    ("DELETE /api/v1/statuses/9", ["requests", "deletions"]),
    ("DELETE /api/v1/statuses/9?delete_media=true", ["requests", "deletions"]),
    ("POST /api/v1/statuses/9/unreblog", ["requests", "deletions"]), ("DELETE /api/v1/lists/9", ["requests"]),
    ("POST /api/v1/statuses", ["requests", "statuses"]), ("POST /api/v1/statuses/9/reblog", ["requests", "statuses"]),
    ("POST /api/v1/statuses/9/favourite", ["requests"]), ("POST /api/v1/accounts", ["requests", "registrations"]),
    ("POST /api/v1/accounts/1/follow", ["requests", "follows"]), ("POST /api/v1/accounts/1/block", ["requests"]),
    ("POST /api/v1/reports", ["requests", "reports"]), ("PUT /api/v1/statuses/9", ["requests", "replacements"]),
    ("GET /", ["requests"]), ("POST ", ["requests"]),
  ])
  func mastodonCountsByKind(_ request: String, _ names: [String]) throws {
    let parts = request.split(separator: " ", omittingEmptySubsequences: false)
    let method = try #require(HTTPRequest.Method(rawValue: String(parts[0])))
    for flavor in [Flavor.mastodon, nil] {
      let buckets = RateBucket.buckets(method, String(parts[1]), flavor)
      #expect(buckets.map(\.name.rawValue) == names)
    }
    #expect(RateBucket.buckets(method, String(parts[1]), .gotosocial).map(\.limit) == [300])
    #expect(RateBucket.buckets(method, String(parts[1]), .iceshrimpNET).map(\.period) == [60])
  }

  @Test(arguments: [
    (0, 300, 300), (299, 300, 300), (300, 300, 600), (1_700_000_000, 1800, 1_700_001_000), (-5, 300, 0),
  ])
  func windowsBeginAtMultiplesOfTheirLength(_ time: Int, _ period: Int, _ end: Int) {
    #expect(RateBucket(name: .requests, limit: 1, period: period).end(at: time) == end)
  }
}
