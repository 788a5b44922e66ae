extension Parser {
  /// Reads `param NAME: KIND = VALUE "TEXT"` after its keyword.
  mutating func scriptParameter(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    try lexer.skipBlanks()
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "_")])
    guard !span.isEmpty else { throw .missingName(keyword) }
    lexer.offset = span.end
    let name = Spanned(lexer.text(span), span)
    guard !Parser.reservedNames.contains(name.value) else { throw .reservedName(name) }
    var parameter = ScriptParameter(name: name, kind: try parameterKind(after: span) ?? .text)
    var end = Span(lexer.offset, lexer.offset)
    try lexer.skipBlanks()
    if lexer.peek == UInt8(ascii: "=") {
      let equals = Span(lexer.offset, lexer.offset + 1)
      lexer.offset += 1
      try lexer.skipBlanks()
      guard !lexer.isAtLineEnd else { throw .missingValue("'param'", equals) }
      let value = try value(.argument)
      (parameter.fallback, end) = (value, value.span)
      try lexer.skipBlanks()
    }
    if lexer.peek == UInt8(ascii: "\"") || lexer.peek == UInt8(ascii: "'") {
      let value = try value(.argument)
      (parameter.summary, end) = (value, value.span)
    }
    try endLine()
    return Statement(.parameter(parameter), keyword.through(Span(end.start, max(end.end, span.end))))
  }

  private mutating func parameterKind(after name: Span) throws(Diagnostic) -> ScriptParameter.Kind? {
    guard lexer.take(UInt8(ascii: ":")) else { return nil }
    try lexer.skipBlanks()
    let span = lexer.name(at: lexer.offset, also: [])
    guard !span.isEmpty, let kind = ScriptParameter.Kind(word: lexer.text(span)) else {
      throw .unknownParameterKind(span.isEmpty ? name : span, lexer.text(span))
    }
    lexer.offset = span.end
    return kind
  }
}

extension Diagnostic {
  fileprivate static func unknownParameterKind(_ span: Span, _ word: String) -> Diagnostic {
    let near = NearWords.near(word, among: ScriptParameter.Kind.words)
    return Diagnostic(
      .typeMismatch, at: span, "the ':' is followed by a kind: text, number, boolean, duration, time, account, file …",
      label: near.first.map { "did you mean \($0)?" }, edits: near.first.map { [Edit(span, $0)] } ?? [])
  }
}
