import XCallbackURL

extension Parser {
  mutating func loop(_ keyword: Span) throws(Diagnostic) -> Statement {
    let header = try header(keyword) { parser throws(Diagnostic) in
      let name = try parser.name(after: keyword)
      let items = try parser.items(after: name.span)
      return (name: name, items: items, settings: try parser.settings())
    }
    let (body, end) = try body(of: .loop, keyword)
    let loop = header.map { Loop(name: $0.name, items: $0.items, settings: $0.settings, body: body) }
    return statement(loop.map(Statement.Form.loop), keyword.through(end))
  }

  private mutating func items(after name: Span) throws(Diagnostic) -> Value {
    try lexer.skipBlanks()
    let span = lexer.chunk(at: lexer.offset)
    let word = lexer.text(span)
    guard !lexer.isAtLineEnd, word == "in" else {
      throw .missingIn(span.isEmpty ? name : span, isOther: ["of", "from", "="].contains(word))
    }
    lexer.offset = span.end
    try lexer.skipBlanks()
    guard !lexer.isAtLineEnd else { throw .missingValue("'in'", span) }
    if let range = try range() { return range }
    let region = prose(from: lexer.offset)
    let value = try value(.argument)
    if case .list(let items) = value.form, items.count == 1, let range = rangeInBrackets(items[0]) {
      throw .rangeInBrackets(value.span, range)
    }
    switch value.form {
    case .variable, .list, .result, .range: return value
    case .word, .string, .reference, .url, .arithmetic:
      throw .forNeedsList(value, text: lexer.text(value.span), command: region.map { Spanned(lexer.text($0), $0) })
    }
  }

  /// The text of a range that is an item of a list.
  private func rangeInBrackets(_ item: Value) -> String? {
    var parser = self
    parser.lexer.offset = item.span.start
    guard case .word = item.form, (try? parser.range()) ?? nil != nil else { return nil }
    return lexer.text(item.span)
  }

  mutating func repetition(_ keyword: Span) throws(Diagnostic) -> Statement {
    let header = try header(keyword) { parser throws(Diagnostic) in
      let (condition, span) = try parser.condition(after: keyword)
      let settings = try parser.settings()
      guard !settings.isEmpty else { throw .missingLimit(span) }
      return (condition: condition, settings: settings)
    }
    let (body, end) = try body(of: .repetition, keyword)
    let repetition = header.map { Repetition(condition: $0.condition, settings: $0.settings, body: body) }
    return statement(repetition.map(Statement.Form.repetition), keyword.through(end))
  }

  mutating func scriptTest(_ keyword: Span) throws(Diagnostic) -> Statement {
    let header = try header(keyword) { parser throws(Diagnostic) in
      try parser.lexer.skipBlanks()
      guard !parser.lexer.isAtLineEnd else { throw .missingValue("'test'", keyword) }
      return (name: try parser.value(.argument), settings: try parser.settings())
    }
    let (body, end) = try body(of: .test, keyword)
    let test = header.map { ScriptTest(name: $0.name, settings: $0.settings, body: body) }
    return statement(test.map(Statement.Form.test), keyword.through(end))
  }

  mutating func scope(_ kind: Scope.Kind, _ span: Span) throws(Diagnostic) -> Statement {
    let header = try header(span) { parser throws(Diagnostic) in
      try parser.lexer.skipBlanks()
      guard !parser.lexer.isAtLineEnd else { throw .missingValue("'\(kind.keyword.word)'", span) }
      return (value: try parser.value(.argument), settings: try parser.settings())
    }
    let (body, end) = try body(of: kind.keyword, span)
    let scope = header.map { Scope(kind: kind, value: $0.value, settings: $0.settings, body: body) }
    return statement(scope.map(Statement.Form.scope), span.through(end))
  }

  /// A `once` block, or a `once` with a request on its line.
  mutating func once(_ span: Span) throws(Diagnostic) -> Statement {
    var line: Statement?
    let header = try header(span) { parser throws(Diagnostic) in
      try parser.lexer.skipBlanks()
      guard !parser.lexer.isAtLineEnd else { throw .missingValue("'once'", span) }
      let (value, settings) = (try parser.value(.argument), try parser.leadingSettings())
      if !parser.lexer.isAtLineEnd { line = try parser.request() }
      return (value: value, settings: settings)
    }
    if let line {
      let scope = header.map { Scope(kind: .once, value: $0.value, settings: $0.settings, body: [line], isLine: true) }
      return statement(scope.map(Statement.Form.scope), span.through(line.span))
    }
    let (body, end) = try body(of: .once, span)
    let scope = header.map { Scope(kind: .once, value: $0.value, settings: $0.settings, body: body) }
    return statement(scope.map(Statement.Form.scope), span.through(end))
  }

  /// A URL to open, or `let NAME =` before one.
  private mutating func request() throws(Diagnostic) -> Statement {
    guard case (.assignment, let keyword)? = keyword() else {
      let pipeline = try pipeline()
      guard pipeline.opensURL else { throw .notARequest(pipeline.span) }
      return Statement(.pipeline(pipeline), pipeline.span)
    }
    let statement = try assigned(keyword)
    guard case .assignment(_, .pipeline(let pipeline)) = statement.form, pipeline.opensURL else {
      throw .notARequest(statement.span)
    }
    return statement
  }

