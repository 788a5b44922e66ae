import Synchronization
import TuskActions
import TuskRuntime

/// A clock that skips waits and advances the sandbox's clock with it, so that a script that runs for days can be tried
/// in seconds.
final class FastForward: Sendable {
  private let limit: Duration
  /// The time at which its clock begins, and goes on only by waits; `nil` if it goes on with that of the machine.
  private let origin: Int?
  /// How far the sandbox was ahead when the run began.
  private let start: Int
  private let advance: @Sendable (_ seconds: Int) async -> Void
  private let passed = Mutex(Duration.zero)

  /// - Parameters:
  ///   - limit: the simulated time after which the run ends.
  ///   - start: the number of seconds the sandbox is already ahead.
  ///   - advance: advances the sandbox's clock.
  init(_ limit: Duration, from start: Int, advance: @escaping @Sendable (_ seconds: Int) async -> Void) {
    self.limit = limit
    self.start = start
    self.advance = advance
    origin = nil
  }

  /// A clock that stops at a time of its own.
  ///
  /// - Parameter origin: that time in seconds since 1970.
  init(stoppedAt origin: Int, advance: @escaping @Sendable (_ seconds: Int) async -> Void) {
    limit = .seconds(Self.longestTest)
    start = 0
    self.origin = origin
    self.advance = advance
  }

  /// A hundred years: more than the sandbox's clock can be advanced.
  private static let longestTest = 86_400 * 36_525

  var clock: WallClock {
    WallClock(
      now: { self.now },
      sleep: { duration in await self.jump(over: duration) },
      isOver: { self.passed.withLock { $0 } >= self.limit }, jumps: true)
  }

  /// The same clock for requests, whose waits take no time either.
  var time: ClientTime {
    guard origin == nil else {
      return ClientTime(
        now: { self.now }, uptime: { self.passed.withLock { $0 } },
        sleep: { duration in await self.jump(over: duration) })
    }
    return ClientTime(
      ahead: { .seconds(self.start) + self.passed.withLock { $0 } },
      sleep: { duration in
        await self.jump(over: duration)
        // The request that waited would come after the end.
        guard self.passed.withLock({ $0 }) < self.limit else { throw CancellationError() }
      })
  }

  private var now: Int {
    (origin ?? WallClock.system.now() + start) + Int(passed.withLock { $0 }.components.seconds)
  }

  private func jump(over duration: Duration) async {
    let seconds = passed.withLock { passed -> Int in
      let before = passed.components.seconds
      passed = min(passed + duration, limit)
      return Int(passed.components.seconds - before)
    }
    if seconds > 0 { await advance(seconds) }
  }
}
