// Diagnoses of assignments, calls and operators that other languages have, with what is written here.
extension Parser {
  /// An `=` where an argument should start: a parameter with spaces, or a name that is given a value without `let`.
  func spacedSetting(after before: Argument?, of verb: Spanned<String>) -> Diagnostic {
    let word = wordSpan(at: lexer.offset)
    guard let before else {
      guard lexer.isBoundary(at: word.start + 1) else { return startsWithEquals(at: word.start) }
      return .spacedSetting(word, label: Diagnostic.letHint, edits: [letBefore(verb.span)])
    }
    guard case .value(let key) = before, case .word(let text) = key.form, text.literal != nil else {
      return startsWithEquals(at: word.start)
    }
    var next = word.start + 1
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    let isAlone = lexer.isBoundary(at: next) || lexer.byte(at: next) == UInt8(ascii: "=")
    return .spacedSetting(
      key.span.through(word), label: operatorHint(word),
      edits: isAlone ? [] : [Diagnostic.Edit(Span(key.span.end, next), "=")])
  }

  /// A word that starts with `=`, which can only be meant as text or as an operator.
  func startsWithEquals(at start: Int, inList: Bool = false) -> Diagnostic {
    let word = wordSpan(at: start)
    let hint = operatorHint(word)
    return hint != nil && inList ? .conditionInBrackets(word) : .spacedSetting(word, label: hint)
  }

  private func operatorHint(_ word: Span) -> String? {
    let text = lexer.text(word)
    let isOperator = text != "=" && text.allSatisfy { "=<>~!".contains($0) }
    return isOperator ? "only 'if' and 'expect' compare values" : nil
  }

  private func wordSpan(at start: Int) -> Span {
    var rest = lexer
    rest.offset = start
    _ = try? rest.word()
    return Span(start, max(rest.offset, start + 1))
  }

  /// A first word with `=`, `:` or `(` directly after it.
  func gluedHead() -> Diagnostic? {
    let name = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    guard !name.isEmpty else { return nil }
    switch lexer.byte(at: name.end) {
    case UInt8(ascii: "(")?: return inParentheses(after: name, .adjacent)
    case UInt8(ascii: ":")? where keyword(lexer.text(name)) != nil:
      return .keywordWithColon(Span(name.end, name.end + 1), edits: withoutColon(at: name.end))
    case UInt8(ascii: "=")? where lexer.byte(at: name.end + 1) != UInt8(ascii: "="):
      return .notNamed(wordSpan(at: name.start), edits: [letBefore(name)])
    default: return nil
    }
  }

  private func letBefore(_ name: Span) -> Diagnostic.Edit { Diagnostic.Edit(Span(name.start, name.start), "let ") }

  /// Values in parentheses after a verb, as after the name of a function.
  func inParentheses(after name: Span, _ kind: Diagnostic.Kind) -> Diagnostic {
    .inParentheses(kind, Span(name.end, name.end + 1), definition: kind == .missingName, name: lexer.text(name))
  }

  /// The pipeline in parentheses, which hold nothing else.
  mutating func pipelineInParentheses() throws(Diagnostic) -> Pipeline {
    let start = lexer.offset
    do throws(Diagnostic) {
      return try pipeline()
    } catch {
      throw error.kind == .badHead && error.span.start == start ? .noCommand(error.span) : error
    }
  }

  /// What follows a value or a command in parentheses other than their end.
  func unclosed(_ open: Span) -> Diagnostic {
    guard !lexer.isAtEnd else { return .unterminatedParenthesis(open) }
    let word = lexer.chunk(at: lexer.offset)
    let isCondition = (Self.operatorWords + ["<", "<=", ">", ">=", "==", "!="]).contains(lexer.text(word))
    return .wordsInParentheses(word, isCondition: isCondition)
  }

  /// From the first word at or after the offset to the last one on the line.
  func restOfLine(from start: Int) -> Span {
    var start = start
    while Lexer.isBlank(lexer.byte(at: start)) { start += 1 }
    var end = start
    while end < lexer.bytes.count, lexer.lineEnd(at: end) == nil { end += 1 }
    while end > start, Lexer.isBlank(lexer.byte(at: end - 1)) { end -= 1 }
    return Span(start, end)
  }

