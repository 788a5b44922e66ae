extension Parser {
  /// Reads terms joined by `and` or by `or`, never both, so that there is no precedence to know.
  mutating func condition(after keyword: Span) throws(Diagnostic) -> (Condition, Span) {
    var (first, end) = try term(after: keyword)
    var terms = [first]
    var joint: String?
    try lexer.skipBlanks()
    while let (word, span) = word(among: Parser.joints) {
      guard joint == nil || joint == word else { throw .mixedJoints(span) }
      joint = word
      lexer.offset = span.end
      (first, end) = try term(after: span)
      terms.append(first)
      try lexer.skipBlanks()
    }
    if let joint = foreignJoint { throw joint }
    let span = keyword.through(end)
    switch joint {
    case "and": return (.all(terms), span)
    case "or": return (.any(terms), span)
    default: return (terms[0], span)
    }
  }

  static let joints = ["and", "or"]
  static let negation = "not"
  private static let wordComparators = Condition.Comparator.allCases.map(\.rawValue).filter {
    $0.first?.isLetter == true
  }
  /// The words of conditions that are no values.
  static let operatorWords = joints + [negation] + wordComparators

  mutating func term(after before: Span) throws(Diagnostic) -> (Condition, Span) {
    try lexer.skipBlanks()
    guard let (_, span) = word(among: [Parser.negation]) else { return try comparison(after: before) }
    lexer.offset = span.end
    let (term, end) = try comparison(after: span)
    return (.not(term), end)
  }

  private mutating func comparison(after before: Span) throws(Diagnostic) -> (Condition, Span) {
    try lexer.skipBlanks()
    var left = try operands(after: before)
    if namesFields { left = left.orFieldOfRow }
    try lexer.skipBlanks()
    guard let comparator = try comparator() else { return (.holds(left), left.span) }
    try lexer.skipBlanks()
    let right: Value
    if comparator.value == .isIn, let range = try range() {
      right = range
    } else {
      right = try operands(after: comparator.span)
    }
    try lexer.skipBlanks()
    if lexer.peek == UInt8(ascii: "<") || lexer.peek == UInt8(ascii: ">") && !namesFields {
      throw .chainedComparison(Span(lexer.offset, lexer.offset + 1))
    }
    return (.comparison(left, comparator, right), right.span)
  }

  private mutating func operands(after before: Span) throws(Diagnostic) -> Value {
    try expression(after: before) { (parser, before) throws(Diagnostic) in try parser.operand(after: before) }
  }

  private mutating func operand(after before: Span) throws(Diagnostic) -> Value {
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd, word(among: Parser.operatorWords) == nil else {
      throw .missingOperand(before, lexer.text(before))
    }
    switch lexer.peek {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="): throw .missingOperand(before, lexer.text(before))
    default: break
    }
    let value = try value(.operand)
    if let glued = gluedOperator(in: value) { throw glued }
    return value
  }

  /// Reads an operator; `nil` if the term has none.
  private mutating func comparator() throws(Diagnostic) -> Spanned<Condition.Comparator>? {
    let start = lexer.offset
    switch lexer.peek {
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      // What a file is appended to follows a whole condition.
      if namesFields, lexer.isNext(">>") { return nil }
      lexer.offset += 1
      _ = lexer.take(UInt8(ascii: "="))
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      guard lexer.byte(at: start + 1) == UInt8(ascii: "=") else {
        guard lexer.peek == UInt8(ascii: "=") else { return nil }
        throw singleEquals(at: start)
      }
      lexer.offset += 2
      guard lexer.isBoundary(at: lexer.offset) else { throw tripleEquals(at: start) ?? spacing(Span(start, start + 2)) }
    default:
      guard let (_, span) = word(among: Parser.wordComparators) else { return nil }
      lexer.offset = span.end
    }
    let span = Span(start, lexer.offset)
    return Condition.Comparator(rawValue: lexer.text(span)).map { Spanned($0, span) }
  }

  /// The word at the cursor, if it is one of these.
  private func word(among words: [String]) -> (String, Span)? {
    let span = lexer.name(at: lexer.offset, also: [])
    guard !span.isEmpty, endsOperand(at: span.end) else { return nil }
    let text = lexer.text(span)
    return words.contains(text) ? (text, span) : nil
  }

  private func endsOperand(at offset: Int) -> Bool {
    switch lexer.byte(at: offset) {
    case UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: lexer.isBoundary(at: offset)
    }
  }

  /// An `=`, `==` or `!=` within a word, as in `$a==b`.
  private func gluedOperator(in value: Value) -> Diagnostic? {
    guard case .word(let text) = value.form else { return nil }
    let startsAsName = text.pieces.first.map { piece in
      guard case .literal = piece else { return true }
      return !lexer.name(at: value.span.start, also: []).isEmpty
    }
    guard startsAsName == true else { return nil }
    for place in value.span.start..<value.span.end where lexer.byte(at: place) == UInt8(ascii: "=") {
      let before = lexer.byte(at: place - 1)
      if lexer.byte(at: place + 1) == UInt8(ascii: "=") { return spacing(Span(place, place + 2)) }
      if before == UInt8(ascii: "!") { return spacing(Span(place - 1, place + 1)) }
      return singleEquals(at: place)
    }
    return nil
  }

  /// An operator without blanks around it.
  private func spacing(_ span: Span) -> Diagnostic {
    let places = [span.start - 1, span.end].filter { !lexer.isBoundary(at: $0) }
    let edits = places.map { place in Diagnostic.Edit(Span(max(place, span.start), max(place, span.start)), " ") }
    return .operatorSpacing(span, edits: edits)
  }
}

extension Diagnostic {
  fileprivate static func chainedComparison(_ mark: Span) -> Diagnostic {
    Diagnostic(
      .trailingWords, at: mark, "a comparison has two sides", label: "compare twice, and join the two with 'and'")
  }

  fileprivate static func mixedJoints(_ span: Span) -> Diagnostic {
    Diagnostic(.mixedAndOr, at: span, "'and' and 'or' cannot be mixed in one condition", label: "nest a second 'if'")
  }

  fileprivate static func operatorSpacing(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.opSpacing, at: span, "'==' and '!=' need spaces around them", edits: edits)
  }
}
