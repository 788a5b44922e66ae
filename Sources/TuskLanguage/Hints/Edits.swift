// Assignments, calls and operators of other languages, each with the edit that makes it ours, if there is one.

// Assignments and calls.
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
    let next = afterBlanks(from: word.start + 1)
    let isAlone = lexer.isBoundary(at: next) || lexer.byte(at: next) == UInt8(ascii: "=")
    return .spacedSetting(
      key.span.through(word), label: operatorHint(word),
      edits: isAlone ? [] : [Diagnostic.Edit(Span(key.span.end, next), "=")])
  }

  /// A word that starts with `=`, which can only be meant as text or as an operator.
  func startsWithEquals(at start: Int, inList: Bool = false) -> Diagnostic {
    let word = wordSpan(at: start)
    let hint = operatorHint(word)
    guard inList, hint != nil else { return .spacedSetting(word, label: hint) }
    return Diagnostic(
      .paramSpace, at: word, "conditions are written without brackets", label: "brackets hold a list")
  }

  private func operatorHint(_ word: Span) -> String? {
    let text = lexer.text(word)
    let isOperator = text != "=" && text.allSatisfy { "=<>~!".contains($0) }
    return isOperator ? "only 'if' and 'expect' compare values" : nil
  }

  /// A first word with `=`, `:` or `(` directly after it.
  func gluedHead() -> Diagnostic? {
    let name = keySpan(at: lexer.offset)
    guard !name.isEmpty else { return nil }
    switch lexer.byte(at: name.end) {
    case UInt8(ascii: "(")?: return inParentheses(after: name, .adjacent)
    case UInt8(ascii: ":")? where keyword(lexer.text(name)) != nil:
      return Diagnostic(
        .badHead, at: Span(name.end, name.end + 1), "no ':' follows a keyword", edits: withoutColon(at: name.end))
    case UInt8(ascii: "=")? where lexer.byte(at: name.end + 1) != UInt8(ascii: "="):
      return Diagnostic(
        .badHead, at: wordSpan(at: name.start), "expected a verb", label: Diagnostic.letHint, edits: [letBefore(name)])
    default: return nil
    }
  }

  private func letBefore(_ name: Span) -> Diagnostic.Edit { Diagnostic.Edit(Span(name.start, name.start), "let ") }

  /// Values in parentheses after a verb, as after the name of a function.
  func inParentheses(after name: Span, _ kind: Diagnostic.Kind) -> Diagnostic {
    let message =
      kind == .missingName
      ? "the inputs of '\(lexer.text(name))' follow its name, without parentheses"
      : "the values of '\(lexer.text(name))' follow it after a space, without parentheses"
    return Diagnostic(kind, at: Span(name.end, name.end + 1), message)
  }

  /// The pipeline in parentheses, which hold nothing else.
  mutating func pipelineInParentheses() throws(Diagnostic) -> Pipeline {
    let start = lexer.offset
    do throws(Diagnostic) {
      return try pipeline()
    } catch {
      guard error.kind == .badHead, error.span.start == start else { throw error }
      throw Diagnostic(
        .badHead, at: error.span, "expected a verb", label: "parentheses hold a command or arithmetic")
    }
  }

  /// What follows a value or a command in parentheses other than their end.
  func unclosed(_ open: Span) -> Diagnostic {
    guard !lexer.isAtEnd else { return .unterminatedParenthesis(open) }
    let word = lexer.chunk(at: lexer.offset)
    let isCondition = (Self.operatorWords + ["<", "<=", ">", ">=", "==", "!="]).contains(lexer.text(word))
    return Diagnostic(
      .trailingWords, at: word, "unexpected words in parentheses",
      label: isCondition ? "a condition has no parentheses around it" : "values are joined by + - * / %")
  }
}

// Operators and the ends of lines.
extension Parser {
  /// `2>`, `1>` or `&>`, which other shells read as one word.
  func otherOutput(at start: Int) -> Diagnostic? {
    let span = Span(start, start + 2)
    guard lexer.byte(at: start + 1) == UInt8(ascii: ">"), lexer.isBoundary(at: start - 1) else { return nil }
    switch lexer.byte(at: start) {
    case UInt8(ascii: "1")?:
      return Diagnostic(
        .badRedirect, at: span, "'>' takes no number before it",
        edits: [Diagnostic.Edit(Span(start, start + 1), "")])
    case UInt8(ascii: "2")?, UInt8(ascii: "&")?:
      return Diagnostic(
        .badRedirect, at: span, "standard error is redirected where tusk is started, not on its lines",
        label: "'try' continues after an error")
    default: return nil
    }
  }

