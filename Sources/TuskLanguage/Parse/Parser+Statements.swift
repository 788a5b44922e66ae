import TuskCommon
import XCallbackURL

extension Parser {
  /// Reads one statement, up to the end of its last line.
  mutating func statement() throws(Diagnostic) -> Statement {
    if lexer.peek == UInt8(ascii: "\\") { return try meta() }
    if mode == .repl, openers.isEmpty, let word = bareMeta() {
      return try meta(lexer.text(word), word, isBare: true)
    }
    if lexer.peek == UInt8(ascii: "$") { return isAtPipedVariable ? try pipelineStatement() : try show() }
    guard let (keyword, span) = keyword() else { return try pipelineStatement() }
    return try keyword.parse(&self, span)
  }

  /// The keyword at the cursor; `nil` unless it is a whole word.
  func keyword() -> (Keyword, Span)? {
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    guard lexer.isBoundary(at: span.end), let keyword = keyword(lexer.text(span)) else { return nil }
    return (keyword, span)
  }

  /// The keyword spelled this way, unless the source defines a verb of its name.
  func keyword(_ word: String) -> Keyword? {
    definedKeywords.contains(word) ? nil : Keyword.named(word)
  }

  /// Reads the end of a line.
  mutating func endLine() throws(Diagnostic) {
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else {
      lexer.offset += lexer.lineEnd(at: lexer.offset) ?? 0
      return
    }
    throw trailing(try trailingSpan())
  }

  /// The span of an unexpected word at the end of a line.
  mutating func trailingSpan() throws(Diagnostic) -> Span {
    switch lexer.peek {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return Span(lexer.offset, lexer.offset + 1)
    default: return try value(.argument).span
    }
  }

  mutating func pipelineStatement() throws(Diagnostic) -> Statement {
    let pipeline = try pipeline()
    try endLine()
    return Statement(.pipeline(pipeline), pipeline.span)
  }

  /// A variable alone on its line.
  private mutating func show() throws(Diagnostic) -> Statement {
    let value = try value(.argument)
    guard case .variable(let variable) = value.form else { throw .badHead(value.span) }
    try lexer.skipBlanks()
    guard lexer.peek != UInt8(ascii: "=") else { throw reassignment(of: variable) }
    try endLine()
    return Statement(.show(variable), value.span)
  }

  /// `$a = 1`
  private func reassignment(of variable: Variable) -> Diagnostic {
    let equals = Span(lexer.offset, lexer.offset + 1)
    let isName = variable.path.isEmpty && !variable.isOptional && variable.name.utf8.first.map(Lexer.isLetter) ?? false
    return .reassignment(equals, edits: isName ? [Diagnostic.Edit(variable.span, "let \(variable.name)")] : [])
  }

  mutating func assignment(_ keyword: Span) throws(Diagnostic) -> Statement {
    let statement = try assigned(keyword)
    try endLine()
    return statement
  }

  /// An assignment without the end of its line.
  mutating func assigned(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    let name = try name(after: keyword)
    guard !Parser.reservedNames.contains(name.value) else { throw .reservedName(name) }
    try lexer.skipBlanks()
    let equals = Span(lexer.offset, lexer.offset + 1)
    guard lexer.take(UInt8(ascii: "=")) else { throw missingEquals(after: name.span) }
    guard lexer.peek != UInt8(ascii: "=") else { throw .doubleEquals(Span(equals.start, equals.end + 1)) }
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else { throw .missingValue("'let'", equals) }
    let (operation, end) = try operation(after: equals)
    return Statement(.assignment(name: name, operation), keyword.through(end))
  }

  mutating func answer(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else {
      try endLine()
      return Statement(.answer(nil), keyword)
    }
    let (operation, end) = try operation(after: keyword)
    try endLine()
    return Statement(.answer(operation), keyword.through(end))
  }

  mutating func expectation(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    let (condition, span) = try condition(after: keyword)
    try lexer.skipBlanks()
    var message: Value?
    if lexer.peek == UInt8(ascii: "\"") || lexer.peek == UInt8(ascii: "'") { message = try value(.argument) }
    try endLine()
    return Statement(.expectation(condition, message: message), keyword.through(message?.span ?? span))
  }

