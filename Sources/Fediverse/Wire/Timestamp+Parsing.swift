import JSONValue

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
