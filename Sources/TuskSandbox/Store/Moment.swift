import Foundation
import GRDB

/// A point in time in milliseconds since 1970, the precision that Mastodon shows.
struct Moment: Sendable, Hashable, Comparable {
  let milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

  static var now: Moment { Moment(Date()) }

  static func < (one: Moment, other: Moment) -> Bool { one.milliseconds < other.milliseconds }

  func adding(seconds: Int) -> Moment { Moment(milliseconds: milliseconds + Int64(seconds) * 1000) }

  func seconds(since other: Moment) -> Int { Int((milliseconds - other.milliseconds) / 1000) }

  /// For example `2026-08-01T13:52:33.097Z`.
  var iso: String {
    let time = Int(milliseconds - dayNumber * 86_400_000)
    let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { Moment.padded($0, to: 2) }
    return day + "T" + clock.joined(separator: ":") + "." + Moment.padded(time % 1000, to: 3) + "Z"
  }

  /// For example `Sat, 01 Aug 2026 13:52:33 GMT`.
  var httpDate: String {
    let (year, month, day) = calendarDate
    // The first of January 1970 was a Thursday.
    let weekday = Moment.weekdays[Int((dayNumber % 7 + 7) % 7)]
    let date = "\(Moment.padded(day, to: 2)) \(Moment.months[month - 1]) \(Moment.padded(year, to: 4))"
    return "\(weekday), \(date) \(iso.dropFirst(11).prefix(8)) GMT"
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// For example `2026-08-01`.
  var day: String {
    let (year, month, day) = calendarDate
    return Moment.padded(year, to: 4) + "-" + Moment.padded(month, to: 2) + "-" + Moment.padded(day, to: 2)
  }

  /// Midnight of the same day, to which Mastodon rounds the dates of accounts.
  var startOfDay: Moment { Moment(milliseconds: dayNumber * 86_400_000) }

  private var dayNumber: Int64 {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Year, month and day, computed in eras of 400 years that begin on 1 March.
  private var calendarDate: (Int, Int, Int) {
    let days = Int(dayNumber) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Moment {
  /// Reads ISO 8601 with or without fractions, or a bare date, as Rails does.
  init?(parsing text: String) {
    let styles = [
      Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle(),
      Date.ISO8601FormatStyle().year().month().day(),
    ]
    for style in styles {
      guard let date = try? style.parse(text) else { continue }
      self.init(date)
      return
    }
    return nil
  }
}

extension Moment: Codable, DatabaseValueConvertible {
  init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  var databaseValue: DatabaseValue { milliseconds.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Moment? {
    Int64.fromDatabaseValue(value).map(Moment.init(milliseconds:))
  }
}