  /// A value or a pipeline: an unquoted word that can be a verb is one.
  private mutating func operation(after before: Span) throws(Diagnostic) -> (Operation, Span) {
    guard !isAtVerb, !isAtPipedVariable else {
      let pipeline = try pipeline()
      return (.pipeline(pipeline), pipeline.span)
    }
    let value = try expression(after: before)
    if case .word(let text) = value.form, let literal = text.literal, !Parser.isLiteral(literal) {
      throw .bareText(literal, value.span)
    }
    return (.value(value), value.span)
  }

  /// Whether an unquoted word is a literal: a number, a duration, a time, `true`, `false` or `null`. What is only too large
  /// or not a time of the calendar is reported where it is used.
  static func isLiteral(_ literal: String) -> Bool {
    if constants.contains(literal) || Magnitude(literal) != nil || Duration.isTooLong(literal) { return true }
    return literal.utf8.allSatisfy { Lexer.isDigit($0) || "-:TZ.+".utf8.contains($0) }
      && (literal.utf8.contains(UInt8(ascii: ":")) || literal.split(separator: "-").count == 3)
  }

  static let constants = ["true", "false", "null"]

  /// Names with a built-in meaning.
  static let reservedNames = ["env", "me"]

  private var isAtVerb: Bool {
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-")])
    guard !span.isEmpty, endsHead(at: span.end) else { return false }
    return !Parser.constants.contains(lexer.text(span))
  }

  /// Reads a required name.
  mutating func name(after keyword: Span) throws(Diagnostic) -> Spanned<String> {
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else { throw .missingName(keyword) }
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "_")])
    let following = lexer.byte(at: span.end)
    guard !span.isEmpty, lexer.isBoundary(at: span.end) || following == UInt8(ascii: "=") else {
      let place = try nextCharacter(at: span.end)
      let isSigil = lexer.peek == UInt8(ascii: "$")
      throw .missingName(place, edits: isSigil ? [Diagnostic.Edit(place, "")] : withoutColon(at: span.end))
    }
    lexer.offset = span.end
    return Spanned(lexer.text(span), span)
  }

  private func nextCharacter(at offset: Int) throws(Diagnostic) -> Span {
    var lexer = lexer
    lexer.offset = offset
    try lexer.character(.bare)
    return Span(offset, lexer.offset)
  }

  private func missingEquals(after name: Span) -> Diagnostic {
    guard !lexer.isAtLineEnd else { return .missingEquals(name, edits: []) }
    let span = lexer.chunk(at: lexer.offset)
    return .missingEquals(span, edits: [Diagnostic.Edit(Span(span.start, span.start), "= ")])
  }

  /// The command of the prompt at the cursor, written without a backslash; no verb of the language begins so.
  private func bareMeta() -> Span? {
    let isMark = lexer.peek == UInt8(ascii: "?")
    let span = isMark ? Span(lexer.offset, lexer.offset + 1) : lexer.name(at: lexer.offset, also: [])
    let word = lexer.text(span)
    guard lexer.isBoundary(at: span.end), let command = PromptCommand.named(word), isMark || word == command.name else {
      return nil
    }
    guard !definedVerbs.contains(word) else { return nil }
    var next = span.end
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    if command == .open, Self.namesRow(lexer.text(lexer.chunk(at: next))) { return span }
    let longer = "\(word) \(lexer.text(lexer.name(at: next, also: [])))"
    // 'help' is a verb, too, which knows no commands of the prompt.
    guard command != .help else { return span }
    return Catalog.own.verbs.contains { $0 == word || $0 == longer } ? nil : span
  }

  /// Whether a word is the number of a row, `it` or a reference, none of which is a URL.
  private static func namesRow(_ word: String) -> Bool {
    if word == "it" || word.hasPrefix("@") || ShownRows.numbers(in: word) != nil { return true }
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && ReferenceKind(rawValue: String(parts[0])) != nil && !parts[1].hasPrefix("//")
  }

  /// A command of the prompt.
  private mutating func meta() throws(Diagnostic) -> Statement {
    let start = lexer.offset
    var end = start + 1
    switch lexer.byte(at: end) {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): end += 1
    default: end = lexer.name(at: end, also: [UInt8(ascii: "-")]).end
    }
    guard end > start + 1 else { throw .strayBackslash(Span(start, start + 1)) }
    guard mode == .repl, openers.isEmpty else {
      throw .promptCommandInScript(lexer.text(Span(start, end)), Span(start, end))
    }
    // A program may follow `\!` without a blank; other names need one.
    guard lexer.byte(at: end - 1) == UInt8(ascii: "!") || lexer.isBoundary(at: end) else {
      throw .trailingWords(Span(end, lexer.chunk(at: start).end))
    }
    return try meta(lexer.text(Span(start + 1, end)), Span(start, end))
  }

  /// What follows the name of a command of the prompt.
  private mutating func meta(_ name: String, _ span: Span, isBare: Bool = false) throws(Diagnostic) -> Statement {
    let command = PromptCommand.named(name)
    var meta = Meta(name: name, words: [])
    meta.isBare = isBare
    lexer.offset = span.end
    try lexer.skipBlanks()
    if command == PromptCommand.watch, isAtDuration {
      meta.words = [try value(.plain)]
      try lexer.skipBlanks()
    }
    guard command?.operands == .line || !meta.words.isEmpty, !lexer.isAtLineEnd else {
      meta.words += try plainWords()
      try endLine()
      return Statement(.meta(meta), Span(span.start, meta.words.last?.span.end ?? span.end))
    }
    let line = try deeper(at: span) { (parser) throws(Diagnostic) in try parser.statement() }
    meta.line = [line]
    return Statement(.meta(meta), span.through(line.span))
  }

  /// Whether a duration follows, after which 'watch' takes a line.
  private var isAtDuration: Bool {
    let word = lexer.text(lexer.chunk(at: lexer.offset))
    return Duration(written: word) != nil || Duration.isTooLong(word)
  }
}

