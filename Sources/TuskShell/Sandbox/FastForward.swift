import Synchronization
import TuskRuntime

/// A clock that jumps where others wait, and takes the sandbox along, so that a script of days is tried in seconds.
final class FastForward: Sendable {
  private let limit: Duration
  /// How far the sandbox was ahead when the run began.
  private let start: Int
  private let advance: @Sendable (_ seconds: Int) async -> Void
  private let passed = Mutex(Duration.zero)

  /// - Parameters:
  ///   - limit: how much time passes before the run is over.
  ///   - start: how many seconds the sandbox is ahead already.
  ///   - advance: moves the sandbox's clock on.
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

  private func jump(over duration: Duration) async {
    let seconds = passed.withLock { passed -> Int in
      let before = passed.components.seconds
      passed = min(passed + duration, limit)
      return Int(passed.components.seconds - before)
    }
    if seconds > 0 { await advance(seconds) }
  }
}
