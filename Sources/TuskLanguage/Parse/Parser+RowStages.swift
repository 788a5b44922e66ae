extension Parser {
  /// Reads a step that works on rows after a `|`; `nil` if a program is there.
  mutating func rowStage() throws(Diagnostic) -> RowStage? {
    try lexer.skipBlanks()
    let word = lexer.name(at: lexer.offset, also: [])
    guard !word.isEmpty, endsHead(at: word.end) else { return nil }
    let before = lexer.offset
    lexer.offset = word.end
    guard let (form, end) = try rowStage(word) else {
      lexer.offset = before
      return nil
    }
    try lexer.skipBlanks()
    guard isAtPlainEnd else { throw .wordsAfterStage(try trailingSpan(), lexer.text(word)) }
    return RowStage(form: form, span: word.through(end))
  }

  /// Reads the rest of a step; `nil` if the word begins none.
  private mutating func rowStage(_ word: Span) throws(Diagnostic) -> (RowStage.Form, Span)? {
    switch lexer.text(word) {
    case "where":
      let (condition, span) = try rowCondition(after: word)
      return (.filter(condition), span)
    case "take", "skip":
      let count = try count(after: word)
      return (lexer.text(word) == "take" ? .take(count) : .skip(count), count.span)
    case "pick":
      let fields = try fields(after: word)
      return (.pick(fields), fields[fields.count - 1].span)
    case "total":
      let field = try field(after: word)
      return (.total(field), field.span)
    case "order":
      let field = try field(afterBy: word)
      let direction = try direction()
      return (.order(by: field, isDescending: direction?.value == "desc"), direction?.span ?? field.span)
    case "unique", "group":
      let field = try field(afterBy: word)
      return (lexer.text(word) == "unique" ? .unique(by: field) : .group(by: field), field.span)
    default: return nil
    }
  }

  private mutating func rowCondition(after word: Span) throws(Diagnostic) -> (Condition, Span) {
    let outer = namesFields
    namesFields = true
    defer { namesFields = outer }
    return try condition(after: word)
  }

  private mutating func count(after word: Span) throws(Diagnostic) -> Value {
    try lexer.skipBlanks()
    guard !isAtPlainEnd else { throw .missingOperand(word, lexer.text(word)) }
    return try value(.argument)
  }

  private mutating func field(afterBy word: Span) throws(Diagnostic) -> Variable {
    try lexer.skipBlanks()
    let by = lexer.name(at: lexer.offset, also: [])
    guard lexer.text(by) == "by", endsHead(at: by.end) else { throw .missingBy(word, lexer.text(word)) }
    lexer.offset = by.end
    return try field(after: Span(word.start, by.end))
  }

  private mutating func fields(after word: Span) throws(Diagnostic) -> [Variable] {
    var fields = [try field(after: word)]
    try lexer.skipBlanks()
    while !isAtPlainEnd {
      fields.append(try field(after: word))
      try lexer.skipBlanks()
    }
    return fields
  }

  private mutating func field(after word: Span) throws(Diagnostic) -> Variable {
    try lexer.skipBlanks()
    guard !isAtPlainEnd else { throw .missingField(word, lexer.text(word)) }
    let value = try value(.argument)
    if case .variable(let variable) = value.form, variable.name == "_" { return variable }
    guard let field = value.fieldOfRow else { throw .notAField(value.span, lexer.text(word)) }
    return field
  }

  private mutating func direction() throws(Diagnostic) -> Spanned<String>? {
    try lexer.skipBlanks()
    let word = lexer.name(at: lexer.offset, also: [])
    guard ["asc", "desc"].contains(lexer.text(word)), endsHead(at: word.end) else { return nil }
    lexer.offset = word.end
    return Spanned(lexer.text(word), word)
  }

  /// Whether a variable is at the cursor whose rows are piped on: `$fans | where bot`.
  var isAtPipedVariable: Bool {
    guard lexer.peek == UInt8(ascii: "$") else { return false }
    var rest = lexer
    guard (try? rest.variable(.bare)) != nil, rest.isBoundary(at: rest.offset) || rest.peek == UInt8(ascii: "|"),
      (try? rest.skipBlanks()) != nil
    else { return false }
    return rest.peek == UInt8(ascii: "|") && rest.byte(at: rest.offset + 1) != UInt8(ascii: "|")
  }
}

extension Value {
  /// The field of a row that a word names: `account.acct`, `cw?`; `nil` for other values.
  var fieldOfRow: Variable? {
    guard let word = literalWord, !Parser.constants.contains(word), Magnitude(word) == nil else { return nil }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map { part in
      part.hasSuffix("?") ? Variable.Field(String(part.dropLast()), isOptional: true) : Variable.Field(String(part))
    }
    guard let first = parts.first?.name.utf8.first, Lexer.isLetter(first) || first >= 0x80,
      parts.allSatisfy({ !$0.name.isEmpty && $0.name.utf8.allSatisfy(Lexer.isFieldByte) })
    else { return nil }
    return Variable(name: "_", path: parts, span: span, isBare: true)
  }

  /// The value, or the field of a row if it is a word that names one.
  var orFieldOfRow: Value { fieldOfRow.map { Value(.variable($0), span) } ?? self }
}

extension Lexer {
  fileprivate static func isFieldByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte >= 0x80
  }
}

extension Diagnostic {
  fileprivate static func wordsAfterStage(_ span: Span, _ word: String) -> Diagnostic {
    Diagnostic(.trailingWords, at: span, "unexpected words after '\(word)'")
  }

  fileprivate static func missingBy(_ span: Span, _ word: String) -> Diagnostic {
    Diagnostic(.missingOperand, at: span, "'\(word)' is followed by 'by' and a field", label: "as in \(word) by posted")
  }

  fileprivate static func missingField(_ span: Span, _ word: String) -> Diagnostic {
    Diagnostic(.missingOperand, at: span, "'\(word)' needs a field of the rows after it")
  }

  fileprivate static func notAField(_ span: Span, _ word: String) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'\(word)' needs the name of a field", label: "as in account.acct, without '$'")
  }

  /// A step that works on rows after a program, whose output has none.
  static func stageAfterProgram(_ span: Span) -> Diagnostic {
    Diagnostic(
      .trailingWords, at: span, "a program's output has no rows",
      label: "steps such as 'where' come before programs; 'run' before the word names a program")
  }
}
