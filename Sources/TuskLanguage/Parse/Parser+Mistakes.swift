import TuskCommon

// Diagnoses of text that cannot be read as a value, with corrections.
extension Parser {
  /// A character that is not allowed in a value.
  func refused(at offset: Int) -> Diagnostic {
    let span = Span(offset, offset + 1)
    switch lexer.byte(at: offset) {
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return .strayClose(lexer.text(span), span)
    case UInt8(ascii: "\\"):
      let isLast = span.end == lexer.bytes.count && Lexer.isBlank(lexer.byte(at: offset - 1))
      return .backslash(span, isIncomplete: isLast && mode == .repl)
    case UInt8(ascii: "`"): return .backquote(span)
    case UInt8(ascii: "{"), UInt8(ascii: "}"): return .brace(lexer.text(span), span)
    case UInt8(ascii: "<"): return .redirection(span)
    default: return .reserved(lexer.text(span), span)
    }
  }

  /// Two values without a blank between them.
  func adjacent(to value: Value, _ place: Place) -> Diagnostic {
    if let index = index(after: value) { return index }
    let length = lexer.decode(at: lexer.offset)?.length ?? 1
    let span = Span(lexer.offset, lexer.offset + length)
    let label: String?
    switch lexer.peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): label = "a quote starts here"
    case UInt8(ascii: "["): label = "a list starts here"
    case UInt8(ascii: "("):
      let isCount = Diagnostic.countWords.contains(value.literalWord ?? "")
      label = isCount ? Diagnostic.countHint : "a command starts here"
    default: label = nil
    }
    let colon = withoutColon(at: lexer.offset)
    return .adjacent(span, label: label, edits: colon.isEmpty ? quoted(value, place) : colon)
  }

  /// The edit that quotes the words from an unquoted value on, if they look like prose.
  private func quoted(_ value: Value, _ place: Place) -> [Diagnostic.Edit] {
    guard place == .argument, lexer.nesting == 0 else { return [] }
    switch value.form {
    case .word, .url, .reference, .variable: break
    case .string, .list, .result, .arithmetic, .range: return []
    }
    let isQuote = lexer.peek == UInt8(ascii: "'") || lexer.peek == UInt8(ascii: "\"")
    if isQuote, lexer.byte(at: value.span.end - 1) == UInt8(ascii: ":") { return setting(value) }
    let region = isQuote ? prose(from: value.span.start) : lexer.chunk(at: value.span.start)
    guard let region, !hasQuotedText(region) else { return [] }
    let text = lexer.text(region)
    let isURL = if case .url = value.form { true } else { false }
    guard !text.contains("\\"), isQuote || isURL && !text.contains("\"") else { return [] }
    let escaped = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: #"\""#)
    return [Diagnostic.Edit(region, "\"\(escaped)\"")]
  }

  /// The edit that makes a parameter of `key:"value"`, as other languages write one.
  private func setting(_ value: Value) -> [Diagnostic.Edit] {
    let colon = Span(value.span.end - 1, value.span.end)
    let key = lexer.name(at: value.span.start, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    return key.end == colon.start && !key.isEmpty ? [Diagnostic.Edit(colon, "=")] : []
  }

  /// Whether there is a text in quotes among these words, which are no prose then.
  private func hasQuotedText(_ region: Span) -> Bool {
    (region.start..<region.end).contains { place in
      guard lexer.byte(at: place) == UInt8(ascii: "'") || lexer.byte(at: place) == UInt8(ascii: "\""),
        lexer.isBoundary(at: place - 1)
      else { return false }
      var string = lexer
      string.offset = place
      return (try? string.string()) != nil && lexer.isBoundary(at: string.offset)
    }
  }

  /// The span of the words up to the end of the line or its first parameter, flag, comment, `|` or `>`.
  func prose(from start: Int) -> Span? {
    var end = start
    var next = start
    while lexer.lineEnd(at: next) == nil, next < lexer.bytes.count {
      let word = lexer.chunk(at: next)
      let key = lexer.name(at: word.start, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
      let text = lexer.text(word)
      let isSetting = !key.isEmpty && lexer.byte(at: key.end) == UInt8(ascii: "=")
      if isSetting && word.start > start || text.hasPrefix("--") && word.start > start { break }
      if text == "#" || text == "|" || text.hasPrefix(">") || text == "\\" { break }
      end = word.end
      next = end
      while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    }
    return end > start ? Span(start, end) : nil
  }

  /// A comma between list items, with the edits that remove it and all later ones of the list.
  func commaInList(at comma: Int) -> Diagnostic {
    var edits: [Diagnostic.Edit] = []
    var brackets = [UInt8(ascii: "[")]
    var isURL = isWithinURL(comma)
    var place = comma
    while let byte = lexer.byte(at: place), !brackets.isEmpty {
      if byte == UInt8(ascii: "[") || lexer.isBoundary(at: place) { isURL = false }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("): brackets.append(byte)
      case UInt8(ascii: "]"), UInt8(ascii: ")"): brackets.removeLast()
      case UInt8(ascii: "\n"): return .commaInList(at: comma, edits: edits)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        var string = lexer
        string.offset = place
        guard (try? string.string()) != nil else { return .commaInList(at: comma, edits: edits) }
        place = string.offset - 1
      case UInt8(ascii: ":") where lexer.bytes[place...].starts(with: "://".utf8): isURL = true
      case UInt8(ascii: ",") where brackets.last == UInt8(ascii: "[") && !(isURL && hasWord(after: place)):
        edits.append(blank(insteadOf: place))
      default: break
      }
      place += 1
    }
    return .commaInList(at: comma, edits: edits)
  }

  /// Whether a URL is before a comma, in the same word.
  private func isWithinURL(_ comma: Int) -> Bool {
    var start = comma
    while let byte = lexer.byte(at: start - 1), !lexer.isBoundary(at: start - 1), byte != UInt8(ascii: "[") {
      start -= 1
    }
    return lexer.text(Span(start, comma)).contains("://")
  }

  /// Whether the word of a comma goes on after it.
  private func hasWord(after comma: Int) -> Bool {
    !lexer.isBoundary(at: comma + 1) && lexer.byte(at: comma + 1) != UInt8(ascii: "]")
  }

  private func blank(insteadOf comma: Int) -> Diagnostic.Edit {
    let isSeparated = [comma - 1, comma + 1].contains { place in
      lexer.isBoundary(at: place) || [UInt8(ascii: "["), UInt8(ascii: "]")].contains(lexer.byte(at: place))
    }
    return Diagnostic.Edit(Span(comma, comma + 1), isSeparated ? "" : " ")
  }

  /// A typographic quote where a value should start.
  func smartQuote(_ quote: Unicode.Scalar) -> Diagnostic {
    let open = Span(lexer.offset, lexer.offset + (lexer.decode(at: lexer.offset)?.length ?? 1))
    let closing = Lexer.closingQuotes[quote] ?? []
    var place = open.end
    while lexer.lineEnd(at: place) == nil, let (scalar, length) = lexer.decode(at: place) {
      if closing.contains(scalar) {
        return .smartQuote(quote, open, edits: straightened(open, Span(place, place + length)))
      }
      place += length
    }
    return .smartQuote(quote, open, edits: [])
  }

  private func straightened(_ open: Span, _ close: Span) -> [Diagnostic.Edit] {
    let text = lexer.text(Span(open.end, close.start))
    guard !text.contains("\""), !text.contains("\\") else { return [] }
    return [Diagnostic.Edit(open, "\""), Diagnostic.Edit(close, "\"")]
  }
}

extension Diagnostic {
  fileprivate static func strayClose(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(.strayClose, at: span, "unmatched '\(spelled)'")
  }

  fileprivate static func backslash(_ span: Span, isIncomplete: Bool) -> Diagnostic {
    Diagnostic(
      .backslash, at: span, #"'\' escapes only within quotes"#, label: "quote the text instead",
      isIncomplete: isIncomplete)
  }

  fileprivate static func backquote(_ span: Span) -> Diagnostic {
    Diagnostic(.reservedChar, at: span, "'`' does not run commands; write the command in ( ) to use its result")
  }

  fileprivate static func brace(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(.reservedChar, at: span, "'\(spelled)' is reserved; quote text that contains braces")
  }

  fileprivate static func redirection(_ span: Span) -> Diagnostic {
    Diagnostic(
      .reservedChar, at: span, "input cannot be redirected with '<'; use file:PATH or 'read', or quote the text")
  }

  fileprivate static func reserved(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(.reservedChar, at: span, "'\(spelled)' is reserved; quote text that contains it")
  }

  fileprivate static func adjacent(_ span: Span, label: String?, edits: [Edit]) -> Diagnostic {
    Diagnostic(.adjacent, at: span, "missing space between two values", label: label, edits: edits)
  }

  fileprivate static func commaInList(at offset: Int, edits: [Edit]) -> Diagnostic {
    Diagnostic(
      .commaInList, at: Span(offset, offset + 1), "separate list items with spaces, not commas", edits: edits)
  }

  fileprivate static func smartQuote(_ quote: Unicode.Scalar, _ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(
      .smartQuote, at: span, "typographic quotes do not delimit text", label: quote.codePoint, edits: edits)
  }
}
