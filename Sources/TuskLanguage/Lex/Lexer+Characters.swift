import TuskCommon

extension Lexer {
  /// Where a character stands; that decides whether it is taken.
  enum Quoting {
    case bare, comment
    /// Between `"`, where escapes are read.
    case quoted
    /// Between `'`, where nothing is.
    case raw
  }

  /// Takes one character that is neither a line end nor special.
  mutating func character(_ quoting: Quoting) throws(Diagnostic) {
    let byte = bytes[offset]
    if byte < 0x80 {
      guard byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") else {
        throw .controlCharacter(Unicode.Scalar(byte), Span(offset, offset + 1), quoting)
      }
      offset += 1
      return
    }
    guard let (scalar, length) = decode(at: offset) else { throw .notUTF8(at: offset) }
    try check(scalar, Span(offset, offset + length), quoting)
    offset += length
  }

  /// The scalar that is encoded there, and how many bytes it fills; `nil` where the bytes are not UTF-8.
  func decode(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let first = byte(at: offset) else { return nil }
    let (length, least): (Int, UInt32)
    switch first {
    case 0..<0x80: return (Unicode.Scalar(first), 1)
    case 0xC2...0xDF: (length, least) = (2, 0x80)
    case 0xE0...0xEF: (length, least) = (3, 0x800)
    case 0xF0...0xF4: (length, least) = (4, 0x10000)
    default: return nil
    }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for index in 1..<length {
      guard let next = byte(at: offset + index), next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// Whether a typographic quote stands there, which looks like a quote and quotes nothing.
  var smartQuote: Unicode.Scalar? {
    guard let byte = peek, byte >= 0x80, let (scalar, _) = decode(at: offset) else { return nil }
    return Lexer.closingQuotes.keys.contains(scalar) ? scalar : nil
  }

  /// The typographic quotes, each with those that may close it.
  static let closingQuotes: [Unicode.Scalar: [Unicode.Scalar]] = [
    "\u{201C}": ["\u{201D}"], "\u{201D}": ["\u{201D}"], "\u{201E}": ["\u{201C}", "\u{201D}"], "\u{201F}": ["\u{201D}"],
    "\u{2018}": ["\u{2019}"], "\u{2019}": ["\u{2019}"], "\u{201A}": ["\u{2018}", "\u{2019}"], "\u{201B}": ["\u{2019}"],
    "\u{AB}": ["\u{BB}"], "\u{BB}": ["\u{AB}"], "\u{2039}": ["\u{203A}"], "\u{203A}": ["\u{2039}"],
    "\u{FF02}": ["\u{FF02}"],
  ]

  /// Whether a character must be written as an escape even within quotes: controls, line separators and what changes
  /// the direction of the text around it.
  static func isRefusedWithinQuotes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private func check(_ scalar: Unicode.Scalar, _ span: Span, _ quoting: Quoting) throws(Diagnostic) {
    let isBidirectional = scalar.properties.isBidiControl
    if Lexer.isRefusedWithinQuotes(scalar) {
      guard isBidirectional else { throw .controlCharacter(scalar, span, quoting) }
      throw .bidirectionalCharacter(scalar, span, quoting)
    }
    guard quoting == .bare else { return }
    switch scalar.value {
    case _ where isBidirectional: throw .bidirectionalCharacter(scalar, span, quoting)
    case _ where scalar.properties.isWhitespace: throw .invisibleCharacter(scalar, span, replacement: " ")
    case 0xAD, 0x034F, 0x115F...0x1160, 0x180E, 0x200B...0x200C, 0x2060...0x2065, 0x206A...0x206F, 0x3164, 0xFEFF,
      0xFFA0:
      throw .invisibleCharacter(scalar, span, replacement: "")
    default: return
    }
  }
}

extension Diagnostic {
  fileprivate static func notUTF8(at offset: Int) -> Diagnostic {
    Diagnostic(.badUTF8, at: Span(offset, offset + 1), "byte \(offset) is not UTF-8")
  }

  fileprivate static func controlCharacter(
    _ scalar: Unicode.Scalar, _ span: Span, _ quoting: Lexer.Quoting
  ) -> Diagnostic {
    Diagnostic(
      .controlChar, at: span, "a control character is written as an escape, not as itself",
      label: scalar.codePoint, edits: [inert(scalar, span, quoting)])
  }

  fileprivate static func bidirectionalCharacter(
    _ scalar: Unicode.Scalar, _ span: Span, _ quoting: Lexer.Quoting
  ) -> Diagnostic {
    Diagnostic(
      .bidiChar, at: span, "a character that changes the direction of text hides what a line does",
      label: scalar.codePoint, edits: [inert(scalar, span, quoting)])
  }

  fileprivate static func invisibleCharacter(
    _ scalar: Unicode.Scalar, _ span: Span, replacement: String
  ) -> Diagnostic {
    Diagnostic(
      .invisibleChar, at: span, "a character that cannot be seen stands outside of quotes",
      label: scalar.codePoint, edits: [Edit(span, replacement)])
  }

  /// The escape where escapes are read, and nothing elsewhere.
  private static func inert(_ scalar: Unicode.Scalar, _ span: Span, _ quoting: Lexer.Quoting) -> Edit {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return Edit(span, quoting == .quoted && scalar.value > 0 ? "\\u{\(hex)}" : "")
  }
}
