package import TuskCommon

/// A time of day on certain days of the week, in one time zone.
package struct DailySchedule: Sendable, Hashable {
  package let time: TimeOfDay
  /// The days on which it is due; empty means every day.
  package let days: Set<Weekday>
  package let zone: TimeZoneRules

  package init(at time: TimeOfDay, days: Set<Weekday> = [], zone: TimeZoneRules) {
    self.time = time
    self.days = days
    self.zone = zone
  }

  /// The next time it is due, in seconds since 1970-01-01 00:00 UTC.
  ///
  /// At most once a day: a time that the clocks skip is due right after the gap, and a time that they repeat is due the
  /// first time.
  package func next(after seconds: Int) -> Int {
    let today = zone.civilTime(at: seconds).dayNumber
    // A whole day can be skipped (Samoa, 30 December 2011); its time is then due at the start of the next day.
    let moments = (-1...15).lazy.map { today + $0 }.filter(isWanted).map(moment)
    return moments.first { $0 > seconds } ?? seconds + 86_400
  }

  /// The time after which it is due again, if it was last due at another.
  ///
  /// A last time that is somewhat ahead is not run again, because the clock was set back; one that is further ahead was
  /// recorded by a clock that was wrong.
  package func start(after last: Int?, now: Int) -> Int {
    guard let last, last <= now + 26 * 3600 else { return now }
    return last
  }

  private func isWanted(_ dayNumber: Int) -> Bool {
    days.isEmpty || days.contains(Weekday(ofDay: dayNumber))
  }

  private func moment(_ dayNumber: Int) -> Int {
    zone.moment(of: CivilTime(dayNumber: dayNumber, hour: time.hour, minute: time.minute))
  }
}
