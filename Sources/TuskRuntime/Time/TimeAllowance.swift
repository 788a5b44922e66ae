import Synchronization

/// The time that the requests of a command may still take together.
final class TimeAllowance: Sendable {
  private let left: Mutex<Duration>
  /// When the time is over at the latest; `nil` if only requests use it up.
  private let end: ContinuousClock.Instant?

  init(_ duration: Duration, until end: ContinuousClock.Instant?) {
    left = Mutex(duration)
    self.end = end
  }

  func rest(at moment: ContinuousClock.Instant) -> Duration {
    end.map { moment.duration(to: $0) } ?? left.withLock { $0 }
  }

  func spend(_ duration: Duration) {
    left.withLock { $0 -= max(duration, .zero) }
  }
}
