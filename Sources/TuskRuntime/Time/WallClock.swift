import Glibc

/// What tells the time and waits for it.
package struct WallClock: Sendable {
  /// The time in seconds since 1970.
  package var now: @Sendable () -> Int
  /// The moment by a clock that nobody sets, to tell how much time has passed.
  package var moment: @Sendable () -> ContinuousClock.Instant
  /// Waits so long, or until the task is cancelled.
  package var sleep: @Sendable (Duration) async -> Void
  /// Whether the time that a run was given is over.
  package var isOver: @Sendable () -> Bool
  /// Whether waiting takes no time, so that nobody has to be told how much of it is left.
  package let jumps: Bool

  package init(
    now: @escaping @Sendable () -> Int, moment: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    sleep: @escaping @Sendable (Duration) async -> Void,
    isOver: @escaping @Sendable () -> Bool = { false }, jumps: Bool = false
  ) {
    self.now = now
    self.moment = moment
    self.sleep = sleep
    self.isOver = isOver
    self.jumps = jumps
  }

  /// The clock of the machine.
  package static let system = WallClock(
    now: { time(nil) }, sleep: { duration in try? await Task.sleep(for: min(duration, longestSleep)) })

  /// Nine decades; a sleep whose end the clock cannot count traps.
  private static let longestSleep = Duration.seconds(3_000_000_000)

  /// Waits until the time has come, in steps, because a machine that was asleep has not counted.
  func sleep(until end: Int, step: Int = 60) async {
    while now() < end, !Task.isCancelled, !isOver() {
      await sleep(.seconds(jumps ? end - now() : min(end - now(), step)))
    }
  }
}
