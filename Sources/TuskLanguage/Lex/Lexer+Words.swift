extension Lexer {
  /// Whether a tag's name starts at the offset.
  func isTagName(at offset: Int) -> Bool {
    guard let byte = byte(at: offset) else { return false }
    return Lexer.isLetter(byte) || Lexer.isDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Reads a word: characters and variables up to a blank, a quote, a bracket or an operator.
  mutating func word() throws(Diagnostic) -> Text {
    var pieces: [Text.Piece] = []
    var start = offset
    while let byte = peek, !Lexer.endsWord(byte), lineEnd(at: offset) == nil {
      guard byte == UInt8(ascii: "$") else {
        try character(.bare)
        continue
      }
      if offset > start { pieces.append(.literal(text(Span(start, offset)))) }
      pieces.append(.variable(try variable(.bare)))
      start = offset
    }
    if offset > start { pieces.append(.literal(text(Span(start, offset)))) }
    return Text(pieces)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// The span up to the next blank or line end: what a reader sees as one word.
  func chunk(at start: Int) -> Span {
    var end = start
    while !isBoundary(at: end) { end += 1 }
    return Span(start, end)
  }

  /// Reads `$name.field?` or `${name.field?}`; within quotes a `?` is text unless braces say otherwise.
  mutating func variable(_ quoting: Quoting) throws(Diagnostic) -> Variable {
    let start = offset
    offset += 1
    if take(UInt8(ascii: "{")) { return try bracedVariable(from: start) }
    if peek == UInt8(ascii: "_") {
      offset += 1
      return Variable(name: "_", path: fields(quoting), span: Span(start, offset))
    }
    let name = variableName()
    guard !name.isEmpty else {
      throw peek == UInt8(ascii: "(") ? substitution(at: start, quoting) : .badDollar(Span(start, start + 1), quoting)
    }
    return Variable(name: name, path: fields(quoting), span: Span(start, offset))
  }

  /// `$(…)`, which stands for the output of a program in other shells.
  private func substitution(at start: Int, _ quoting: Quoting) -> Diagnostic {
    var diagnostic = Diagnostic.substitution(Span(start, start + 2), quoting)
    if quoting == .bare { diagnostic.edits = [Diagnostic.Edit(Span(start, start + 1), "")] }
    return diagnostic
  }

  private mutating func bracedVariable(from start: Int) throws(Diagnostic) -> Variable {
    let name = variableName()
    guard !name.isEmpty else { throw .badBraces(Span(start, offset)) }
    let isOptional = take(UInt8(ascii: "?"))
    let path = fields(.bare)
    guard take(UInt8(ascii: "}")) else { throw .badBraces(Span(start, offset)) }
    return Variable(name: name, isOptional: isOptional, path: path, span: Span(start, offset))
  }

  private mutating func variableName() -> String {
    if take(UInt8(ascii: "@")) { return "@" }
    return nameOrDigits()
  }

  private mutating func fields(_ quoting: Quoting) -> [Variable.Field] {
    var path: [Variable.Field] = []
    while peek == UInt8(ascii: ".") {
      offset += 1
      let name = nameOrDigits()
      guard !name.isEmpty else {
        offset -= 1
        return path
      }
      let isOptional = quoting == .bare && take(UInt8(ascii: "?"))
      path.append(Variable.Field(name, isOptional: isOptional))
    }
    return path
  }

  private mutating func nameOrDigits() -> String {
    var end = name(at: offset, also: [UInt8(ascii: "_")]).end
    if end == offset {
      while let byte = byte(at: end), Lexer.isDigit(byte) { end += 1 }
    }
    defer { offset = end }
    return text(Span(offset, end))
  }
}

extension Diagnostic {
  fileprivate static func badDollar(_ span: Span, _ quoting: Lexer.Quoting) -> Diagnostic {
    Diagnostic(
      .badDollar, at: span, "no name follows '$'",
      label: quoting == .quoted ? #"write \$ for a dollar sign"# : nil,
      edits: quoting == .quoted ? [Edit(span, #"\$"#)] : [])
  }

  fileprivate static func substitution(_ span: Span, _ quoting: Lexer.Quoting) -> Diagnostic {
    guard quoting == .quoted else {
      return Diagnostic(.badDollar, at: span, "the result of a command is written ( ), without '$'")
    }
    return Diagnostic(
      .badDollar, at: span, "commands do not run within text", label: "name the result with 'let' before this line")
  }

  fileprivate static func badBraces(_ span: Span) -> Diagnostic {
    Diagnostic(.badDollar, at: span, "'${' needs a name and a '}', as in ${name.field}")
  }
}
