import TuskCommon

extension Parser {
  /// Reads a value, or values joined by `+`, `-`, `*`, `/` and `%`, of which the last three bind closer.
  mutating func expression(
    after before: Span, _ operand: (inout Parser, Span) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    var count = 0
    var left = try product(after: before, &count, operand)
    while let sign = try sign(where: { !$0.bindsCloser }, &count) {
      left = try joined(left, sign, product(after: sign.span, &count, operand))
    }
    return left
  }

  /// An expression in the place of an argument.
  mutating func expression(after before: Span) throws(Diagnostic) -> Value {
    try expression(after: before) { (parser, before) throws(Diagnostic) in
      try parser.lexer.skipBlanks()
      guard !parser.lexer.isAtLineEnd, parser.lexer.peek != UInt8(ascii: ")") else {
        var mistake = Diagnostic.missingOperand(before, parser.lexer.text(before))
        mistake.isIncomplete = parser.lexer.nesting > 0 && parser.lexer.isAtEnd
        throw mistake
      }
      return try parser.value(.argument)
    }
  }

  private mutating func product(
    after before: Span, _ count: inout Int, _ operand: (inout Parser, Span) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    var left = try operand(&self, before)
    while let sign = try sign(where: \.bindsCloser, &count) {
      left = try joined(left, sign, operand(&self, sign.span))
    }
    return left
  }

  /// Reads an operator between blanks; `nil` if another thing follows.
  private mutating func sign(
    where isWanted: (Arithmetic.Operator) -> Bool, _ count: inout Int
  ) throws(Diagnostic) -> Spanned<Arithmetic.Operator>? {
    try lexer.skipBlanks()
    let span = Span(lexer.offset, lexer.offset + 1)
    guard let byte = lexer.peek, lexer.isBoundary(at: span.end),
      let sign = Arithmetic.Operator(rawValue: String(UnicodeScalar(byte))), isWanted(sign)
    else { return nil }
    count += 1
    guard count <= Parser.maxDepth else { throw .tooManyOperators(span) }
    lexer.offset = span.end
    return Spanned(sign, span)
  }

  private func joined(
    _ left: Value, _ sign: Spanned<Arithmetic.Operator>, _ right: Value
  ) throws(Diagnostic) -> Value {
    let (left, right) = namesFields ? (left.orFieldOfRow, right.orFieldOfRow) : (left, right)
    for operand in [left, right] where !operand.couldBeCounted {
      throw .notCountable(lexer.text(operand.span), sign.value, operand.span, isName: operand.fieldOfRow != nil)
    }
    let arithmetic = Arithmetic(left: left, sign: sign, right: right)
    return Value(.arithmetic(arithmetic), left.span.through(right.span))
  }

  /// Whether a value is at the cursor, rather than a verb.
  var isAtValue: Bool {
    switch lexer.peek {
    case UInt8(ascii: "$"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "("): return true
    case UInt8(ascii: "-"): return lexer.byte(at: lexer.offset + 1).map(Lexer.isDigit) ?? false
    case let byte?: return Lexer.isDigit(byte)
    case nil: return false
    }
  }

  /// Reads `1..10`; `nil` if another value is at the cursor.
  mutating func range() throws(Diagnostic) -> Value? {
    let start = lexer.offset
    guard let first = try bound(), lexer.isNext("..") else {
      lexer.offset = start
      return nil
    }
    let dots = Span(lexer.offset, lexer.offset + 2)
    lexer.offset = dots.end
    let last = lexer.peek == UInt8(ascii: "(") ? try value(.operand) : try bound()
    guard let last, endsHead(at: lexer.offset) else { throw .badRange(lexer.chunk(at: start)) }
    return Value(.range(NumberRange(first: first, last: last)), Span(start, lexer.offset))
  }

  /// Reads a whole number or a variable; `nil` if another thing is at the cursor.
  private mutating func bound() throws(Diagnostic) -> Value? {
    let start = lexer.offset
    guard lexer.peek != UInt8(ascii: "$") else {
      let variable = try lexer.variable(.bare)
      return Value(.variable(variable), variable.span)
    }
    _ = lexer.take(UInt8(ascii: "-"))
    let digits = lexer.offset
    while let byte = lexer.peek, Lexer.isDigit(byte) { lexer.offset += 1 }
    guard lexer.offset > digits else { return nil }
    let span = Span(start, lexer.offset)
    guard Int(lexer.text(span)) != nil else { throw .badRange(span) }
    return Value(.word(Text([.literal(lexer.text(span))])), span)
  }
}

extension Value {
  /// Whether this may be a number, a duration or a time. A word is one only if it is written as one.
  fileprivate var couldBeCounted: Bool {
    switch form {
    case .word(let text): text.literal.map { Magnitude($0) != nil } ?? false
    case .string, .variable, .result, .arithmetic: true
    case .reference, .url, .list, .range: false
    }
  }
}

extension Diagnostic {
  static func missingOperand(_ span: Span, _ word: String) -> Diagnostic {
    Diagnostic(.missingOperand, at: span, "'\(word)' needs a value after it")
  }

  fileprivate static func tooManyOperators(_ span: Span) -> Diagnostic {
    Diagnostic(.tooDeep, at: span, "more than \(Parser.maxDepth) operators in one line")
  }

  fileprivate static func notCountable(
    _ word: String, _ sign: Arithmetic.Operator, _ span: Span, isName: Bool
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(sign.rawValue)' takes numbers, durations and times, not '\(word)'",
      label: isName
        ? "a variable is written $\(word)"
        : Instant(rfc3339: word + "T00:00:00Z") == nil ? nil : "a day is a time with (parse \(word))")
  }

  fileprivate static func badRange(_ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "a range has a whole number at each end, as in 1..10 or 1..$n")
  }
}
