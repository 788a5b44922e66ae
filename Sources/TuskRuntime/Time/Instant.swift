/// A point in time, in whole seconds since 1970-01-01T00:00:00Z.
package struct Instant: Sendable, Hashable {
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Reads an RFC 3339 date and time; a fraction of a second is dropped.
  package init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t")
    else { return nil }
    let fields = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)].map { Self.number(bytes, $0.0, $0.1) }
    guard !fields.contains(nil), let offset = Self.offset(bytes[19...]) else { return nil }
    let parts = fields.compactMap(\.self)
    guard (1...12).contains(parts[1]), (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60, parts[5] <= 60 else {
      return nil
    }
    let civil = CivilTime(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
    seconds = civil.secondsSince1970 + parts[5] - offset
  }

  /// The time in RFC 3339 format, in UTC.
  package var rfc3339: String {
    let civil = CivilTime(secondsSince1970: seconds)
    let date = "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month, 2))-\(Self.padded(civil.day, 2))"
    let time = [civil.hour, civil.minute, seconds - civil.secondsSince1970].map { Self.padded($0, 2) }
    return "\(date)T\(time.joined(separator: ":"))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ length: Int) -> Int? {
    guard bytes[start..<start + length].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: bytes[start..<start + length], as: UTF8.self))
  }

  /// The offset from UTC in seconds; a fraction of a second before it is skipped.
  private static func offset(_ rest: ArraySlice<UInt8>) -> Int? {
    var rest = rest
    if rest.first == 0x2E {
      rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
    }
    let text = Array(rest)
    if text == [0x5A] || text == [0x7A] { return 0 }
    guard text.count == 6, text[0] == 0x2B || text[0] == 0x2D, text[3] == 0x3A, let hours = number(text, 1, 2),
      let minutes = number(text, 4, 2)
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (text[0] == 0x2B ? 1 : -1)
  }
}
