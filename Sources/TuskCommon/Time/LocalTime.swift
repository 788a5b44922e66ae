import Glibc

/// Times by the clock of this machine, in the time zone that the C library finds in `TZ` or `/etc/localtime`.
package enum LocalTime {
  /// The date and time for people, to the minute: `2026-12-24 09:05`.
  package static func text(_ seconds: Int) -> String {
    let civil = civil(seconds)
    return "\(civil.date) \(civil.clock)"
  }

  /// The time of day for people: `09:05`.
  package static func clock(of seconds: Int) -> String { "\(civil(seconds).clock)" }

  /// The date: `2026-12-24`.
  package static func day(of seconds: Int) -> String { "\(civil(seconds).date)" }

  package static func weekday(of seconds: Int) -> Weekday { civil(seconds).weekday }

  /// The week by ISO 8601: `2026-W52`.
  package static func week(of seconds: Int) -> String {
    // The week belongs to the year that its Thursday is in.
    let civil = civil(seconds)
    let thursday = CivilTime(dayNumber: civil.dayNumber - civil.weekday.rawValue + 4)
    return "\(thursday.year.padded(to: 4))-W\(thursday.weekOfThursday.padded(to: 2))"
  }

  /// The hour that the clock shows, from 0 to 23.
  package static func hour(of seconds: Int) -> Int { civil(seconds).hour }

  /// What calendars and clocks show here; that of UTC for years that the C library does not have.
  static func civil(_ seconds: Int) -> CivilTime {
    guard let parts = parts(of: seconds) else { return CivilTime(secondsSince1970: seconds) }
    return CivilTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
      minute: Int(parts.tm_min))
  }

  /// A time to wait until: the time of day with seconds if it is less than half a day away.
  package static func ahead(_ seconds: Int, now: Int = time(nil)) -> String {
    guard seconds - now < 43_200 else { return text(seconds) }
    return text(seconds).suffix(5) + ":" + seconds.remainder(flooringBy: 60).padded(to: 2)
  }

  /// The moment at which the clock shows this time on the day of `now`, in seconds since 1970.
  package static func seconds(of time: TimeOfDay, onDayOf now: Int) -> Int {
    var parts = parts(of: now) ?? tm()
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = 0
    parts.tm_isdst = -1
    return Int(mktime(&parts))
  }

  /// The moment at which a day begins here, in seconds since 1970.
  package static func seconds(ofDay day: CivilTime) -> Int {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(day.year - 1900), Int32(day.month - 1), Int32(day.day))
    parts.tm_isdst = -1
    return Int(mktime(&parts))
  }

  private static func parts(of seconds: Int) -> tm? {
    var (seconds, parts) = (time_t(seconds), tm())
    return localtime_r(&seconds, &parts) == nil ? nil : parts
  }
}
