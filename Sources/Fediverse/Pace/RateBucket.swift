/// One of the counts that a server keeps of requests: so many fit into a window, and windows begin at multiples of their
/// length.
///
/// Mastodon's are those of its `rack_attack.rb` and `rate_limiter.rb`.
struct RateBucket: Sendable, Hashable {
  /// What is counted.
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
  /// How many fit into a window.
  let limit: Int
  /// The seconds of a window.
  let period: Int
  /// Whether the headers speak of this count alone where a request belongs to it.
  var isForeground = false
  /// Whether some servers have it and others do not, so that it only counts once it was seen.
  var isDoubtful = false

  /// The counts that a request adds to.
  ///
  /// - Parameter flavor: the server's software; Mastodon's counts where it is not known, because they only hold for
  ///   servers whose headers bear them out.
  static func buckets(_ method: HTTPRequest.Method, _ target: String, _ flavor: Flavor?) -> [RateBucket] {
    switch flavor {
    case .mastodon, nil: [requests] + mastodon(method, target)
    case .iceshrimpNET: [RateBucket(name: .requests, limit: 500, period: 60)]
    default: [requests]
    }
  }

  private static let requests = RateBucket(name: .requests, limit: 300, period: 300)

  private static func mastodon(_ method: HTTPRequest.Method, _ target: String) -> [RateBucket] {
    var buckets: [RateBucket] = []
    let path = target.prefix { $0 != "?" }
    if method == .get, hasCursor(target[path.endIndex...]) {
      buckets.append(RateBucket(name: .paging, limit: 300, period: 900))
    }
    let segments = path.split(separator: "/").dropFirst(2)
    switch (method, segments.first, segments.dropFirst(2).first) {
    case (.post, "media", _): buckets.append(RateBucket(name: .media, limit: 30, period: 1800))
    case (.delete, "statuses", nil), (.post, "statuses", "unreblog"):
      buckets.append(RateBucket(name: .deletions, limit: 30, period: 1800))
    case (.post, "accounts", nil) where segments.count == 1:
      buckets.append(RateBucket(name: .registrations, limit: 5, period: 1800))
    case (.post, "accounts", "follow"):
      buckets.append(RateBucket(name: .follows, limit: 400, period: 86_400, isForeground: true))
    case (.post, "statuses", nil) where segments.count == 1, (.post, "statuses", "reblog"):
      buckets.append(RateBucket(name: .statuses, limit: 300, period: 10_800, isForeground: true))
    case (.post, "reports", _):
      buckets.append(RateBucket(name: .reports, limit: 400, period: 86_400, isForeground: true))
    // Before Mastodon 4.3 a rule for e-mail addresses caught every change of this method.
    case (.put, _, _): buckets.append(RateBucket(name: .replacements, limit: 10, period: 600, isDoubtful: true))
    default: break
    }
    return buckets
  }

  private static func hasCursor(_ query: Substring) -> Bool {
    query.dropFirst().split(separator: "&").contains { field in
      ["page", "min_id", "max_id", "since_id"].contains(field.prefix { $0 != "=" })
    }
  }

  /// What a person calls it.
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
