/// The words that open, part, close or stand for a statement and can therefore name no verb.
enum Keyword: String, CaseIterable {
  case assignment = "let"
  case loop = "for"
  case branch = "if"
  case attempt = "try"
  case definition = "def"
  case once, every, at
  case account = "as"
  case expectation = "expect"
  case answer = "return"
  case run, end
  case otherwise = "else"
  case handler = "catch"
}

extension Parser {
  /// Reads one statement that starts here, up to the end of its last line.
  mutating func statement() throws(Diagnostic) -> Statement {
    if lexer.peek == UInt8(ascii: "\\") { return try meta() }
    if mode == .repl, openers.isEmpty, let word = bareMeta() { return try meta(word.command, after: word.span) }
    if lexer.peek == UInt8(ascii: "$") { return try show() }
    guard let (keyword, span) = keyword() else { return try pipelineStatement() }
    switch keyword {
    case .run: return try pipelineStatement()
    case .assignment: return try assignment(span)
    case .loop: return try loop(span)
    case .branch: return try branch(span)
    case .attempt: return try attempt(span)
    case .definition: return try definition(span)
    case .once: return try scope(.once, span)
    case .every: return try scope(.every, span)
    case .at: return try scope(.at, span)
    case .account: return try scope(.account, span)
    case .expectation: return try expectation(span)
    case .answer: return try answer(span)
    case .end: throw .stray(.strayEnd, "end", span, "closes nothing")
    case .otherwise: throw .stray(.strayElse, "else", span, "belongs to no 'if'")
    case .handler: throw .stray(.strayCatch, "catch", span, "belongs to no 'try'")
    }
  }

  /// The keyword that stands here as a whole word.
  func keyword() -> (Keyword, Span)? {
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    guard lexer.isBoundary(at: span.end), let keyword = Keyword(rawValue: lexer.text(span)) else { return nil }
    return (keyword, span)
  }

  /// Reads the end of a line, where nothing may stand any more.
  mutating func endLine() throws(Diagnostic) {
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else {
      lexer.offset += lexer.lineEnd(at: lexer.offset) ?? 0
      return
    }
    throw .trailingWords(try trailingSpan())
  }

  /// What stands at the end of a line, as one word.
  mutating func trailingSpan() throws(Diagnostic) -> Span {
    switch lexer.peek {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return Span(lexer.offset, lexer.offset + 1)
    default: return try value(.argument).span
    }
  }

  private mutating func pipelineStatement() throws(Diagnostic) -> Statement {
    let pipeline = try pipeline()
    try endLine()
    return Statement(.pipeline(pipeline), pipeline.span)
  }

  /// A variable that is alone on its line.
  private mutating func show() throws(Diagnostic) -> Statement {
    let value = try value(.argument)
    guard case .variable(let variable) = value.form else { throw .badHead(value.span) }
    try endLine()
    return Statement(.show(variable), value.span)
  }

  private mutating func assignment(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    let name = try name(after: keyword)
    guard !Parser.reservedNames.contains(name.value) else { throw .reservedName(name) }
    try lexer.skipBlanks()
    let equals = Span(lexer.offset, lexer.offset + 1)
    guard lexer.take(UInt8(ascii: "=")) else { throw missingEquals(after: name.span) }
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else { throw .missingValue("'let'", equals) }
    let (operation, end) = try operation()
    try endLine()
    return Statement(.assignment(name: name, operation), keyword.through(end))
  }

  private mutating func answer(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else {
      try endLine()
      return Statement(.answer(nil), keyword)
    }
    let (operation, end) = try operation()
    try endLine()
    return Statement(.answer(operation), keyword.through(end))
  }

  private mutating func expectation(_ keyword: Span) throws(Diagnostic) -> Statement {
    lexer.offset = keyword.end
    let (condition, span) = try condition(after: keyword)
    try lexer.skipBlanks()
    var message: Value?
    if lexer.peek == UInt8(ascii: "\"") || lexer.peek == UInt8(ascii: "'") { message = try value(.argument) }
    try endLine()
    return Statement(.expectation(condition, message: message), keyword.through(message?.span ?? span))
  }

  /// A value, or what a pipeline gives: a bare word that could be a verb is one.
  private mutating func operation() throws(Diagnostic) -> (Operation, Span) {
    guard !isAtVerb else {
      let pipeline = try pipeline()
      return (.pipeline(pipeline), pipeline.span)
    }
    let value = try value(.argument)
    if case .word(let text) = value.form, let literal = text.literal, !Parser.isSelfExplaining(literal) {
      throw .bareText(literal, value.span)
    }
    return (.value(value), value.span)
  }

