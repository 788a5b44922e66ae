import JSONValue

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

extension Timestamp {
  /// Reads a time in any format that fediverse servers use.
  ///
  ///     moment = date [ ("T" | "t" | " ") time [ zone ] ] | unix
  ///     date   = year "-" month "-" day
  ///     time   = hour ":" minute [ ":" second [ "." digits ] ]
  ///     zone   = "Z" | "z" | ("+" | "-") hour [ [ ":" ] minute ]
  ///     unix   = [ "-" ] digits [ "." digits ]
  ///
  /// A time without a zone is UTC. A Unix time of thirteen digits is in milliseconds. The form of Twitter's API, whose
  /// zone is before its year, is read too: `Fri Nov 20 09:10:11 +0000 2026`.
  public init?(_ text: String) {
    var reader = MomentReader(bytes: Array(text.trimmedOfBlanks.utf8))
    guard let moment = reader.unixTime() ?? reader.dateAndTime() ?? Timestamp(yearLast: text) else { return nil }
    self = moment
  }

  private init?(yearLast text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].count == 3, parts[4].count == 5 else { return nil }
    self.init(date: parts[2], month: parts[1], year: parts[5], time: "\(parts[3])\(parts[4])")
  }

  /// Reads a time from a string or a number.
  init?(json: JSON) {
    switch json {
    case .string(let text): self.init(text)
    case .number(let number):
      guard let whole = number.int else {
        self.init(number.text)
        return
      }
      self.init(String(whole))
    case .null, .bool, .array, .object: return nil
    }
  }

  /// Reads an HTTP date (RFC 9110 section 5.6.7), such as `Wed, 21 Oct 2015 07:28:00 GMT`.
  package init?(httpDate text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT" else { return nil }
    self.init(date: parts[1], month: parts[2], year: parts[3], time: "\(parts[4])Z")
  }

  /// Reads a time whose month is an English name of three letters.
  private init?(date: Substring, month: Substring, year: Substring, time: String) {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard let index = months.firstIndex(of: String(month)) else { return nil }
    let number = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
    var reader = MomentReader(bytes: Array("\(year)-\(number)-\(date.count == 1 ? "0" : "")\(date)T\(time)".utf8))
    guard let moment = reader.dateAndTime() else { return nil }
    self = moment
  }
}

/// A parser of the grammar above, over bytes.
private struct MomentReader {
  let bytes: [UInt8]
  var at = 0

  mutating func unixTime() -> Timestamp? {
    at = 0
    let isNegative = take("-")
    guard let whole = number(digits: 1...18) else { return nil }
    let fraction = take(".") ? decimals() : 0
    guard at == bytes.count, let fraction else { return nil }
    if !isNegative, whole >= 1_000_000_000_000 {
      return Timestamp(seconds: whole / 1000, nanoseconds: whole % 1000 * 1_000_000)
    }
    guard isNegative else { return Timestamp(seconds: whole, nanoseconds: fraction) }
    return fraction == 0
      ? Timestamp(seconds: -whole) : Timestamp(seconds: -whole - 1, nanoseconds: 1_000_000_000 - fraction)
  }

  mutating func dateAndTime() -> Timestamp? {
    at = 0
    guard
      let year = number(digits: 4...4), take("-"), let month = number(digits: 2...2), take("-"),
      let date = number(digits: 2...2), (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(date)
    else { return nil }
    let midnight = Timestamp.day(year: year, month: month, date: date) * 86_400
    guard at < bytes.count else { return Timestamp(seconds: midnight) }
    guard take("T") || take("t") || take(" "), let (second, fraction) = time(), let offset = zone() else { return nil }
    guard at == bytes.count else { return nil }
    return Timestamp(seconds: midnight + second - offset, nanoseconds: fraction)
  }

  private mutating func time() -> (second: Int, fraction: Int)? {
    guard let hour = number(digits: 2...2), hour < 24, take(":"), let minute = number(digits: 2...2), minute < 60
    else { return nil }
    guard take(":") else { return (hour * 3600 + minute * 60, 0) }
    guard let second = number(digits: 2...2), second <= 60 else { return nil }
    guard let fraction = take(".") ? decimals() : 0 else { return nil }
    return (hour * 3600 + minute * 60 + second, fraction)
  }

  /// The offset from UTC in seconds, positive to the east.
  private mutating func zone() -> Int? {
    if at == bytes.count || take("Z") || take("z") { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hour = number(digits: 2...2), hour < 24 else { return nil }
    var minute = 0
    if take(":") || at < bytes.count {
      guard let written = number(digits: 2...2), written < 60 else { return nil }
      minute = written
    }
    return (isEast ? 1 : -1) * (hour * 3600 + minute * 60)
  }

  /// The digits after a decimal point as nanoseconds; digits beyond the ninth are ignored.
  private mutating func decimals() -> Int? {
    let start = at
    var value = 0
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) {
      if at - start < 9 { value = value * 10 + Int(bytes[at] - 0x30) }
      at += 1
    }
    guard at > start else { return nil }
    for _ in min(at - start, 9)..<9 { value *= 10 }
    return value
  }

  private mutating func number(digits: ClosedRange<Int>) -> Int? {
    let start = at
    var value = 0
    while at < bytes.count, at - start < digits.upperBound, (0x30...0x39).contains(bytes[at]) {
      value = value * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    return at - start >= digits.lowerBound ? value : nil
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: sign) else { return false }
    at += 1
    return true
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
