import TuskCommon

// Characters, quotes and commas that no value can have, each with the edit that corrects it, if there is one.
extension Parser {
  /// What is written instead of some characters that are not allowed in a value.
  private static let reserved = [
    "`": "'`' does not run commands; write the command in ( ) to use its result",
    "{": "'{' is reserved; quote text that contains braces",
    "}": "'}' is reserved; quote text that contains braces",
    "<": "input cannot be redirected with '<'; use file:PATH or 'read', or quote the text",
  ]

  /// A character that is not allowed in a value.
  func refused(at offset: Int) -> Diagnostic {
    let span = Span(offset, offset + 1)
    let spelled = lexer.text(span)
    switch spelled {
    case ")", "]": return Diagnostic(.strayClose, at: span, "unmatched '\(spelled)'")
    case "\\":
      let isLast = span.end == lexer.bytes.count && Lexer.isBlank(lexer.byte(at: offset - 1))
      return Diagnostic(
        .backslash, at: span, #"'\' escapes only within quotes"#, label: "quote the text instead",
        isIncomplete: isLast && mode == .repl)
    default:
      let message = Self.reserved[spelled] ?? "'\(spelled)' is reserved; quote text that contains it"
      return Diagnostic(.reservedChar, at: span, message)
    }
  }

  /// Two values without a blank between them.
  func adjacent(to value: Value, _ place: Place) -> Diagnostic {
    if let index = index(after: value) { return index }
    let length = lexer.decode(at: lexer.offset)?.length ?? 1
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
    return Diagnostic(
      .adjacent, at: Span(lexer.offset, lexer.offset + length), "missing space between two values", label: label,
      edits: colon.isEmpty ? quoted(value, place) : colon)
  }

  /// `$l[0]`
  private func index(after value: Value) -> Diagnostic? {
    guard case .variable = value.form, lexer.peek == UInt8(ascii: "[") else { return nil }
    var end = lexer.offset + 1
    while let byte = lexer.byte(at: end), Lexer.isDigit(byte) { end += 1 }
    guard end > lexer.offset + 1, lexer.byte(at: end) == UInt8(ascii: "]") else { return nil }
    let span = Span(lexer.offset, end + 1)
    let number = lexer.text(Span(lexer.offset + 1, end))
    return Diagnostic(
      .adjacent, at: span, "write .\(number), not [\(number)], for an item of a list",
      label: "items are numbered from 0", edits: [Diagnostic.Edit(span, ".\(number)")])
  }

  /// The edit that quotes the words from an unquoted value on, if they look like prose.
  private func quoted(_ value: Value, _ place: Place) -> [Diagnostic.Edit] {
    guard place == .argument, lexer.nesting == 0 else { return [] }
    switch value.form {
    case .word, .url, .reference, .variable: break
    case .string, .list, .result, .arithmetic, .range: return []
    }
    let isQuote = isQuote(at: lexer.offset)
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
    let key = keySpan(at: value.span.start)
    return key.end == colon.start && !key.isEmpty ? [Diagnostic.Edit(colon, "=")] : []
  }

  /// Whether there is a text in quotes among these words, which are no prose then.
  private func hasQuotedText(_ region: Span) -> Bool {
    (region.start..<region.end).contains { place in
      guard isQuote(at: place), lexer.isBoundary(at: place - 1), let end = textEnd(at: place) else { return false }
      return lexer.isBoundary(at: end)
    }
  }

  /// The span of the words up to the end of the line or its first parameter, flag, comment, `|` or `>`.
  func prose(from start: Int) -> Span? {
    var end = start
    var next = start
    while lexer.lineEnd(at: next) == nil, next < lexer.bytes.count {
      let word = lexer.chunk(at: next)
      let key = keySpan(at: word.start)
      let text = lexer.text(word)
      let isSetting = !key.isEmpty && lexer.byte(at: key.end) == UInt8(ascii: "=")
      if word.start > start, isSetting || text.hasPrefix("--") { break }
      if text == "#" || text == "|" || text.hasPrefix(">") || text == "\\" { break }
      end = word.end
      next = afterBlanks(from: end)
    }
    return end > start ? Span(start, end) : nil
  }

  /// A comma between list items, with the edits that remove it and all later ones of the list.
  func commaInList(at comma: Int) -> Diagnostic {
    Diagnostic(
      .commaInList, at: Span(comma, comma + 1), "separate list items with spaces, not commas",
      edits: withoutCommas(from: comma))
  }

  private func withoutCommas(from comma: Int) -> [Diagnostic.Edit] {
    var edits: [Diagnostic.Edit] = []
    var brackets = [UInt8(ascii: "[")]
    var isURL = isWithinURL(comma)
    var place = comma
    while let byte = lexer.byte(at: place), !brackets.isEmpty {
      if byte == UInt8(ascii: "[") || lexer.isBoundary(at: place) { isURL = false }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("): brackets.append(byte)
      case UInt8(ascii: "]"), UInt8(ascii: ")"): brackets.removeLast()
      case UInt8(ascii: "\n"): return edits
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = textEnd(at: place) else { return edits }
        place = end - 1
      case UInt8(ascii: ":") where lexer.bytes[place...].starts(with: "://".utf8): isURL = true
      case UInt8(ascii: ",") where brackets.last == UInt8(ascii: "[") && !(isURL && hasWord(after: place)):
        edits.append(blank(insteadOf: place))
      default: break
      }
      place += 1
    }
    return edits
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

  /// A typographic quote where a value should start, with the edits that make it and its counterpart plain quotes.
  func smartQuote(_ quote: Unicode.Scalar) -> Diagnostic {
    let open = Span(lexer.offset, lexer.offset + (lexer.decode(at: lexer.offset)?.length ?? 1))
    var mistake = Diagnostic(
      .smartQuote, at: open, "typographic quotes do not delimit text", label: quote.codePoint)
    var place = open.end
    while lexer.lineEnd(at: place) == nil, let (scalar, length) = lexer.decode(at: place) {
      guard Lexer.closingQuotes[quote, default: []].contains(scalar) else {
        place += length
        continue
      }
      let text = lexer.text(Span(open.end, place))
      guard !text.contains("\""), !text.contains("\\") else { break }
      mistake.edits = [Diagnostic.Edit(open, "\""), Diagnostic.Edit(Span(place, place + length), "\"")]
      break
    }
    return mistake
  }
}
