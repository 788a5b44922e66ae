import TuskCommon

extension Lexer {
  /// The context of a character, which decides whether it is allowed.
  enum Quoting {
    case bare, comment
    /// Between `"`, where escapes are read.
    case quoted
    /// Between `'`, where they are not.
    case raw
  }

  /// Reads one ordinary character.
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

  /// The scalar at the offset and its length in bytes; `nil` for invalid UTF-8.
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

  /// The typographic quote at the cursor, if any; such quotes do not delimit text.
  var smartQuote: Unicode.Scalar? {
    guard let byte = peek, byte >= 0x80, let (scalar, _) = decode(at: offset) else { return nil }
    return Lexer.closingQuotes.keys.contains(scalar) ? scalar : nil
  }

  /// The typographic opening quotes and their closing counterparts.
  static let closingQuotes: [Unicode.Scalar: [Unicode.Scalar]] = [
    "\u{201C}": ["\u{201D}"], "\u{201D}": ["\u{201D}"], "\u{201E}": ["\u{201C}", "\u{201D}"], "\u{201F}": ["\u{201D}"],
    "\u{2018}": ["\u{2019}"], "\u{2019}": ["\u{2019}"], "\u{201A}": ["\u{2018}", "\u{2019}"], "\u{201B}": ["\u{2019}"],
    "\u{AB}": ["\u{BB}"], "\u{BB}": ["\u{AB}"], "\u{2039}": ["\u{203A}"], "\u{203A}": ["\u{2039}"],
    "\u{FF02}": ["\u{FF02}"],
  ]

  /// Whether a character must be escaped even within quotes: controls, line separators and bidirectional overrides.
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
      .controlChar, at: span, "control characters must be written as escapes",
      label: scalar.codePoint, edits: [escape(scalar, span, quoting)])
  }

  fileprivate static func bidirectionalCharacter(
    _ scalar: Unicode.Scalar, _ span: Span, _ quoting: Lexer.Quoting
  ) -> Diagnostic {
    Diagnostic(
      .bidiChar, at: span, "a character that changes the text direction can disguise a line",
      label: scalar.codePoint, edits: [escape(scalar, span, quoting)])
  }

  fileprivate static func invisibleCharacter(
    _ scalar: Unicode.Scalar, _ span: Span, replacement: String
  ) -> Diagnostic {
    Diagnostic(
      .invisibleChar, at: span, "invisible characters are not allowed outside of quotes",
      label: scalar.codePoint, edits: [Edit(span, replacement)])
  }

  /// The edit that escapes the character within quotes and removes it elsewhere.
  private static func escape(_ scalar: Unicode.Scalar, _ span: Span, _ quoting: Lexer.Quoting) -> Edit {
    Edit(span, quoting == .quoted && scalar.value > 0 ? scalar.escape : "")
  }
}
