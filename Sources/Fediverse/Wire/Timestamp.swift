#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A point in time, in seconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The whole seconds; negative before 1970.
  public let seconds: Int
  /// The fraction of a second in nanoseconds, from 0 to 999 999 999.
  public let nanoseconds: Int

  /// Creates a point in time from a Unix time; values out of range are clamped.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = min(max(seconds, -Self.farthest), Self.farthest)
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  private static let farthest = 1 << 56

  /// The current time of the system clock.
  public static func now() -> Timestamp {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(seconds: 0) }
    return Timestamp(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// Whether the first time is before the second.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// The time in RFC 3339, in UTC: `2024-01-02T03:04:05Z`, with a fraction only if it is not zero.
  public var description: String {
    let day = seconds.dividedDown(by: 86_400)
    let (year, month, date) = Self.civil(fromDay: day)
    let second = seconds - day * 86_400
    let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, to: 2) }.joined(separator: ":")
    var fraction = ""
    if nanoseconds > 0 {
      fraction = "." + Self.padded(nanoseconds, to: 9)
      while fraction.hasSuffix("0") { fraction.removeLast() }
    }
    return "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(date, to: 2))T\(clock)\(fraction)Z"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The number of days from 1970-01-01 to a date of the Gregorian calendar, computed with years that start in March.
  static func day(year: Int, month: Int, date: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.dividedDown(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + date - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDay day: Int) -> (year: Int, month: Int, date: Int) {
    let shifted = day + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Int {
  /// The quotient rounded toward negative infinity.
  fileprivate func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
