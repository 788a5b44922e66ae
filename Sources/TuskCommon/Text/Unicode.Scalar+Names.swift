extension Unicode.Scalar {
  /// The number of the scalar in hexadecimal, four digits at least: `00E9`.
  package var hexadecimal: String { Int(value).padded(to: 4, radix: 16) }

  /// The scalar as an escape of the language: `\u{E9}`.
  package var escape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

  /// The name by which Unicode's tables list the scalar: `U+00E9`.
  package var codePoint: String { "U+\(hexadecimal)" }
}