  /// `;` or `&` after a value: a last one is not needed, nor is the word that starts a block elsewhere.
  func separator(at span: Span) -> Diagnostic {
    if let mistake = otherOutput(at: span.start) { return mistake }
    if lexer.byte(at: span.start - 1) == UInt8(ascii: ">") {
      return Diagnostic(
        .badRedirect, at: Span(span.start - 1, span.end), "'>' needs a file, not the number of an output",
        label: "'print' writes to standard error with to=stderr")
    }
    let spelled = lexer.text(span)
    let rest = restOfLine(from: span.end)
    let isLast = spelled.allSatisfy { $0 == ";" } && (rest.isEmpty || isBlockWord(rest))
    let reason =
      switch spelled {
      case "&&": "the first error ends a script; write one command per line"
      case _ where spelled.hasPrefix(";"): "write one command per line"
      default: "there are no background jobs"
      }
    return Diagnostic(
      .reservedChar, at: span, "'\(spelled)' does not end a command: \(reason)",
      edits: isLast ? [Diagnostic.Edit(Span(span.start, rest.end), "")] : [])
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
    mistake.label = "the lines of a block follow its first line directly"
    mistake.edits = [Diagnostic.Edit(Span(beforeBlanks(upTo: span.start), span.end), "")]
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
    let isAnd = lexer.isNext("&&")
    guard isAnd || lexer.isNext("||") else { return nil }
    let span = Span(lexer.offset, lexer.offset + 2)
    let word = isAnd ? "and" : "or"
    return Diagnostic(
      isAnd ? .reservedChar : .trailingWords, at: span, "'\(lexer.text(span))' is written '\(word)' in conditions",
      edits: [separated(span, as: word)])
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
    let edit =
      switch lexer.byte(at: place + 1) {
      case UInt8(ascii: ">")?: Diagnostic.Edit(Span(place, place + 2), ">=")
      case UInt8(ascii: "<")?: Diagnostic.Edit(Span(place, place + 2), "<=")
      default: separated(span, as: "==")
      }
    return Diagnostic(.singleEquals, at: span, "'=' is not a comparison; use '=='", edits: [edit])
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

  /// The edit that writes a word with a blank on each side.
  private func separated(_ span: Span, as word: String) -> Diagnostic.Edit {
    let before = lexer.isBoundary(at: span.start - 1) ? "" : " "
    let after = lexer.isBoundary(at: span.end) ? "" : " "
    return Diagnostic.Edit(span, before + word + after)
  }
}

// Places in the line.
extension Parser {
  private func wordSpan(at start: Int) -> Span {
    var rest = lexer
    rest.offset = start
    _ = try? rest.word()
    return Span(start, max(rest.offset, start + 1))
  }

  /// The name of a parameter or a verb at a place; empty if there is none.
  func keySpan(at start: Int) -> Span {
    lexer.name(at: start, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
  }

  func isQuote(at place: Int) -> Bool {
    lexer.byte(at: place) == UInt8(ascii: "'") || lexer.byte(at: place) == UInt8(ascii: "\"")
  }

  /// The end of a text in quotes; `nil` if it cannot be read.
  func textEnd(at start: Int) -> Int? {
    var rest = lexer
    rest.offset = start
    guard (try? rest.string()) != nil else { return nil }
    return rest.offset
  }

  func afterBlanks(from start: Int) -> Int {
    var start = start
    while Lexer.isBlank(lexer.byte(at: start)) { start += 1 }
    return start
  }

  private func beforeBlanks(upTo end: Int) -> Int {
    var end = end
    while Lexer.isBlank(lexer.byte(at: end - 1)) { end -= 1 }
    return end
  }

  /// From the first word at or after the offset to the last one on the line.
  private func restOfLine(from start: Int) -> Span {
    let start = afterBlanks(from: start)
    var end = start
    while end < lexer.bytes.count, lexer.lineEnd(at: end) == nil { end += 1 }
    return Span(start, max(start, beforeBlanks(upTo: end)))
  }
}

extension Diagnostic {
  static let letHint = "a value is named with 'let'"

  fileprivate static func spacedSetting(_ span: Span, label: String?, edits: [Edit] = []) -> Diagnostic {
    Diagnostic(.paramSpace, at: span, "write parameters without spaces around '='", label: label, edits: edits)
  }
}
