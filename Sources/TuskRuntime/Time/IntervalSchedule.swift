/// Recurring times at a fixed interval, each delayed by a random part of the jitter.
package struct IntervalSchedule: Sendable, Hashable {
  /// The seconds from one time to the next, at least one.
  package let interval: Int
  /// The longest delay in seconds.
  package let jitter: Int

  package init(every interval: Int, jitter: Int = 0) {
    self.interval = max(1, interval)
    self.jitter = max(0, jitter)
  }

  /// A time on the schedule, and the time it is due after its random delay.
  package struct Moment: Sendable, Hashable {
    /// The time that the next one is counted from.
    package let planned: Int
    /// The due time, never before `now`.
    package let due: Int
  }

  /// The next time.
  ///
  /// The first is now. Times missed while nothing ran are made up for by one run, at once, and the schedule is kept.
  ///
  /// - Parameters:
  ///   - lastPlanned: the previous planned time; `nil` for none.
  ///   - random: a number from 0 up to but not including 1.
  package func next(after lastPlanned: Int?, now: Int, random: Double) -> Moment {
    guard let lastPlanned else { return Moment(planned: now, due: now) }
    let delay = Int(Double(jitter) * min(max(random, 0), 1))
    // After the clock was set back, nothing may wait until it reaches its former time.
    let last = min(lastPlanned, now)
    let planned = last + max(1, (now - last) / interval) * interval
    return Moment(planned: planned, due: max(now, planned + delay))
  }
}
