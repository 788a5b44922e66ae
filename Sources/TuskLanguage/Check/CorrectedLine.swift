/// A line after a correction, in the source that it is part of.
struct CorrectedLine {
  let source: Source
  let span: Span
  let statements: [Statement]
  /// The line before the correction.
  private let typed: String
  private let edits: [Diagnostic.Edit]

  init(source: Source, span: Span, parsed: Parser.Recovered, typed: String, edits: [Diagnostic.Edit]) {
    (self.source, self.span, self.typed, self.edits) = (source, span, typed, edits)
    statements = parsed.statements
  }

  /// Whether the correction wrote this, rather than the person.
  fileprivate func isNew(_ text: String) -> Bool { !typed.contains(text) && isWritten(text) }

  /// Whether the correction wrote this, new or again.
  fileprivate func isWritten(_ text: String) -> Bool { edits.contains { $0.text.contains(text) } }
}

extension Checker {
  /// The edits of a corrected line that write a `$` before each name in scope, so that the correction does not turn
  /// variables into their names; `nil` if the line means something else than what was typed.
  func sigils(on line: CorrectedLine) -> [Diagnostic.Edit]? {
    var words = LineWords(checker: self, line: line)
    words.visit(line.statements)
    let names = names(inScopeOf: line)
    let forgotten = words.names.filter { names.contains($0.name) }
    guard !words.hasCommandInList, words.texts.allSatisfy(names.isDisjoint) else { return nil }
    // A line that mixes names and other words may have been meant as either.
    guard forgotten.isEmpty || forgotten.count == words.names.count else { return nil }
    return forgotten.map { Diagnostic.Edit($0.span, "$\($0.spelling)") }
  }

  private func names(inScopeOf line: CorrectedLine) -> Set<String> {
    var scope = ScopeNames(offset: line.span.start, names: Set(names.all))
    scope.visit(line.statements)
    return scope.names
  }

  /// Whether a word starts a command rather than a list of words.
  fileprivate func startsCommand(_ word: String) -> Bool {
    firstWords.contains(word) || definitions[word] != nil || Keyword.named(word) != nil
      || ForeignWord.named(word)?.isProgram ?? false
  }
}

/// Collects the names that earlier statements give, as far as a line sees them.
private struct ScopeNames: SyntaxVisitor {
  let offset: Int
  var names: Set<String>

  mutating func visit(_ statement: Statement) {
    guard statement.span.start < offset else { return }
    let isAround = statement.span.end > offset
    switch statement.form {
    case .loop(let loop):
      if isAround { visit(loop.name) }
      visit(loop.body)
    case .definition(let definition):
      guard isAround else { return }
      for input in definition.inputs { visit(input.name) }
      visit(definition.body)
    default: statement.walk(with: &self)
    }
  }

  mutating func visit(_ name: Spanned<String>) {
    if name.span.start < offset { names.insert(name.value) }
  }

  // Only statements give names.
  mutating func visit(_ condition: Condition) {}
  mutating func visit(_ pipeline: Pipeline) {}
  mutating func visit(_ setting: Setting) {}
  mutating func visit(_ value: Value) {}
}

/// Collects the words of a line that could be the names of variables.
private struct LineWords: SyntaxVisitor {
  let checker: Checker
  let line: CorrectedLine
  /// Unquoted words, and whole texts that the correction quoted.
  var names: [Name] = []
  /// The words of each longer text that the correction quoted.
  var texts: [Set<String>] = []
  /// Whether the correction made a list of the words of a command.
  var hasCommandInList = false

  /// A name with the fields after it, where only its `$` is missing.
  struct Name {
    let name: String
    let spelling: String
    let span: Span
  }

  mutating func visit(_ command: Command) {
    let verb = checker.definitions[command.verb.value] == nil ? checker.verb(of: command) : nil
    for argument in command.arguments.dropFirst(verb?.length ?? 0) {
      switch argument {
      case .value(let value): visit(value)
      case .setting(let setting): visit(setting)
      }
    }
  }

  /// The word of a setting is a name only if the correction wrote it, because most are choices.
  mutating func visit(_ setting: Setting) {
    if let value = setting.value, line.isWritten(line.source.text(value.span)) { visit(value) }
  }

  mutating func visit(_ program: Program) {}

  mutating func visit(_ value: Value) {
    guard line.span.start <= value.span.start, value.span.end <= line.span.end else { return value.walk(with: &self) }
    switch value.form {
    case .word(let text): if let word = text.literal { add(word, value.span) }
    case .string(let text): if let literal = text.literal { add(quoted: literal, value.span) }
    case .list(let values):
      if line.isNew("["), let word = values.first?.literalWord, checker.startsCommand(word) { hasCommandInList = true }
      visit(values)
    case .result, .reference, .url, .variable: value.walk(with: &self)
    }
  }

  private mutating func add(_ word: String, _ span: Span) {
    guard let name = word.nameOfPath else { return }
    names.append(Name(name: name, spelling: word, span: span))
  }

  private mutating func add(quoted text: String, _ span: Span) {
    guard !text.isEmpty, line.isNew(line.source.text(span)) else { return }
    guard text.nameOfPath == nil else { return add(text, span) }
    texts.append(Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)))
  }
}

extension String {
  /// The name of the variable that this would be with a `$` before it: `n` of `n.kind`; `nil` if it would be none.
  var nameOfPath: String? {
    guard !Parser.constants.contains(self) else { return nil }
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    guard let name = parts.first, let first = name.utf8.first, Lexer.isLetter(first), parts.allSatisfy(\.isFieldName)
    else { return nil }
    return String(name)
  }
}

extension Substring {
  fileprivate var isFieldName: Bool {
    !isEmpty && utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "_") }
  }
}
