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
      case .rateLimit(let title): "the server allows no more \(title)"
      case .failure(let error, let next): "\(error.server) has failed, and is asked for the \(next.ordinal) time"
      }
  }
}

extension Int {
  fileprivate var ordinal: String {
    switch self {
    case 2: "second"
    case 3: "third"
    case 4: "fourth"
    case 5: "fifth"
    default: "\(self)th"
    }
  }
}
