import Fediverse

/// A wait before a request, reported when it begins.
package struct Delay: Sendable, Hashable {
  /// The reason, without a full stop.
  package let reason: String
  /// The end, in seconds since 1970.
  package let until: Int
  /// Whether it is long enough to tell the user.
  package let isLong: Bool

  init(_ notice: WaitNotice) {
    isLong = notice.length >= .seconds(10)
    until = notice.until.seconds + (notice.until.nanoseconds > 0 ? 1 : 0)
    reason =
      switch notice.reason {
      case .rateLimit(let title): "the server is limiting \(title)"
      case .pacing: "pacing requests for the rate limit"
      case .failure(let error, let next): "\(error.server) failed; retrying (attempt \(next))"
      case .processing: "checking whether the change was made"
      }
  }
}
