import TuskCommon

/// A rule for the offsets of any year, in the format of POSIX's `TZ` and of the footer of a TZif file (RFC 8536).
///
///     zone = name offset [ name [ offset ] "," date [ "/" time ] "," date [ "/" time ] ]
///     name = 3*letter | "<" 3*( letter | digit | "+" | "-" ) ">"
///     date = "J" day | day | "M" month "." week "." weekday
///     time = [ "+" | "-" ] hours [ ":" minutes [ ":" seconds ] ]        (offset too, but west of UTC counts up)
struct PosixTimeZone: Sendable, Hashable {
  /// The standard offset, in seconds east of UTC.
  let standard: Int
  private let summer: Summer?

  private struct Summer: Hashable {
    let offset: Int
    let start: Change
    let end: Change
  }

  /// The date and time at which the clocks change in a year.
  private struct Change: Hashable {
    let date: Date
    let time: Int
  }

  private enum Date: Hashable {
    /// Counted from 1, without 29 February.
    case julian(Int)
    /// Counted from 0, with 29 February.
    case ordinal(Int)
    /// Week 5 means the last week with that weekday.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.name(), let west = reader.time() else { return nil }
    standard = -west
    guard !reader.rest.isEmpty else {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    let summerWest = reader.rest.first == UInt8(ascii: ",") ? west - 3600 : reader.time()
    guard let summerWest, let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
      return nil
    }
    summer = Summer(offset: -summerWest, start: start, end: end)
  }

  /// The offset at a time, in seconds since 1970-01-01 00:00 UTC.
  func offset(at seconds: Int) -> Int {
    guard let summer else { return standard }
    let year = CivilTime(secondsSince1970: seconds + standard).year
    let start = Self.wall(summer.start, year) - standard
    let end = Self.wall(summer.end, year) - summer.offset
    let isSummer = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isSummer ? summer.offset : standard
  }

  /// The local time of a change, in seconds since 1970-01-01 00:00.
  private static func wall(_ change: Change, _ year: Int) -> Int {
    dayNumber(change.date, year) * 86_400 + change.time
  }

  private static func dayNumber(_ date: Date, _ year: Int) -> Int {
    let newYear = CivilTime(year: year, month: 1, day: 1).dayNumber
    switch date {
    case .ordinal(let day): return newYear + day
    case .julian(let day):
      let isLeap = CivilTime(year: year, month: 3, day: 1).dayNumber - newYear == 60
      return newYear + day - (isLeap && day >= 60 ? 0 : 1)
    case .weekday(let month, let week, let weekday):
      let first = CivilTime(year: year, month: month, day: 1)
      let next = CivilTime(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
      let day = first.dayNumber + (weekday - first.weekday.rawValue % 7 + 7) % 7 + (week - 1) * 7
      return day < next.dayNumber ? day : day - 7
    }
  }

  /// Reads the parts of a rule.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func name() -> Bool {
      if take("<") {
        let name = rest.prefix { $0 != UInt8(ascii: ">") }
        rest = rest.dropFirst(name.count)
        return name.count >= 3 && take(">")
      }
      let name = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
      rest = rest.dropFirst(name.count)
      return name.count >= 3
    }

    /// A time in seconds; RFC 8536 allows up to a week in either direction.
    mutating func time() -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard var seconds = number(upTo: 167).map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] where take(":") {
        guard let part = number(upTo: 59) else { return nil }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      guard take(","), let date = date() else { return nil }
      guard take("/") else { return Change(date: date, time: 7200) }
      return time().map { Change(date: date, time: $0) }
    }

    private mutating func date() -> Date? {
      if take("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
      guard take("M") else { return number(upTo: 365).map { .ordinal($0) } }
      guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5), week > 0, take("."),
        let weekday = number(upTo: 6)
      else { return nil }
      return .weekday(month: month, week: week, weekday: weekday)
    }

    private mutating func number(upTo most: Int) -> Int? {
      let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(4)
      guard let value = Int(String(decoding: digits, as: UTF8.self)), value <= most else { return nil }
      rest = rest.dropFirst(digits.count)
      return value
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: scalar) else { return false }
      rest.removeFirst()
      return true
    }
  }
}
