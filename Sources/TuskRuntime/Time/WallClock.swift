import Glibc

/// Tells the time and waits.
package struct WallClock: Sendable {
  /// The time in seconds since 1970.
  package var now: @Sendable () -> Int
  /// The time of a monotonic clock, for measuring elapsed time.
  package var moment: @Sendable () -> ContinuousClock.Instant
  /// Waits for the given time, or until the task is canceled.
  package var sleep: @Sendable (Duration) async -> Void
  /// Whether the simulated time of a run is over.
  package var isOver: @Sendable () -> Bool
  /// Whether waits are skipped, so that no progress needs to be shown.
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

  /// The same clock, which goes on from now even if that of the machine is set. One that jumps is never set.
  func steady() -> WallClock {
    guard !jumps else { return self }
    let (start, begun, moment) = (now(), moment(), moment)
    return WallClock(
      now: { start + Int((moment() - begun).components.seconds) }, moment: moment, sleep: sleep, isOver: isOver)
  }

  /// About 95 years; a longer sleep would overflow the clock and trap.
  private static let longestSleep = Duration.seconds(3_000_000_000)

  /// Waits until a time, in steps, because a sleeping machine does not count time.
  func sleep(until end: Int, step: Int = 60) async {
    while now() < end, !Task.isCancelled, !isOver() {
      await sleep(.seconds(jumps ? end - now() : min(end - now(), step)))
    }
  }
}
