import Fediverse

/// A wait that a server makes necessary, told when it begins.
package struct Delay: Sendable, Hashable {
  /// Why, in half a sentence.
  package let reason: String
  /// When it is over, in seconds since 1970.
  package let until: Int
  /// Whether somebody may wonder what has become of the program.
  package let isLong: Bool

  init(_ pause: WaitNotice) {
    isLong = pause.length >= .seconds(10)
    until = pause.until.seconds + (pause.until.nanoseconds > 0 ? 1 : 0)
    reason =
      switch pause.reason {
      case .rateLimit(let title): "the server is limiting \(title)"
      case .pacing: "pacing requests to stay under the rate limit"
      case .failure(let error, let next): "\(error.server) failed; retrying (attempt \(next))"
      }
  }
}
