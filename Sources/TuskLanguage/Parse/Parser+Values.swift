import XCallbackURL

extension Parser {
  /// The place of a value, which decides how an unquoted word is read.
  enum Place {
    /// After a verb, `=` or a keyword.
    case argument
    /// In a list.
    case element
    /// In a condition, where `<` ends a word.
    case operand
    /// After a program, where every word is text.
    case plain
  }

  /// Reads one value.
  mutating func value(_ place: Place) throws(Diagnostic) -> Value {
    let start = lexer.offset
    let value = Value(try form(place), Span(start, lexer.offset))
    try separate(value, place)
    return value
  }

  /// Reads one value, whatever follows it.
  mutating func form(_ place: Place) throws(Diagnostic) -> Value.Form {
    switch lexer.peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(lexer.isAtText ? try lexer.blockText() : try lexer.string())
    case UInt8(ascii: "["): .list(try list())
    case UInt8(ascii: "("): try parenthesis()
    default: try bare(place)
    }
  }

  private mutating func list() throws(Diagnostic) -> [Value] {
    let open = Span(lexer.offset, lexer.offset + 1)
    lexer.offset += 1
    return try nested(at: open) { parser throws(Diagnostic) in
      var values: [Value] = []
      try parser.lexer.skipBlanks()
      while !parser.lexer.take(UInt8(ascii: "]")) {
        guard !parser.lexer.isAtEnd else { throw .unterminatedList(open) }
        values.append(try parser.value(.element))
        try parser.lexer.skipBlanks()
      }
      return values
    }
  }

  /// A command, a value or arithmetic in parentheses.
  private mutating func parenthesis() throws(Diagnostic) -> Value.Form {
    let open = Span(lexer.offset, lexer.offset + 1)
    lexer.offset += 1
    return try nested(at: open) { parser throws(Diagnostic) in
      try parser.lexer.skipBlanks()
      guard !parser.lexer.isAtEnd else { throw .unterminatedParenthesis(open) }
      guard !parser.lexer.take(UInt8(ascii: ")")) else { throw .emptyResult(Span(open.start, parser.lexer.offset)) }
      let form =
        parser.isAtValue && !parser.isAtPipedVariable
        ? try parser.expression(after: open).form : Value.Form.result(try parser.pipelineInParentheses())
      try parser.lexer.skipBlanks()
      guard parser.lexer.take(UInt8(ascii: ")")) else { throw parser.unclosed(open) }
      return form
    }
  }

  private mutating func bare(_ place: Place) throws(Diagnostic) -> Value.Form {
    if let quote = lexer.smartQuote { throw smartQuote(quote) }
    let start = lexer.offset
    if lexer.peek == UInt8(ascii: "="), place == .argument || place == .element {
      throw startsWithEquals(at: start, inList: place == .element)
    }
    let form = try word(place)
    guard lexer.offset > start else { throw refused(at: start) }
    // With a letter after it, `#` starts a tag, and between blanks a comment.
    guard lexer.text(Span(start, lexer.offset)) != "#" else { throw .loneHash(Span(start, lexer.offset)) }
    if let problem = badEnd(of: Span(start, lexer.offset), form, place) { throw problem }
    return form
  }

  private mutating func word(_ place: Place) throws(Diagnostic) -> Value.Form {
    guard place != .plain, let reference = try reference() else { return try plain() }
    return reference
  }

  private mutating func plain() throws(Diagnostic) -> Value.Form {
    let text = try lexer.word()
    return text.variable.map(Value.Form.variable) ?? .word(text)
  }

  /// Reads `kind:id`, `@user@host`, `#tag` or `scheme://…`; `nil` if the word is none of them.
  private mutating func reference() throws(Diagnostic) -> Value.Form? {
    let start = lexer.offset
    switch lexer.peek {
    case UInt8(ascii: "@"):
      let id = try lexer.word()
      return lexer.offset == start + 1 ? .word(id) : .reference(Reference(.account, id, form: .handle))
    case UInt8(ascii: "#"):
      guard lexer.isTagName(at: start + 1) else { return nil }
      lexer.offset += 1
      return .reference(Reference(.tag, try lexer.word(), form: .tag))
    default:
      guard !isAtURL else { return .url(try lexer.word()) }
      return try kindReference()
    }
  }

  private var isAtURL: Bool {
    let scheme = lexer.name(
      at: lexer.offset, also: [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")])
    var rest = lexer
    rest.offset = scheme.end
    return !scheme.isEmpty && rest.isNext("://") && !endsHead(at: scheme.end + 3)
  }

  private mutating func kindReference() throws(Diagnostic) -> Value.Form? {
    let name = lexer.name(at: lexer.offset, also: [])
    guard lexer.byte(at: name.end) == UInt8(ascii: ":"), let kind = ReferenceKind(rawValue: lexer.text(name)) else {
      return nil
    }
    lexer.offset = name.end + 1
    let isQuoted = lexer.peek == UInt8(ascii: "\"") || lexer.peek == UInt8(ascii: "'")
    let id = isQuoted ? try lexer.string() : try lexer.word()
    guard !id.pieces.isEmpty else { throw .emptyReference(kind, Span(name.start, lexer.offset)) }
    return .reference(Reference(kind, id, form: .kind))
  }

  /// Checks that a value is followed by a separator.
  private func separate(_ value: Value, _ place: Place) throws(Diagnostic) {
    guard let byte = lexer.peek, !lexer.isBoundary(at: lexer.offset) else { return }
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): return
    case UInt8(ascii: "<") where place == .operand: return
    case UInt8(ascii: ",") where place == .element: throw commaInList(at: lexer.offset)
    case UInt8(ascii: ";"), UInt8(ascii: "&"):
      let span = Span(lexer.offset, lexer.offset + 1)
      throw lexer.isBoundary(at: span.end) ? separator(at: span) : refused(at: span.start)
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "`"),
      UInt8(ascii: "<"), UInt8(ascii: "\\"):
      throw refused(at: lexer.offset)
    default: throw adjacent(to: value, place)
    }
  }

  /// A separator at the start or end of a word.
  private func badEnd(of span: Span, _ form: Value.Form, _ place: Place) -> Diagnostic? {
    let isSeparator: (Int) -> Bool = { [lexer] in
      lexer.byte(at: $0) == UInt8(ascii: ";") || lexer.byte(at: $0) == UInt8(ascii: "&")
    }
    var first = span.end
    while first > span.start, isSeparator(first - 1) { first -= 1 }
    if first < span.end { return separator(at: Span(first, span.end)) }
    var last = span.start
    while isSeparator(last) { last += 1 }
    if last > span.start { return separator(at: Span(span.start, last)) }
    guard place == .element else { return nil }
    let isWord = if case .word = form { true } else { false }
    let comma = isWord ? lexer.bytes[span.start..<span.end].firstIndex(of: UInt8(ascii: ",")) : span.end - 1
    return comma.flatMap { lexer.byte(at: $0) == UInt8(ascii: ",") ? commaInList(at: $0) : nil }
  }
}

extension Diagnostic {
  fileprivate static func unterminatedList(_ open: Span) -> Diagnostic {
    Diagnostic(.unterminatedList, at: open, "unterminated list", label: "starts here", isIncomplete: true)
  }

  static func unterminatedParenthesis(_ open: Span) -> Diagnostic {
    Diagnostic(
      .unterminatedParen, at: open, "unterminated parenthesis", label: "starts here", isIncomplete: true)
  }

  fileprivate static func emptyResult(_ span: Span) -> Diagnostic {
    Diagnostic(.emptySub, at: span, "empty parentheses")
  }

  fileprivate static func emptyReference(_ kind: ReferenceKind, _ span: Span) -> Diagnostic {
    Diagnostic(.emptyRef, at: span, "'\(kind.rawValue):' needs an identifier")
  }

  fileprivate static func loneHash(_ span: Span) -> Diagnostic {
    Diagnostic(.reservedChar, at: span, "'#' alone must be quoted", edits: [Edit(span, "\"#\"")])
  }
}
