import Synchronization

/// Mastodon's rate limits: counts requests per bucket, in windows that begin at multiples of their length.
final class RateLimits: Sendable {
  /// The header values for the bucket with the fewest requests left.
  struct Usage: Sendable {
    let limit: Int
    let remaining: Int
    /// ISO 8601 with six decimals, as Mastodon writes it.
    let reset: String
    let isExceeded: Bool
  }

  private struct Bucket: Hashable {
    let name: String
    let limit: Int
    let seconds: Int64
  }

  private struct Window: Hashable {
    let bucket: Bucket
    let caller: String
    let number: Int64
  }

  let areEnforced: Bool
  private let counts = Mutex<[Window: Int]>([:])

  init(enforced: Bool) { areEnforced = enforced }

  func count(_ input: Call.Input, at now: Moment) -> Usage {
    let seconds = now.milliseconds / 1000
    let caller = input.token ?? ""
    let standings = counts.withLock { counts in
      if counts.count > 4096 {
        counts = counts.filter { ($0.key.number + 1) * $0.key.bucket.seconds > seconds }
      }
      return RateLimits.buckets(of: input).map { bucket -> (Bucket, Int) in
        let window = Window(bucket: bucket, caller: caller, number: seconds / bucket.seconds)
        counts[window, default: 0] += 1
        return (bucket, counts[window, default: 0])
      }
    }
    let nearest = standings.min { $0.0.limit - $0.1 < $1.0.limit - $1.1 } ?? (RateLimits.general, 0)
    return usage(in: nearest.0, used: nearest.1, at: seconds)
  }

  private func usage(in bucket: Bucket, used: Int, at seconds: Int64) -> Usage {
    let end = Moment(milliseconds: (seconds / bucket.seconds + 1) * bucket.seconds * 1000)
    return Usage(
      limit: bucket.limit, remaining: max(bucket.limit - used, areEnforced ? 0 : bucket.limit / 2),
      reset: end.iso.dropLast(4) + "000000Z", isExceeded: areEnforced && used > bucket.limit)
  }

  private static let general = Bucket(name: "general", limit: 300, seconds: 300)

  private static func buckets(of input: Call.Input) -> [Bucket] {
    var buckets = [general]
    if ["page", "min_id", "max_id", "since_id"].contains(where: input.query.has) {
      buckets.append(Bucket(name: "paging", limit: 300, seconds: 900))
    }
    let parts = input.path.split(separator: "/")
    switch (input.method, parts.last) {
    case ("POST", "media"): buckets.append(Bucket(name: "media", limit: 30, seconds: 1800))
    case ("POST", "unreblog"): buckets.append(Bucket(name: "delete", limit: 30, seconds: 1800))
    case ("DELETE", _) where parts.count == 4 && parts[2] == "statuses":
      buckets.append(Bucket(name: "delete", limit: 30, seconds: 1800))
    default: break
    }
    return buckets
  }
}
