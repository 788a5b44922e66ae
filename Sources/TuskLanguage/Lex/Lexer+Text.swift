extension Lexer {
  /// Whether a multi-line text starts here.
  var isAtText: Bool { isNext("\"\"\"") || isNext("'''") }

  /// Reads a multi-line text, up to the closing quotes at the start of a line.
  ///
  /// The indentation of the closing quotes is removed from every line; the last line end is not part of the text.
  mutating func blockText() throws(Diagnostic) -> Text {
    let open = Span(offset, offset + 3)
    let quote = bytes[offset]
    offset += 3
    while Lexer.isBlank(peek) { offset += 1 }
    guard isAtLineEnd else { throw .textAfterOpen(Span(offset, endOfCharacter(at: offset))) }
    offset += lineEnd(at: offset) ?? 0
    let (lines, close) = try lines(of: open, quote: quote)
    let indentation = bytes[lines.end..<close]
    var text = TextBuilder()
    while offset < lines.end {
      try line(indentation, quote == UInt8(ascii: "'") ? .raw : .quoted, into: &text)
      offset += lineEnd(at: offset) ?? 0
      if offset < lines.end { text.append("\n" as Unicode.Scalar) }
    }
    offset = close + 3
    return text.finished
  }

  /// The span of the lines of the text, and the offset of its closing quotes.
  private func lines(of open: Span, quote: UInt8) throws(Diagnostic) -> (lines: Span, close: Int) {
    var start = offset
    while start < bytes.count {
      var first = start
      while Lexer.isBlank(byte(at: first)) { first += 1 }
      if isQuotes(quote, at: first) { return (Span(offset, start), first) }
      start = try endOfLine(from: first, quote: quote)
    }
    throw .unterminatedText(open, quote: quote)
  }

  /// The start of the next line, if this one contains no closing quotes.
  private func endOfLine(from first: Int, quote: UInt8) throws(Diagnostic) -> Int {
    var place = first
    while place < bytes.count {
      if let length = lineEnd(at: place) { return place + length }
      guard !isQuotes(quote, at: place) else { throw .textCloseNotAlone(Span(place, place + 3)) }
      let isEscape = quote == UInt8(ascii: "\"") && bytes[place] == UInt8(ascii: "\\")
      place += isEscape && lineEnd(at: place + 1) == nil ? 2 : 1
    }
    return bytes.count
  }

  private func isQuotes(_ quote: UInt8, at place: Int) -> Bool {
    byte(at: place) == quote && byte(at: place + 1) == quote && byte(at: place + 2) == quote
  }

  private mutating func line(
    _ indentation: ArraySlice<UInt8>, _ quoting: Quoting, into text: inout TextBuilder
  ) throws(Diagnostic) {
    let start = offset
    if bytes[start...].starts(with: indentation) {
      offset += indentation.count
    } else {
      while Lexer.isBlank(peek) { offset += 1 }
      guard isAtLineEnd else {
        while !isAtLineEnd { offset += 1 }
        throw .badIndent(Span(start, offset))
      }
    }
    while !isAtLineEnd { try piece(quoting, into: &text) }
  }

  private func endOfCharacter(at offset: Int) -> Int {
    offset + (decode(at: offset)?.length ?? 1)
  }
}

extension Diagnostic {
  fileprivate static func textAfterOpen(_ span: Span) -> Diagnostic {
    Diagnostic(.textAfterOpen, at: span, "multi-line text must start on the line after the opening quotes")
  }

  fileprivate static func textCloseNotAlone(_ span: Span) -> Diagnostic {
    Diagnostic(.textCloseNotAlone, at: span, "the closing quotes of multi-line text must come first on their line")
  }

  fileprivate static func badIndent(_ span: Span) -> Diagnostic {
    Diagnostic(.badIndent, at: span, "this line is indented less than the closing quotes")
  }

  fileprivate static func unterminatedText(_ open: Span, quote: UInt8) -> Diagnostic {
    let mark = String(repeating: Character(Unicode.Scalar(quote)), count: 3)
    return Diagnostic(
      .unterminatedText, at: open, "unterminated text", label: "starts here; \(mark) alone on a line ends it",
      isIncomplete: true)
  }
}