  /// `2>`, `1>` or `&>`, which other shells read as one word.
  func otherOutput(at start: Int) -> Diagnostic? {
    let span = Span(start, start + 2)
    guard lexer.byte(at: start + 1) == UInt8(ascii: ">"), lexer.isBoundary(at: start - 1) else { return nil }
    switch lexer.byte(at: start) {
    case UInt8(ascii: "1")?: return .numberedOutput(span)
    case UInt8(ascii: "2")?, UInt8(ascii: "&")?: return .errorOutput(span)
    default: return nil
    }
  }

  /// `;` or `&` after a value: a last one is not needed, nor is the word that starts a block elsewhere.
  func separator(at span: Span) -> Diagnostic {
    if let mistake = otherOutput(at: span.start) { return mistake }
    if lexer.byte(at: span.start - 1) == UInt8(ascii: ">") { return .toErrorOutput(Span(span.start - 1, span.end)) }
    let rest = restOfLine(from: span.end)
    let isLast = lexer.text(span).allSatisfy { $0 == ";" } && (rest.isEmpty || isBlockWord(rest))
    return .separator(
      lexer.text(span), span, edits: isLast ? [Diagnostic.Edit(Span(span.start, rest.end), "")] : [])
  }

  /// Words after the end of a line's statement.
  func trailing(_ span: Span) -> Diagnostic {
    var mistake = Diagnostic.trailingWords(span)
    if let sign = lexer.text(span).first, Arithmetic.Operator(rawValue: String(sign)) != nil {
      mistake.label =
        span.end == span.start + 1
        ? "arithmetic is written in ( ) here" : "an operator has a space on each side"
    }
    guard isBlockWord(span), restOfLine(from: span.end).isEmpty else { return mistake }
    var start = span.start
    while Lexer.isBlank(lexer.byte(at: start - 1)) { start -= 1 }
    mistake.label = "the lines of a block follow its first line directly"
    mistake.edits = [Diagnostic.Edit(Span(start, span.end), "")]
    return mistake
  }

  /// The edits that remove a `:` at the end of the line, with which blocks start in other languages.
  func withoutColon(at offset: Int) -> [Diagnostic.Edit] {
    let rest = restOfLine(from: offset)
    return lexer.text(rest) == ":" ? [Diagnostic.Edit(rest, "")] : []
  }

  private func isBlockWord(_ span: Span) -> Bool { ["then", "do"].contains(lexer.text(span)) }

  /// `&&` or `||` between the terms of a condition.
  var foreignJoint: Diagnostic? {
    let span = Span(lexer.offset, lexer.offset + 2)
    guard lexer.isNext("&&") || lexer.isNext("||") else { return nil }
    let isAnd = lexer.isNext("&&")
    let before = lexer.isBoundary(at: span.start - 1) ? "" : " "
    let after = lexer.isBoundary(at: span.end) ? "" : " "
    let word = isAnd ? "and" : "or"
    return Diagnostic(
      isAnd ? .reservedChar : .trailingWords, at: span, "'\(lexer.text(span))' is written '\(word)' in conditions",
      edits: [Diagnostic.Edit(span, before + word + after)])
  }

  /// `// …` at the start of a line.
  func otherComment(_ value: Value) -> Diagnostic? {
    let mark = Span(value.span.start, value.span.start + 2)
    guard case .word = value.form, mark.end <= value.span.end, lexer.text(mark) == "//" else { return nil }
    return Diagnostic(
      .badHead, at: mark, "a comment starts with '#'",
      edits: [Diagnostic.Edit(mark, lexer.isBoundary(at: mark.end) ? "#" : "# ")])
  }

  /// An `=` used as a comparison, alone or in `=>` and `=<`.
  func singleEquals(at place: Int) -> Diagnostic {
    let span = Span(place, place + 1)
    switch lexer.byte(at: place + 1) {
    case UInt8(ascii: ">"): return .singleEquals(span, edits: [Diagnostic.Edit(Span(place, place + 2), ">=")])
    case UInt8(ascii: "<"): return .singleEquals(span, edits: [Diagnostic.Edit(Span(place, place + 2), "<=")])
    default: break
    }
    let before = lexer.isBoundary(at: place - 1) ? "" : " "
    let after = lexer.isBoundary(at: place + 1) ? "" : " "
    return .singleEquals(span, edits: [Diagnostic.Edit(span, "\(before)==\(after)")])
  }

