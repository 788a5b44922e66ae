/// A word that begins a statement in other languages, and how that statement is written here.
///
/// A script may define a verb of the same name, so these words are looked up only where no verb is known.
struct WordOfLanguage: Sendable {
  private let words: [String]
  private let hint: String
  /// What takes the place of the word; `nil` if that is not enough.
  private let replacement: String?
  let role: Role

  /// What its statement does in other languages.
  enum Role: Sendable {
    case plain, opensBlock, closesBlock
    /// It is the name of a program.
    case program
  }

  private init(_ words: String..., hint: String, write replacement: String? = nil, _ role: Role = .plain) {
    (self.words, self.hint, self.replacement, self.role) = (words, hint, replacement, role)
  }

  /// The word, if another language has it.
  static func named(_ word: String) -> WordOfLanguage? { byWord[word] }

  /// The word that a command starts with; one that is also the first word of verbs must name a value.
  static func starting(_ command: Command) -> WordOfLanguage? {
    guard command.verb.value == "set" else { return named(command.verb.value) }
    guard case .setting? = command.arguments.first else { return nil }
    return assigning
  }

  /// The mistake of using the word.
  func diagnostic(of word: Spanned<String>) -> Diagnostic {
    let written = replacement.map { role == .program ? "\($0) \(word.value)" : $0 }
    return .unknownVerb(word, label: hint, edits: written.map { [Diagnostic.Edit(word.span, $0)] } ?? [])
  }

  private static let byWord = Dictionary(
    all.flatMap { foreign in foreign.words.map { ($0, foreign) } }, uniquingKeysWith: { first, _ in first })

  private static let assigning = WordOfLanguage(
    "export", "var", "const", "local", "declare", "val", "setenv", hint: "a value is named with 'let'", write: "let")

  private static let all = [
    WordOfLanguage(
      "until", "loop", "repeat",
      hint: "use 'for' with a list or a range such as 1..10, 'while' with a condition, or 'every' with an interval",
      .opensBlock),
    WordOfLanguage("foreach", hint: "a loop is written with 'for'", write: "for", .opensBlock),
    WordOfLanguage("unless", hint: "a condition is written with 'if' and 'not'", .opensBlock),
    WordOfLanguage("switch", "case", hint: "write one 'if', with an 'else if' for each case", .opensBlock),
    WordOfLanguage(
      "function", "func", "fn", "proc", "sub", hint: "a verb is defined with 'def'", write: "def", .opensBlock),
    WordOfLanguage("begin", hint: "'try' opens the lines whose errors are caught", .opensBlock),
    WordOfLanguage(
      "fi", "done", "esac", "endif", "endfor", "endwhile", "od", hint: "every block ends with 'end'", write: "end",
      .closesBlock),
    WordOfLanguage("then", "do", hint: "the lines of a block follow its first line directly", .opensBlock),
    WordOfLanguage("except", "rescue", hint: "errors of 'try' are handled after 'catch'", write: "catch"),
    assigning,
    WordOfLanguage("where", hint: "a step follows a list, such as 'home'", write: "home | where"),
    WordOfLanguage("clear", "cls", hint: "at the prompt, Ctrl-L clears the screen"),
    WordOfLanguage("history", hint: "at the prompt, Up recalls earlier lines and Ctrl-R searches them"),
    WordOfLanguage("echo", "printf", "puts", hint: "text is printed with 'print'", write: "print"),
    WordOfLanguage(
      "include", "import", "require", "using", hint: "another script is run with 'source'", write: "source"),
    WordOfLanguage("continue", hint: "'next' goes on with the next item of a loop", write: "next"),
    WordOfLanguage("break", hint: "'stop' leaves a loop", write: "stop"),
    WordOfLanguage("sleep", hint: "'wait' takes a time, such as 30s", write: "wait"),
    WordOfLanguage("quit", "bye", hint: "'exit' ends the script or the prompt", write: "exit"),
    WordOfLanguage(
      "cat", "curl", "ls", "grep", "jq", "date", "seq", "sed", "awk", "wget", hint: "programs are run with 'run'",
      write: "run", .program),
  ]
}
