extension Duration {
  /// Reads a duration of the language, a number and a unit: `500ms`, `30s`, `5m`, `1h`, `2d`, `1w`; `nil` if it is
  /// longer than ``longestWritten``.
  package init?(written text: String) {
    guard let (digits, unit) = Self.parts(of: text), let amount = Int64(digits) else { return nil }
    let (total, overflows) = amount.multipliedReportingOverflow(by: unit)
    guard !overflows, total <= Self.longest else { return nil }
    self = .milliseconds(total)
  }

  /// The longest duration that can be written. Clocks count nanoseconds, and with longer ones their sums overflow.
  package static let longestWritten = "36500d"

  /// Whether this spells a duration that is longer than ``longestWritten``.
  package static func isTooLong(_ text: String) -> Bool {
    parts(of: text) != nil && Duration(written: text) == nil
  }

  private static let longest: Int64 = 36_500 * 86_400_000

  /// The digits and the length of the unit in milliseconds; `nil` if the text is no duration.
  private static func parts(of text: String) -> (digits: Substring, unit: Int64)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let unit = milliseconds[String(text.dropFirst(digits.count))] else { return nil }
    return (digits, unit)
  }

  /// A duration as scripts write it, in the largest unit that needs no fraction; a negative one has a sign. `nil` if it is
  /// longer than ``longestWritten``.
  package static func spelling(milliseconds: Double) -> String? {
    guard abs(milliseconds) <= Double(longest) else { return nil }
    let total = Int64(milliseconds)
    let units =
      milliseconds == 0 ? [("s", 1)] : Self.milliseconds.filter { total % $0.value == 0 }.map { ($0.key, $0.value) }
    return units.max { $0.1 < $1.1 }.map { "\(total / $0.1)\($0.0)" }
  }

  /// The duration for people to read, in whole seconds or milliseconds.
  package var written: String {
    let milliseconds = components.attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(components.seconds) s" : "\(components.seconds * 1_000 + milliseconds) ms"
  }

  /// The duration in seconds, rounded up.
  package var wholeSeconds: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }

  /// A number and a unit of another language as a duration of this one: `5` and `minutes` are `5m`.
  package static func written(_ number: some StringProtocol, _ unit: some StringProtocol) -> String? {
    let unit = unit.lowercased()
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }), let short = units[unit] else { return nil }
    return "\(number)\(short)"
  }

  /// A duration with its unit in another form: `5min` is `5m`.
  package static func written(from text: String) -> String? {
    let number = text.prefix { $0.isASCII && $0.isNumber }
    return written(number, text.dropFirst(number.count))
  }

  private static let units = [
    "msec": "ms", "millisecond": "ms", "milliseconds": "ms", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "min": "m", "mins": "m", "minute": "m", "minutes": "m", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
    "day": "d", "days": "d", "week": "w", "weeks": "w",
  ]

  private static let milliseconds: [String: Int64] = [
    "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]
}
