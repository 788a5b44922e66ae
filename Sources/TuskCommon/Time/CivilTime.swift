/// A date and time as calendars and clocks show it, to the minute, in the proleptic Gregorian calendar.
package struct CivilTime: Sendable, Hashable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int

  package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
  }

  /// Reads `YYYY-MM-DD`: the start of that day.
  package init?(date text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2), reader.isAtEnd, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard isDayOfCalendar else { return nil }
  }

  /// The time that a clock shows this many seconds after it showed 1970-01-01 00:00.
  package init(secondsSince1970 seconds: Int) {
    let secondOfDay = seconds.remainder(flooringBy: 86_400)
    self.init(
      dayNumber: seconds.quotient(flooringBy: 86_400), hour: secondOfDay / 3600, minute: secondOfDay % 3600 / 60)
  }

  /// A time on the day this many days after 1970-01-01.
  package init(dayNumber: Int, hour: Int = 0, minute: Int = 0) {
    // Years are counted from March, so that a leap day is the last of its year; eras have 400 years.
    let shifted = dayNumber + 719_468
    let era = shifted.quotient(flooringBy: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, hour: hour, minute: minute)
  }

  /// The number of days from 1970-01-01 to this day.
  package var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.quotient(flooringBy: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The seconds since the same clock showed 1970-01-01 00:00, if it was never changed.
  package var secondsSince1970: Int { dayNumber * 86_400 + hour * 3600 + minute * 60 }

  package var weekday: Weekday { Weekday(ofDay: dayNumber) }

  /// Whether the calendar has this day; 31 April counts as 1 May, and so is not found again.
  var isDayOfCalendar: Bool {
    let counted = CivilTime(dayNumber: dayNumber)
    return (counted.year, counted.month, counted.day) == (year, month, day)
  }

  /// The day as ISO 8601 writes it: `2026-12-24`.
  package var date: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

  /// The time of day to the minute: `09:05`.
  package var clock: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }
}

extension Int {
  /// The quotient rounded down, also below zero.
  func quotient(flooringBy divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// The remainder of the quotient rounded down, from 0 to below the divisor.
  func remainder(flooringBy divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  /// The number with leading zeros, so that it has at least this many digits.
  func padded(to width: Int, radix: Int = 10) -> String {
    let digits = String(magnitude, radix: radix, uppercase: true)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
