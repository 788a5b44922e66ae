extension Unicode.Scalar {
  /// The number of the scalar in hexadecimal, four digits at least: `00E9`.
  package var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// The name by which Unicode's tables list the scalar: `U+00E9`.
  package var codePoint: String { "U+\(hexadecimal)" }
}
