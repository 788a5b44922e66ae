import TuskLanguage

extension Source {
  /// The lines of an app's file that have content.
  ///
  /// - Throws: the mistake in the first invalid line.
  func appLines() throws(Diagnostic) -> [AppFile.Line] {
    var lines: [AppFile.Line] = []
    var start = 0
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { start += part.count + 1 }
      let end = part.lastIndex { $0 != UInt8(ascii: " ") }.map { part.index(after: $0) } ?? part.startIndex
      let said = part[..<end]
      guard let first = said.first, first != UInt8(ascii: "#") else { continue }
      let span = Span(start, start + said.count)
      guard let text = String(validating: said, as: UTF8.self), !text.unicodeScalars.contains(where: \.isControl) else {
        throw .unreadableLine(span)
      }
      lines.append(try line(text, at: span))
    }
    return lines
  }

  private func line(_ text: String, at span: Span) throws(Diagnostic) -> AppFile.Line {
    let isIndented = text.hasPrefix("  ")
    let said = isIndented ? text.dropFirst(2) : text[...]
    guard let blank = said.firstIndex(of: " "), said.first != " " else { throw .emptyLine(span) }
    let word = said[..<blank]
    let wordStart = span.start + (isIndented ? 2 : 0)
    let rest = said[said.index(after: blank)...].drop { $0 == " " }
    return AppFile.Line(
      isIndented: isIndented, word: Spanned(String(word), Span(wordStart, wordStart + word.utf8.count)),
      rest: Spanned(String(rest), Span(span.end - rest.utf8.count, span.end)))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension Diagnostic {
  fileprivate static func unreadableLine(_ span: Span) -> Diagnostic {
    Diagnostic(
      .unreadable, at: span, "the line is not plain UTF-8 text; remove tabs and other control characters")
  }

  fileprivate static func emptyLine(_ span: Span) -> Diagnostic {
    Diagnostic(.unreadable, at: span, "expected 'KEYWORD VALUE', indented by 0 or 2 spaces")
  }
}
