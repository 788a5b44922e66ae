import Synchronization
import TuskActions
import TuskRuntime

/// A clock that skips waits and advances the sandbox's clock with it, so that a script that runs for days can be tried
/// in seconds.
final class FastForward: Sendable {
  private let limit: Duration
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
  }

  var clock: WallClock {
    WallClock(
      now: { WallClock.system.now() + self.start + Int(self.passed.withLock { $0 }.components.seconds) },
      sleep: { duration in await self.jump(over: duration) },
      isOver: { self.passed.withLock { $0 } >= self.limit }, jumps: true)
  }

  /// The same clock for requests, whose waits take no time either.
  var time: ClientTime {
    ClientTime(
      ahead: { .seconds(self.start) + self.passed.withLock { $0 } },
      sleep: { duration in
        await self.jump(over: duration)
        // The request that waited would come after the end.
        guard self.passed.withLock({ $0 }) < self.limit else { throw CancellationError() }
      })
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
