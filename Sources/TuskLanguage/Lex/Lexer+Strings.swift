extension Lexer {
  /// Reads a one-line string, from its opening quote to the closing one.
  mutating func string() throws(Diagnostic) -> Text {
    let open = offset
    let quote = bytes[offset]
    let quoting: Quoting = quote == UInt8(ascii: "'") ? .raw : .quoted
    offset += 1
    var text = TextBuilder()
    while !isAtLineEnd {
      if take(quote) { return text.finished }
      try piece(quoting, into: &text)
    }
    throw .unterminatedString(Span(open, offset), quote: quote, isClosable: isClosable(from: open))
  }

  /// Reads one character, escape or variable of a text.
  mutating func piece(_ quoting: Quoting, into text: inout TextBuilder) throws(Diagnostic) {
    switch peek {
    case UInt8(ascii: "\\") where quoting == .quoted && lineEnd(at: offset + 1) == nil && offset + 1 < bytes.count:
      text.append(try escape())
    case UInt8(ascii: "$") where quoting == .quoted:
      text.append(try variable(.quoted))
    default:
      let start = offset
      try character(quoting)
      text.append(bytes[start..<offset])
    }
  }

  private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
    let start = offset
    offset += 1
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"):
      offset += 1
      return Unicode.Scalar(byte)
    case UInt8(ascii: "n"):
      offset += 1
      return "\n"
    case UInt8(ascii: "t"):
      offset += 1
      return "\t"
    case UInt8(ascii: "u"):
      offset += 1
      return try unicodeEscape(from: start)
    default:
      try character(.quoted)
      throw .badEscape(text(Span(start, offset)), Span(start, offset))
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(Diagnostic) -> Unicode.Scalar {
    guard take(UInt8(ascii: "{")) else { throw .badUnicodeEscape(Span(start, offset)) }
    var value: UInt32 = 0
    var digits = 0
    while let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digits < 6 {
      value = value << 4 | UInt32(digit)
      digits += 1
      offset += 1
    }
    let isClosed = take(UInt8(ascii: "}"))
    guard isClosed, digits > 0, value > 0, let scalar = Unicode.Scalar(value) else {
      throw .badUnicodeEscape(Span(start, offset))
    }
    return scalar
  }

  /// Whether a quote at the end of the line would plausibly close the string.
  private func isClosable(from open: Int) -> Bool {
    offset > open + 1 && !Lexer.isBlank(bytes[offset - 1]) && bytes[offset - 1] != UInt8(ascii: "\\")
  }
}

/// Collects the pieces of a text.
struct TextBuilder {
  private var pieces: [Text.Piece] = []
  private var literal: [UInt8] = []

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    literal.append(contentsOf: bytes)
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    literal.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  mutating func append(_ variable: Variable) {
    endLiteral()
    pieces.append(.variable(variable))
  }

  var finished: Text {
    var finished = self
    finished.endLiteral()
    return Text(finished.pieces)
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    pieces.append(.literal(String(decoding: literal, as: UTF8.self)))
    literal = []
  }
}

extension Diagnostic {
  fileprivate static func unterminatedString(_ span: Span, quote: UInt8, isClosable: Bool) -> Diagnostic {
    let mark = String(Character(Unicode.Scalar(quote)))
    let edit = Edit(Span(span.end, span.end), mark)
    return Diagnostic(
      .unterminatedString, at: span, "unterminated text",
      label: "starts here; for several lines use \(mark)\(mark)\(mark)", edits: isClosable ? [edit] : [])
  }

  fileprivate static func badEscape(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .badEscape, at: span, "unknown escape '\(spelled)'", label: #"escapes are \n \t \" \\ \$ and \u{1F600}"#,
      edits: [Edit(Span(span.start, span.start), "\\")])
  }

  fileprivate static func badUnicodeEscape(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badUnicodeEscape, at: span, "'\\u{…}' must be a Unicode scalar from 1 to 10FFFF in hexadecimal, not a surrogate",
      label: #"for example \u{1F600}"#)
  }
}
