/// A point in time, in whole seconds since 1970-01-01T00:00:00Z.
///
/// The libraries `Fediverse` and `XCallbackURL` have calendars of their own, because they can be used without Tusk,
/// read more lenient spellings and keep fractions of a second. The sandbox has its own too, because it shares no code
/// with the client it tests. All other targets of Tusk use this type and ``CivilTime``.
package struct Instant: Sendable, Hashable {
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// The times of the years 0 to 9999, which RFC 3339 can write.
  package static let calendar = -62_167_219_200...253_402_300_799

  /// Reads an RFC 3339 date and time; a fraction of a second is dropped.
  ///
  ///     time   = date "T" clock [ "." digits ] ( "Z" | ( "+" | "-" ) hour ":" minute )     section 5.6
  package init?(rfc3339 text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2), reader.take("Tt"), let second = Self.secondOfDay(&reader),
      let offset = Self.offset(&reader), reader.isAtEnd
    else { return nil }
    let civil = CivilTime(year: year, month: month, day: day)
    guard civil.isDayOfCalendar else { return nil }
    seconds = civil.secondsSince1970 + second - offset
  }

  /// The time in RFC 3339 format, in UTC: `2026-12-24T09:05:00Z`.
  package var rfc3339: String {
    let civil = CivilTime(secondsSince1970: seconds)
    return "\(civil.date)T\(civil.clock):\(seconds.remainder(flooringBy: 60).padded(to: 2))Z"
  }

  private static func secondOfDay(_ reader: inout DigitReader) -> Int? {
    guard let hour = reader.number(digits: 2), reader.take(":"), let minute = reader.number(digits: 2),
      reader.take(":"), let second = reader.number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    if reader.take("."), reader.skipDigits() == 0 { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// The seconds by which a clock with this offset is ahead of UTC.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take("Zz") { return 0 }
    let isWest = reader.take("-")
    guard isWest || reader.take("+"), let hour = reader.number(digits: 2), reader.take(":"),
      let minute = reader.number(digits: 2), hour < 24, minute < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hour * 3600 + minute * 60)
  }
}
