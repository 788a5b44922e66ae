/// A moment again and again after the same time, each put off by a random part of the jitter.
package struct IntervalSchedule: Sendable, Hashable {
  /// The seconds from one moment to the next, at least one.
  package let interval: Int
  /// The most seconds by which a moment is put off.
  package let jitter: Int

  package init(every interval: Int, jitter: Int = 0) {
    self.interval = max(1, interval)
    self.jitter = max(0, jitter)
  }

  /// A moment as the interval counts it, and when it is due with its share of the jitter.
  package struct Moment: Sendable, Hashable {
    /// What the next moment is counted from.
    package let planned: Int
    /// Never in the past of `now`.
    package let due: Int
  }

  /// The next moment.
  ///
  /// The first is now. Moments that passed while nothing ran are made up for by one, at once, and the beat stays.
  ///
  /// - Parameters:
  ///   - lastPlanned: the moment before, as it was planned; `nil` for none.
  ///   - random: a number from 0 to below 1.
  package func next(after lastPlanned: Int?, now: Int, random: Double) -> Moment {
    guard let lastPlanned else { return Moment(planned: now, due: now) }
    let delay = Int(Double(jitter) * min(max(random, 0), 1))
    // A clock that was set back must not hold everything up until it is where it was.
    let last = min(lastPlanned, now)
    let planned = last + max(1, (now - last) / interval) * interval
    return Moment(planned: planned, due: max(now, planned + delay))
  }
}
