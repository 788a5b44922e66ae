import XCallbackURL

/// The parts of a script that are printed as its tree has them, in the order of the source.
struct LeafCollector {
  /// A part and how it is printed.
  struct Leaf {
    let span: Span
    let token: FormatToken
  }

  private let source: Source
  private(set) var leaves: [Leaf] = []

  init(_ source: Source) {
    self.source = source
  }

  mutating func collect(_ statements: [Statement]) {
    for statement in statements { collect(statement) }
  }

  private mutating func collect(_ statement: Statement) {
    switch statement.form {
    case .assignment(let name, let operation):
      add(name)
      collect(operation)
    case .loop(let loop):
      add(loop.name)
      collect(loop.items)
      collect(loop.settings)
      collect(loop.body)
    case .branch(let branch):
      for arm in branch.arms {
        collect(arm.condition)
        collect(arm.body)
      }
      collect(branch.otherwise ?? [])
    case .attempt(let attempt):
      collect(attempt.body)
      if let name = attempt.handler?.name { add(name) }
      collect(attempt.handler?.body ?? [])
    case .definition(let definition): collect(definition)
    case .scope(let scope):
      collect(scope.value)
      collect(scope.settings)
      collect(scope.body)
    case .expectation(let condition, let message):
      collect(condition)
      if let message { collect(message) }
    case .answer(let operation):
      if let operation { collect(operation) }
    case .show(let variable): collect(Value(.variable(variable), statement.span))
    case .pipeline(let pipeline): collect(pipeline)
    case .meta(let meta):
      for word in meta.words { collect(word) }
      collect(meta.line)
    }
  }

  private mutating func collect(_ definition: Definition) {
    add(definition.verb)
    for input in definition.inputs {
      guard let fallback = input.fallback else {
        add(input.name)
        continue
      }
      addKey(input.name)
      collect(fallback)
    }
    collect(definition.body)
  }

  private mutating func collect(_ operation: Operation) {
    switch operation {
    case .value(let value): collect(value)
    case .pipeline(let pipeline): collect(pipeline)
    }
  }

  private mutating func collect(_ condition: Condition) {
    switch condition {
    case .all(let terms), .any(let terms):
      for term in terms { collect(term) }
    case .not(let term): collect(term)
    case .holds(let value): collect(value)
    case .comparison(let left, let comparator, let right):
      collect(left)
      add(.word(comparator.value.rawValue), at: comparator.span)
      collect(right)
    }
  }

  private mutating func collect(_ pipeline: Pipeline) {
    switch pipeline.first {
    case .command(let command): collect(command)
    case .run(let program): collect(program)
    }
    for program in pipeline.programs { collect(program) }
    if let output = pipeline.output { collect(output.file) }
  }

  private mutating func collect(_ command: Command) {
    // A URL alone on its line stands for its verb too.
    if command.arguments.first?.span != command.verb.span { add(command.verb) }
    for argument in command.arguments {
      switch argument {
      case .value(let value): collect(value)
      case .setting(let setting): collect([setting])
      }
    }
  }

  private mutating func collect(_ program: Program) {
    for word in program.words { collect(word) }
  }

  private mutating func collect(_ settings: [Setting]) {
    for setting in settings {
      switch setting.content {
      case .flag: add(.word(source.text(setting.span)), at: setting.span)
      case .value(let value):
        addKey(setting.key)
        collect(value)
      }
    }
  }

  private mutating func collect(_ value: Value) {
    switch value.form {
    case .list(let values):
      for value in values { collect(value) }
    case .result(let pipeline): collect(pipeline)
    case .string: add(string(value), at: value.span)
    case .word, .reference, .url, .variable:
      let written = source.text(value.span)
      // What stands between single quotes is read as it is, and was put there for that.
      add(.word(written.utf8.last == UInt8(ascii: "'") ? written : value.source), at: value.span)
    }
  }

  private func string(_ value: Value) -> FormatToken {
    let written = source.text(value.span)
    let quotes = String(decoding: written.utf8.prefix(3), as: UTF8.self)
    guard value.span.end - value.span.start > 6, quotes == "\"\"\"" || quotes == "'''" else {
      return .word(quotes.hasPrefix("'") ? written : value.source)
    }
    return .text(quotes: quotes, lines: Self.lines(of: written))
  }

  /// The lines of a text of several lines without the blanks before its closing quotes.
  private static func lines(of written: String) -> [String] {
    var lines = written.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst()
    guard let close = lines.popLast() else { return [] }
    let indentation = close.prefix { Lexer.isBlank($0) }
    return lines.map { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let rest = line.starts(with: indentation) ? line.dropFirst(indentation.count) : line.drop { Lexer.isBlank($0) }
      return String(decoding: Array(rest), as: UTF8.self)
    }
  }

  private mutating func add(_ name: Spanned<String>) {
    add(.word(name.value), at: name.span)
  }

  private mutating func addKey(_ name: Spanned<String>) {
    add(.key("\(name.value)="), at: Span(name.span.start, name.span.end + 1))
  }

  private mutating func add(_ token: FormatToken, at span: Span) {
    leaves.append(Leaf(span: span, token: token))
  }
}