  mutating func definition(_ keyword: Span) throws(Diagnostic) -> Statement {
    let header = try header(keyword) { parser throws(Diagnostic) in
      (verb: try parser.definedVerb(after: keyword), inputs: try parser.inputs())
    }
    let (body, end) = try body(of: .definition, keyword)
    let definition = header.map { Definition(verb: $0.verb, inputs: $0.inputs, body: body) }
    return statement(definition.map(Statement.Form.definition), keyword.through(end))
  }

  private mutating func definedVerb(after keyword: Span) throws(Diagnostic) -> Spanned<String> {
    try lexer.skipBlanks()
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-")])
    guard !span.isEmpty, lexer.isBoundary(at: span.end) else {
      if !span.isEmpty, lexer.byte(at: span.end) == UInt8(ascii: "(") { throw inParentheses(after: span, .missingName) }
      throw .missingVerb(lexer.isAtLineEnd ? keyword : lexer.chunk(at: lexer.offset))
    }
    let verb = lexer.text(span)
    if Keyword.named(verb)?.isDefinable == true { definedKeywords.insert(verb) }
    guard self.keyword(verb) == nil, !Parser.reservedVerbs.contains(verb) else { throw .reservedVerb(verb, span) }
    lexer.offset = span.end
    return Spanned(verb, span)
  }

  /// Words other than keywords that cannot be defined as verbs.
  private static let reservedVerbs = Catalog.leavingVerbs + operatorWords + constants

  private mutating func inputs() throws(Diagnostic) -> [Definition.Input] {
    var inputs: [Definition.Input] = []
    try lexer.skipBlanks()
    while !lexer.isAtLineEnd {
      let name = try name(after: Span(lexer.offset, lexer.offset))
      guard !inputs.contains(where: { $0.name.value == name.value }) else { throw .repeatedInput(name) }
      var fallback: Value?
      if lexer.take(UInt8(ascii: "=")) {
        guard !lexer.isBoundary(at: lexer.offset) else {
          throw .missingValue("'\(name.value)='", Span(name.span.start, lexer.offset))
        }
        fallback = try value(.argument)
      }
      inputs.append(Definition.Input(name: name, fallback: fallback))
      try lexer.skipBlanks()
    }
    return inputs
  }
}

extension Pipeline {
  /// Whether it does nothing but open a URL.
  fileprivate var opensURL: Bool {
    guard case .command(let command) = first, programs.isEmpty, output == nil else { return false }
    return command.verb.value == "open"
  }
}

extension Diagnostic {
  fileprivate static func rangeInBrackets(_ span: Span, _ range: String) -> Diagnostic {
    Diagnostic(.forNeedsList, at: span, "a range has no brackets round it", edits: [Edit(span, range)])
  }

  fileprivate static func missingLimit(_ span: Span) -> Diagnostic {
    Diagnostic(
      .missingArg, at: Span(span.end, span.end), "'while' requires limit=N (the maximum number of rounds)",
      label: "limit=…")
  }

  fileprivate static func notARequest(_ span: Span) -> Diagnostic {
    Diagnostic(
      .trailingWords, at: span,
      "only a URL to open fits on the line of 'once'; put other commands between 'once' and 'end'")
  }

  fileprivate static func missingIn(_ span: Span, isOther: Bool) -> Diagnostic {
    Diagnostic(.missingIn, at: span, "expected 'in' after the name", edits: isOther ? [Edit(span, "in")] : [])
  }

  /// - Parameter command: the words after `in`, which may have been meant as a command.
  fileprivate static func forNeedsList(_ value: Value, text: String, command: Spanned<String>?) -> Diagnostic {
    Diagnostic(
      .forNeedsList, at: value.span, "'for' needs a list, a variable or a command in ( )",
      label: listHint(for: value, text), edits: command.map { [Edit($0.span, "(\($0.value))")] } ?? [])
  }

  /// How to write what is more than a word in other shells, or was meant as the items within it.
  fileprivate static func listHint(for value: Value, _ text: String) -> String? {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
    if numbers.count == 2, let first = Int(numbers[0]), let last = Int(numbers[1]) {
      return "a range is written \(first)..\(last)"
    }
    if text.contains("*") || text.contains("?") { return "names of files are not expanded; write them out in [ ]" }
    guard case .reference(let reference) = value.form else { return nil }
    switch reference.kind {
    case .file: return "the lines of a file are written (read lines \(text))"
    case .list: return "a list on the server is one item; write the command that returns its items in ( )"
    default: return nil
    }
  }

  fileprivate static func missingVerb(_ span: Span) -> Diagnostic {
    Diagnostic(.missingName, at: span, "'def' needs a verb", label: "a letter, then letters, digits and '-'")
  }

  fileprivate static func reservedVerb(_ verb: String, _ span: Span) -> Diagnostic {
    Diagnostic(.reservedName, at: span, "'\(verb)' is reserved and cannot be defined")
  }

  fileprivate static func repeatedInput(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(.duplicateParam, at: name.span, "'\(name.value)' is declared twice")
  }
}
