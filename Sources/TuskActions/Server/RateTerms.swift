import Fediverse

/// What an action does where a server wants fewer requests.
package struct RateTerms: Sendable, Hashable {
  /// The ways of living with a limit.
  package enum RateMode: String, Sendable, Hashable, CaseIterable {
    /// Go on as fast as it goes, and wait where nothing more is allowed.
    case wait
    /// Spread the requests, so that it does not come to that.
    case pace
    /// Fail at once.
    case `throw`
  }

  package var mode: RateMode
  /// How long an action waits in all before it fails instead.
  package var longestWait: Duration

  package init(_ mode: RateMode = .wait, longestWait: Duration = .seconds(1800)) {
    self.mode = mode
    self.longestWait = longestWait
  }

  var policy: RatePolicy {
    let mode: RatePolicy.RateMode =
      switch mode {
      case .wait: .wait
      case .pace: .pace
      case .throw: .throw
      }
    return RatePolicy(mode, longestWait: longestWait)
  }
}

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
