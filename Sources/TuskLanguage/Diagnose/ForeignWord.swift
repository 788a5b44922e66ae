/// A word that begins a statement in other languages, and how that statement is written here.
///
/// A script may define a verb of the same name, so these words are looked up only where no verb is known.
struct ForeignWord: Sendable {
  private let words: [String]
  private let hint: String
  /// What takes the place of the word; likeliest first.
  fileprivate let replacements: [Replacement]
  /// Whether its statement has an end of its own.
  let opensBlock: Bool

  fileprivate init(_ words: String..., hint: String, _ replacements: Replacement..., opensBlock: Bool = false) {
    self.words = words
    self.hint = hint
    self.replacements = replacements
    self.opensBlock = opensBlock
  }

  fileprivate enum Replacement {
    case word(String)
    /// Another word, for a line with a single condition.
    case condition(String)
    /// Another word, before this one.
    case prefix(String)
    /// Another word, for a line that has no others.
    case alone(String)
    /// `let NAME = VALUE`, with the value as it is or in quotes.
    case assignment, quotedAssignment
    /// Another word, and a unit for the number after it.
    case seconds(String)
  }

  /// Whether it is the name of a program.
  var isProgram: Bool {
    replacements.contains { if case .prefix = $0 { true } else { false } }
  }

  /// Whether it ends a block.
  var closesBlock: Bool {
    replacements.contains { if case .alone(Keyword.end.word) = $0 { true } else { false } }
  }

  /// The word, if it is a foreign one.
  static func named(_ word: String) -> ForeignWord? { byWord[word] }

  /// The foreign word that a command starts with; one that is also the first word of verbs must name a value.
  static func starting(_ command: Command) -> ForeignWord? {
    guard command.verb.value == "set" else { return named(command.verb.value) }
    guard case .setting? = command.arguments.first else { return nil }
    return assigning
  }

  private static let byWord = Dictionary(
    all.flatMap { foreign in foreign.words.map { ($0, foreign) } }, uniquingKeysWith: { first, _ in first })

  private static let assigning = ForeignWord(
    "export", "var", "const", "local", "declare", "val", "setenv", hint: "a value is named with 'let'",
    .assignment, .quotedAssignment)

  private static let all = [
    ForeignWord(
      "while", "until", "loop", "repeat",
      hint: "use 'for' with a list, 'every' with an interval, or 'for' with 'stream' to wait for events",
      opensBlock: true),
    ForeignWord("foreach", hint: "a loop is written with 'for'", .word("for"), opensBlock: true),
    ForeignWord("unless", hint: "a condition is written with 'if' and 'not'", .condition("if not"), opensBlock: true),
    ForeignWord("switch", "case", "match", hint: "write one 'if', with an 'else if' for each case", opensBlock: true),
    ForeignWord(
      "function", "func", "fn", "proc", "sub", hint: "a verb is defined with 'def'", .word("def"), opensBlock: true),
    ForeignWord("begin", hint: "'try' opens the lines whose errors are caught", .word("try"), opensBlock: true),
    ForeignWord(
      "fi", "done", "esac", "endif", "endfor", "endwhile", "od", hint: "every block ends with 'end'", .alone("end")),
    ForeignWord("then", "do", hint: "the lines of a block follow its first line directly", opensBlock: true),
    ForeignWord("except", "rescue", hint: "errors of 'try' are handled after 'catch'", .word("catch")),
    assigning,
    ForeignWord("login", "signin", hint: "'tusk login HOST', outside of the prompt and scripts, signs in"),
    ForeignWord("logout", "signout", hint: "'tusk logout', outside of the prompt and scripts, signs out"),
    ForeignWord("accounts", hint: "'tusk accounts', outside of the prompt and scripts, lists the signed-in accounts"),
    ForeignWord("clear", "cls", hint: "at the prompt, Ctrl-L clears the screen"),
    ForeignWord("history", hint: "at the prompt, Up recalls earlier lines and Ctrl-R searches them"),
    ForeignWord("echo", "printf", "puts", hint: "text is printed with 'print'", .word("print")),
    ForeignWord(
      "include", "import", "require", "using", hint: "another script is run with 'source'", .word("source")),
    ForeignWord("continue", hint: "'next' goes on with the next item of a loop", .alone("next")),
    ForeignWord("break", hint: "'stop' leaves a loop", .alone("stop")),
    ForeignWord("sleep", hint: "'wait' takes a time, such as 30s", .seconds("wait"), .word("wait")),
    ForeignWord("quit", "bye", hint: "'exit' ends the script or the prompt", .alone("exit")),
    ForeignWord(
      "cat", "curl", "ls", "grep", "jq", "date", "seq", "sed", "awk", "wget", hint: "programs are run with 'run'",
      .prefix("run")),
  ]

  /// The mistake of using the word.
  ///
  /// - Parameter end: the end of its line, or of its command.
  func diagnostic(of word: Spanned<String>, through end: Int, in source: Source?) -> Diagnostic {
    let corrections = replacements.compactMap { replacement in
      source.flatMap { replacement.edits(of: word.span, through: end, in: $0) }
    }
    var diagnostic = Diagnostic(.unknownVerb, at: word.span, "unknown verb '\(word.value)'", label: hint)
    diagnostic.edits = corrections.first ?? []
    diagnostic.alternatives = Array(corrections.dropFirst())
    return diagnostic
  }
}

extension ForeignWord.Replacement {
  fileprivate func edits(of word: Span, through end: Int, in source: Source) -> [Diagnostic.Edit]? {
    let rest = source.text(Span(word.end, end)).drop { $0 == " " || $0 == "\t" }
    switch self {
    case .prefix(let other): return [Diagnostic.Edit(Span(word.start, word.start), "\(other) ")]
    case .word(let other): return rest.isEmpty ? nil : [Diagnostic.Edit(word, other)]
    case .condition(let other):
      // The word would bind the first of several conditions only.
      let joins = rest.split(whereSeparator: { " \t()".contains($0) }).contains { ["and", "or"].contains($0) }
      return rest.isEmpty || joins ? nil : [Diagnostic.Edit(word, other)]
    case .alone(let other): return rest.isEmpty ? [Diagnostic.Edit(word, other)] : nil
    case .seconds(let other):
      return rest.isEmpty || !rest.utf8.allSatisfy(Lexer.isDigit)
        ? nil : [Diagnostic.Edit(Span(word.start, end), "\(other) \(rest)s")]
    case .assignment, .quotedAssignment:
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let name = rest[..<equals].filter { $0 != " " }
      let value = Parser.withoutSemicolon(rest[rest.index(after: equals)...].drop { $0 == " " })
      guard !value.isEmpty, Parser.isOneValue(value) else { return nil }
      guard let written = isPlain ? value : AssignedText(value).values.first else { return nil }
      return [Diagnostic.Edit(Span(word.start, end), "let \(name) = \(written)")]
    }
  }

  private var isPlain: Bool {
    guard case .quotedAssignment = self else { return true }
    return false
  }
}