  /// `===` or `!==`
  func tripleEquals(at start: Int) -> Diagnostic? {
    let span = Span(start, start + 3)
    guard lexer.byte(at: start + 2) == UInt8(ascii: "="), lexer.isBoundary(at: span.end) else { return nil }
    let comparator = lexer.text(Span(start, start + 2))
    return Diagnostic(
      .opSpacing, at: span, "'\(lexer.text(span))' is written '\(comparator)'",
      edits: [Diagnostic.Edit(span, comparator)])
  }

  /// `$l[0]`
  func index(after value: Value) -> Diagnostic? {
    guard case .variable = value.form, lexer.peek == UInt8(ascii: "[") else { return nil }
    var end = lexer.offset + 1
    while let byte = lexer.byte(at: end), Lexer.isDigit(byte) { end += 1 }
    guard end > lexer.offset + 1, lexer.byte(at: end) == UInt8(ascii: "]") else { return nil }
    return .index(Span(lexer.offset, end + 1), lexer.text(Span(lexer.offset + 1, end)))
  }
}

extension Diagnostic {
  static let letHint = "a value is named with 'let'"

  fileprivate static func spacedSetting(_ span: Span, label: String?, edits: [Edit] = []) -> Diagnostic {
    Diagnostic(.paramSpace, at: span, "write parameters without spaces around '='", label: label, edits: edits)
  }

  fileprivate static func conditionInBrackets(_ span: Span) -> Diagnostic {
    Diagnostic(.paramSpace, at: span, "conditions are written without brackets", label: "brackets hold a list")
  }

  fileprivate static func notNamed(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.badHead, at: span, "expected a verb", label: letHint, edits: edits)
  }

  fileprivate static func keywordWithColon(_ colon: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.badHead, at: colon, "no ':' follows a keyword", edits: edits)
  }

  fileprivate static func inParentheses(
    _ kind: Kind, _ span: Span, definition isDefinition: Bool, name: String
  ) -> Diagnostic {
    let message =
      isDefinition
      ? "the inputs of '\(name)' follow its name, without parentheses"
      : "the values of '\(name)' follow it after a space, without parentheses"
    return Diagnostic(kind, at: span, message)
  }

  fileprivate static func noCommand(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badHead, at: span, "expected a verb", label: "parentheses hold a command or arithmetic")
  }

  fileprivate static func wordsInParentheses(_ span: Span, isCondition: Bool) -> Diagnostic {
    Diagnostic(
      .trailingWords, at: span, "unexpected words in parentheses",
      label: isCondition ? "a condition has no parentheses around it" : "values are joined by + - * / %")
  }

  fileprivate static func errorOutput(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badRedirect, at: span, "standard error is redirected where tusk is started, not on its lines",
      label: "'try' continues after an error")
  }

  fileprivate static func toErrorOutput(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badRedirect, at: span, "'>' needs a file, not the number of an output",
      label: "'print' writes to standard error with to=stderr")
  }

  fileprivate static func numberedOutput(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badRedirect, at: span, "'>' takes no number before it",
      edits: [Edit(Span(span.start, span.start + 1), "")])
  }

  fileprivate static func singleEquals(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.singleEquals, at: span, "'=' is not a comparison; use '=='", edits: edits)
  }

  fileprivate static func separator(_ spelled: String, _ span: Span, edits: [Edit]) -> Diagnostic {
    let reason =
      switch spelled {
      case "&&": "the first error ends a script; write one command per line"
      case _ where spelled.hasPrefix(";"): "write one command per line"
      default: "there are no background jobs"
      }
    return Diagnostic(.reservedChar, at: span, "'\(spelled)' does not end a command: \(reason)", edits: edits)
  }

  fileprivate static func index(_ span: Span, _ number: String) -> Diagnostic {
    Diagnostic(
      .adjacent, at: span, "write .\(number), not [\(number)], for an item of a list",
      label: "items are numbered from 0", edits: [Edit(span, ".\(number)")])
  }
}
