/// A rate-limit bucket of a server: at most `limit` requests fit in a window, and windows start at multiples of
/// `period`.
///
/// Mastodon's buckets are those of its `rack_attack.rb` and `rate_limiter.rb`.
struct RateBucket: Sendable, Hashable {
  /// What a bucket counts.
  enum Name: String, Sendable, Hashable, CaseIterable {
    case requests
    case paging
    case media
    case deletions
    case registrations
    case replacements
    case follows
    case statuses
    case reports
  }

  let name: Name
  /// The number of requests that fit in one window.
  let limit: Int
  /// The length of a window in seconds.
  let period: Int
  /// Whether the rate-limit headers of a matching request describe only this bucket.
  var isForeground = false
  /// Whether only some servers have this bucket, so that it is enforced only after a header has shown it.
  var needsConfirmation = false

  /// The buckets that a request counts toward.
  ///
  /// - Parameter flavor: the server's software. If it is unknown, Mastodon's buckets are used, which is safe because a
  ///   bucket is enforced only after the server's headers have confirmed it.
  static func buckets(_ method: HTTPRequest.Method, _ target: String, _ flavor: Flavor?) -> [RateBucket] {
    switch flavor {
    case .mastodon, nil: [requests] + mastodon(method, target)
    case .iceshrimpNET: [RateBucket(name: .requests, limit: 500, period: 60)]
    default: [requests]
    }
  }

  static let requests = RateBucket(name: .requests, limit: 300, period: 300)

  private static let paging = RateBucket(name: .paging, limit: 300, period: 900)
  private static let media = RateBucket(name: .media, limit: 30, period: 1800)
  private static let deletions = RateBucket(name: .deletions, limit: 30, period: 1800)
  private static let registrations = RateBucket(name: .registrations, limit: 5, period: 1800)
  private static let follows = RateBucket(name: .follows, limit: 400, period: 86_400, isForeground: true)
  private static let statuses = RateBucket(name: .statuses, limit: 300, period: 10_800, isForeground: true)
  private static let reports = RateBucket(name: .reports, limit: 400, period: 86_400, isForeground: true)
  private static let replacements = RateBucket(
    name: .replacements, limit: 10, period: 600, needsConfirmation: true)

  /// One bucket of each name.
  static let all = [
    requests, paging, media, deletions, registrations, replacements, follows, statuses, reports,
  ]

  private static func mastodon(_ method: HTTPRequest.Method, _ target: String) -> [RateBucket] {
    var buckets: [RateBucket] = []
    let path = target.prefix { $0 != "?" }
    if method == .get, hasCursor(target[path.endIndex...]) {
      buckets.append(paging)
    }
    let segments = path.split(separator: "/").dropFirst(2)
    switch (method, segments.first, segments.dropFirst(2).first) {
    case (.post, "media", _): buckets.append(media)
    case (.delete, "statuses", nil), (.post, "statuses", "unreblog"):
      buckets.append(deletions)
    case (.post, "accounts", nil) where segments.count == 1:
      buckets.append(registrations)
    case (.post, "accounts", "follow"):
      buckets.append(follows)
    case (.post, "statuses", nil) where segments.count == 1, (.post, "statuses", "reblog"):
      buckets.append(statuses)
    case (.post, "reports", _):
      buckets.append(reports)
    // Before Mastodon 4.3, a rule for e-mail addresses matched every request with this method.
    case (.put, _, _): buckets.append(replacements)
    default: break
    }
    return buckets
  }

  private static func hasCursor(_ query: Substring) -> Bool {
    query.dropFirst().split(separator: "&").contains { field in
      ["page", "min_id", "max_id", "since_id"].contains(field.prefix { $0 != "=" })
    }
  }

  /// The name shown to people.
  var title: String {
    switch name {
    case .requests: "requests"
    case .paging: "further pages"
    case .media: "uploads"
    case .deletions: "deletions"
    case .registrations: "new accounts"
    case .replacements: "changes"
    case .follows: "follows"
    case .statuses: "new statuses"
    case .reports: "reports"
    }
  }
}
