#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A date as whole seconds and a fraction, so that no spelling loses precision.
struct Timestamp {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  let seconds: Int
  /// The fraction of a second, at least 0 and less than 1.
  let fraction: Double

  /// `nil` for a date that is NaN or outside the range of the calendar.
  init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    let whole = interval.rounded(.down)
    guard whole.magnitude < 1e15 else { return nil }
    seconds = Int(whole) + Self.referenceDate
    fraction = interval - whole
  }

  /// Reads a date in any spelling; `nil` if it is none.
  init?(_ text: String) {
    guard let timestamp = Timestamp(unixText: text) ?? Timestamp(isoText: text) else { return nil }
    self = timestamp
  }

  private init(seconds: Int, fraction: Double) {
    self.seconds = seconds
    self.fraction = fraction
  }

  var date: Date {
    Date(timeIntervalSinceReferenceDate: Double(seconds - Self.referenceDate) + fraction)
  }

  /// 2001-01-01T00:00:00Z, the reference date of Foundation.
  private static let referenceDate = 978_307_200
  private static let secondsOfDay = 86_400

  // MARK: Seconds since 1970

  /// A decimal number.
  var unixText: String {
    guard seconds < 0, fraction > 0 else { return String(seconds) + Self.digits(fraction) }
    // The fraction of a negative number counts downwards.
    return "-\(-(seconds + 1))" + Self.digits(1 - fraction)
  }

  /// Reads a decimal number.
  init?(unixText text: String) {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Self.number(parts[0]), whole < 1_000_000_000_000_000 else {
      return nil
    }
    guard let rest = parts.count == 2 ? Self.fraction(parts[1]) : 0 else { return nil }
    if isNegative, rest > 0 {
      self.init(seconds: -whole - 1, fraction: 1 - rest)
    } else {
      self.init(seconds: isNegative ? -whole : whole, fraction: rest)
    }
  }

  // MARK: ISO 8601

  /// The date and time in UTC; `nil` outside the years 0000 to 9999, which ISO 8601 does not define.
  var isoText: String? {
    let days = Int((Double(seconds) / Double(Self.secondsOfDay)).rounded(.down))
    let time = seconds - days * Self.secondsOfDay
    let (year, month, day) = Self.civil(days)
    guard (0...9999).contains(year) else { return nil }
    let date = "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))"
    let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0) }.joined(separator: ":")
    return "\(date)T\(clock)\(Self.digits(fraction))Z"
  }

  /// Reads a date, optionally with a time and an offset; the default is UTC.
  init?(isoText text: String) {
    var rest = text.uppercased()[...]
    guard let year = Self.take(4, &rest), Self.skip("-", &rest), let month = Self.take(2, &rest),
      Self.skip("-", &rest), let day = Self.take(2, &rest), (1...12).contains(month),
      (1...Self.days(of: month, year)).contains(day)
    else { return nil }
    let midnight = Self.days(year, month, day) * Self.secondsOfDay
    guard !rest.isEmpty else {
      self.init(seconds: midnight, fraction: 0)
      return
    }
    guard Self.skip("T", &rest) || Self.skip(" ", &rest), let time = Self.time(&rest),
      let offset = Self.offset(&rest), rest.isEmpty
    else { return nil }
    self.init(seconds: midnight + time.seconds - offset, fraction: time.fraction)
  }

  /// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.F`.
  private static func time(_ rest: inout Substring) -> (seconds: Int, fraction: Double)? {
    guard let hour = take(2, &rest), hour < 24, skip(":", &rest), let minute = take(2, &rest), minute < 60 else {
      return nil
    }
    guard skip(":", &rest) else { return (hour * 3600 + minute * 60, 0) }
    guard let second = take(2, &rest), second <= 60 else { return nil }
    guard skip(".", &rest) || skip(",", &rest) else { return (hour * 3600 + minute * 60 + second, 0) }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return fraction(digits).map { (hour * 3600 + minute * 60 + second, $0) }
  }

  /// `Z`, `+HH:MM`, `+HHMM` or `+HH`, or nothing, in seconds.
  private static func offset(_ rest: inout Substring) -> Int? {
    _ = skip(" ", &rest)
    guard !rest.isEmpty, !skip("Z", &rest) else { return 0 }
    let isWest = skip("-", &rest)
    guard isWest || skip("+", &rest), let hours = take(2, &rest), hours < 24 else { return nil }
    guard !rest.isEmpty else { return (isWest ? -1 : 1) * hours * 3600 }
    _ = skip(":", &rest)
    guard let minutes = take(2, &rest), minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

extension Timestamp {
  /// `.25` for a quarter; empty for zero.
  private static func digits(_ fraction: Double) -> String {
    guard fraction > 0 else { return "" }
    let text = fraction.description
    guard let exponent = text.firstIndex(of: "e") else { return String(text.dropFirst()) }
    let zeros = -(Int(text[text.index(after: exponent)...]) ?? 0) - 1
    return "." + String(repeating: "0", count: max(0, zeros)) + text[..<exponent].filter { $0 != "." }
  }

  private static func fraction(_ digits: Substring) -> Double? {
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    // Enough nines would round up to the next second.
    return Double("0.\(digits)").map { min($0, 1.0.nextDown) }
  }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  private static func take(_ count: Int, _ rest: inout Substring) -> Int? {
    let text = rest.prefix(count)
    guard text.count == count, let value = number(text) else { return nil }
    rest = rest.dropFirst(count)
    return value
  }

  private static func skip(_ character: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the Gregorian calendar; counts years from March, so that a leap day comes last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date a number of days after 1970-01-01.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }
}
