extension Duration {
  /// Reads a duration of the language, a number and a unit: `500ms`, `30s`, `5m`, `1h`, `2d`, `1w`.
  package init?(written text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let amount = Int64(digits), let unit = Self.milliseconds[String(text.dropFirst(digits.count))] else {
      return nil
    }
    let (total, isTooLong) = amount.multipliedReportingOverflow(by: unit)
    guard !isTooLong else { return nil }
    self = .milliseconds(total)
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

  private static let milliseconds: [String: Int64] = [
    "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]
}
