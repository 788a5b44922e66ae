/// An hour and a minute, as clocks show them.
package struct TimeOfDay: Sendable, Hashable {
  package let hour: Int
  package let minute: Int

  /// Reads `HH:MM`, from `00:00` to `23:59`.
  package init?(_ text: String) {
    var reader = DigitReader(text)
    guard let hour = reader.number(digits: 2), reader.take(":"), let minute = reader.number(digits: 2), reader.isAtEnd,
      hour < 24, minute < 60
    else { return nil }
    self.hour = hour
    self.minute = minute
  }
}

/// Reads numbers of fixed length and their separators.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next digits as a number; `nil` if there are fewer.
  mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Skips digits, and returns their number.
  mutating func skipDigits() -> Int {
    let count = rest.prefix(while: Self.isDigit).count
    rest = rest.dropFirst(count)
    return count
  }

  /// Skips the next character if it is one of these ASCII characters, and returns whether it was.
  mutating func take(_ characters: StaticString) -> Bool {
    guard let next = rest.first, characters.withUTF8Buffer({ $0.contains(next) }) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