  /// Whether a bare word says by itself what it is: a number, a duration, a time, `true`, `false` or `null`.
  private static func isSelfExplaining(_ literal: String) -> Bool {
    let digits = literal.utf8.first == UInt8(ascii: "-") ? literal.utf8.dropFirst() : literal.utf8[...]
    return digits.first.map(Lexer.isDigit) ?? false || constants.contains(literal)
  }

  private static let constants = ["true", "false", "null"]

  /// Names that the shell gives a meaning.
  static let reservedNames = ["env", "me"]

  private var isAtVerb: Bool {
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-")])
    guard !span.isEmpty, endsHead(at: span.end) else { return false }
    return !Parser.constants.contains(lexer.text(span))
  }

  /// Reads a name that is expected here.
  mutating func name(after keyword: Span) throws(Diagnostic) -> Spanned<String> {
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else { throw .missingName(keyword) }
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "_")])
    let following = lexer.byte(at: span.end)
    guard !span.isEmpty, lexer.isBoundary(at: span.end) || following == UInt8(ascii: "=") else {
      throw .missingName(try nextCharacter(at: span.end))
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

  /// The word that is a command of the prompt without a backslash: `?`, and `quit` alone on its line.
  private func bareMeta() -> (command: PromptCommand, span: Span)? {
    let start = lexer.offset
    if lexer.peek == UInt8(ascii: "?") {
      return lexer.isBoundary(at: start + 1) ? (.help, Span(start, start + 1)) : nil
    }
    let span = lexer.name(at: start, also: [UInt8(ascii: "-")])
    guard lexer.text(span) == "quit" else { return nil }
    var end = span.end
    while Lexer.isBlank(lexer.byte(at: end)) { end += 1 }
    return end == lexer.bytes.count || lexer.lineEnd(at: end) != nil ? (.quit, span) : nil
  }

  private mutating func meta(_ command: PromptCommand, after name: Span) throws(Diagnostic) -> Statement {
    lexer.offset = name.end
    let words = try plainWords()
    try endLine()
    return Statement(.meta(Meta(name: command.rawValue, words: words)), name.through(words.last?.span ?? name))
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
    // A program may stand right behind `\!`; other names end where a word does.
    guard lexer.byte(at: end - 1) == UInt8(ascii: "!") || lexer.isBoundary(at: end) else {
      throw .trailingWords(Span(end, lexer.chunk(at: start).end))
    }
    let (name, span) = (lexer.text(Span(start + 1, end)), Span(start, end))
    lexer.offset = end
    try lexer.skipBlanks()
    guard name == PromptCommand.url.rawValue, !lexer.isAtLineEnd else {
      let words = try plainWords()
      try endLine()
      return Statement(.meta(Meta(name: name, words: words)), Span(start, words.last?.span.end ?? end))
    }
    let line = try deeper(at: span) { (parser) throws(Diagnostic) in try parser.statement() }
    return Statement(.meta(Meta(name: name, words: [], line: [line])), span.through(line.span))
  }
}

extension Diagnostic {
  static func missingValue(_ what: String, _ span: Span) -> Diagnostic {
    Diagnostic(.missingValue, at: span, "\(what) wants a value")
  }

  static func trailingWords(_ span: Span) -> Diagnostic {
    Diagnostic(.trailingWords, at: span, "the line should end before this")
  }

  static func badHead(_ span: Span, edits: [Edit] = []) -> Diagnostic {
    Diagnostic(.badHead, at: span, "a line starts with a verb", label: "not a verb", edits: edits)
  }

  fileprivate static func stray(_ kind: Kind, _ word: String, _ span: Span, _ reason: String) -> Diagnostic {
    Diagnostic(kind, at: span, "this '\(word)' \(reason)")
  }

  fileprivate static func missingName(_ span: Span) -> Diagnostic {
    Diagnostic(.missingName, at: span, "a name is missing here", label: "letters, digits and '_', a letter first")
  }

  fileprivate static func missingEquals(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.missingEquals, at: span, "'let' wants '=' after its name", edits: edits)
  }

  fileprivate static func reservedName(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(.reservedName, at: name.span, "'\(name.value)' already names something")
  }

  fileprivate static func bareText(_ text: String, _ span: Span) -> Diagnostic {
    let isQuotable = !text.contains("\"")
    return Diagnostic(
      .badHead, at: span, "'\(text)' is neither a verb nor a value", label: "text stands in quotes",
      edits: isQuotable ? [Edit(span, "\"\(text)\"")] : [])
  }

  fileprivate static func strayBackslash(_ span: Span) -> Diagnostic {
    Diagnostic(.backslash, at: span, "a backslash continues a line only after a blank and at its end")
  }
}