extension Diagnostic {
  static func missingValue(_ what: String, _ span: Span) -> Diagnostic {
    Diagnostic(.missingValue, at: span, "\(what) needs a value")
  }

  static func trailingWords(_ span: Span) -> Diagnostic {
    Diagnostic(.trailingWords, at: span, "unexpected words at the end of the line")
  }

  static func badHead(_ span: Span, edits: [Edit] = []) -> Diagnostic {
    Diagnostic(.badHead, at: span, "expected a verb", label: "not a verb", edits: edits)
  }

  static func missingName(_ span: Span, edits: [Edit] = []) -> Diagnostic {
    Diagnostic(.missingName, at: span, "expected a name", label: "a letter, then letters, digits and '_'", edits: edits)
  }

  fileprivate static func reassignment(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.trailingWords, at: span, "\(letHint), without '$'", edits: edits)
  }

  fileprivate static func doubleEquals(_ span: Span) -> Diagnostic {
    Diagnostic(.missingEquals, at: span, "'let' takes one '='; '==' compares", edits: [Edit(span, "=")])
  }

  fileprivate static func missingEquals(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.missingEquals, at: span, "expected '=' after the name", edits: edits)
  }

  static func reservedName(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(.reservedName, at: name.span, "'\(name.value)' is reserved")
  }

  fileprivate static func bareText(_ text: String, _ span: Span) -> Diagnostic {
    if let spaced = text.withSpacedSigns {
      return Diagnostic(
        .opSpacing, at: span, "an operator has a space on each side", edits: [Edit(span, spaced)])
    }
    return Diagnostic(.badHead, at: span, "'\(text)' is neither a verb nor a value").taking(text, span)
  }

  /// The mistake, with what follows `let NAME =` as a constant in capitals, or else as text without its quotes.
  func taking(_ text: String, _ span: Span) -> Diagnostic {
    let word = text.lowercased()
    let constant = ["nil", "none", "undefined"].contains(word) ? "null" : Parser.constants.first { $0 == word }
    var mistake = self
    mistake.label = constant == nil ? "text is written in quotes" : "the constants are true, false and null"
    mistake.edits = [Edit(span, constant ?? "\"\(text)\"")]
    return mistake
  }

  fileprivate static func strayBackslash(_ span: Span) -> Diagnostic {
    Diagnostic(.backslash, at: span, "a backslash continues a line only at its end, after a space")
  }
}

extension String {
  /// The arithmetic of numbers that was meant by a word such as `1+2`; `nil` for other words.
  fileprivate var withSpacedSigns: String? {
    guard let first = utf8.first, let last = utf8.last, Lexer.isDigit(first), Lexer.isDigit(last),
      utf8.allSatisfy({ Lexer.isDigit($0) || "+*/%.".utf8.contains($0) }),
      utf8.contains(where: { "+*/%".utf8.contains($0) })
    else { return nil }
    return map { "+*/%".contains($0) ? " \($0) " : String($0) }.joined()
  }
}
