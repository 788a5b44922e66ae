import XCallbackURL

/// Collects the parts of a script that are printed from its tree, in source order.
struct LeafCollector: SyntaxVisitor {
  /// A part and its token.
  struct Leaf {
    let span: Span
    let token: FormatToken
  }

  private let source: Source
  private(set) var leaves: [Leaf] = []

  init(_ source: Source) {
    self.source = source
  }

  mutating func visit(_ statement: Statement) {
    if case .test(let test) = statement.form {
      visit(test.name)
      visit(test.settings)
      return visit(test.body)
    }
    guard case .parameter(let parameter) = statement.form else { return statement.walk(with: &self) }
    let name = parameter.name
    // The ':' before a kind follows the name directly.
    let isFollowed = source.bytes.indices.contains(name.span.end) && source.bytes[name.span.end] == UInt8(ascii: ":")
    add(.word(name.value + (isFollowed ? ":" : "")), at: Span(name.span.start, name.span.end + (isFollowed ? 1 : 0)))
    if let fallback = parameter.fallback {
      let before = source.bytes[..<fallback.span.start].lastIndex(of: UInt8(ascii: "=")) ?? fallback.span.start
      add(.word("="), at: Span(before, before + 1))
      visit(fallback)
    }
    if let summary = parameter.summary { visit(summary) }
  }

  mutating func visit(_ name: Spanned<String>) {
    add(.word(name.value), at: name.span)
  }

  mutating func visit(_ input: Definition.Input) {
    guard let fallback = input.fallback else { return visit(input.name) }
    addKey(input.name)
    visit(fallback)
  }

  mutating func visit(_ comparator: Spanned<Condition.Comparator>) {
    add(.word(comparator.value.rawValue), at: comparator.span)
  }

  mutating func visit(_ command: Command) {
    // A URL alone on its line has the same span as its verb, and is printed once.
    if command.arguments.first?.span != command.verb.span { visit(command.verb) }
    command.walk(with: &self)
  }

  mutating func visit(_ setting: Setting) {
    switch setting.content {
    case .flag: add(.word(source.text(setting.span)), at: setting.span)
    case .value(let value):
      addKey(setting.key)
      visit(value)
    }
  }

  mutating func visit(_ value: Value) {
    switch value.form {
    case .list, .result: value.walk(with: &self)
    case .arithmetic(let arithmetic):
      visit(arithmetic.left)
      add(.word(arithmetic.sign.value.rawValue), at: arithmetic.sign.span)
      visit(arithmetic.right)
    case .string: add(string(value), at: value.span)
    case .word, .reference, .url, .variable, .range:
      let written = source.text(value.span)
      // Text in single quotes is raw and is kept as written.
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

  /// The lines of a multi-line text without the indentation of its closing quotes.
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

  private mutating func addKey(_ name: Spanned<String>) {
    add(.key("\(name.value)="), at: Span(name.span.start, name.span.end + 1))
  }

  private mutating func add(_ token: FormatToken, at span: Span) {
    leaves.append(Leaf(span: span, token: token))
  }
}
