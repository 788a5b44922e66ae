package import XCallbackURL

/// A word of the language that begins, continues or closes a statement, and everything known about it.
///
/// The parser, the checker, completion, the formatter, help and the manual read this table; a keyword is declared once.
package struct Keyword: Sendable {
  package let word: String
  /// The syntax in lines; empty for a word that is part of another keyword's syntax.
  package let usage: [String]
  package let summary: String
  /// The parameters allowed at the end of its line.
  package let settings: [Parameter]
  let block: BlockRole
  let command: CommandPlace
  /// Reads the statement whose keyword has this span.
  let parse: Parse

  typealias Parse = @Sendable (_ parser: inout Parser, _ span: Span) throws(Diagnostic) -> Statement

  /// What a keyword does to the block structure.
  enum BlockRole {
    /// The statement ends with its line.
    case line
    case opens
    /// Closes the lines before it and opens others in the same statement.
    case continues
    case closes
  }

  /// Where a Tusk command can start on the keyword's line.
  enum CommandPlace {
    case nowhere, afterKeyword
    /// After `NAME =`.
    case afterEqualsSign
  }

  private init(
    _ word: String, usage: String = "", _ summary: String, _ settings: Parameter..., block: BlockRole = .line,
    command: CommandPlace = .nowhere, parse: @escaping Parse
  ) {
    self.word = word
    self.usage = usage.split(separator: "\n").map(String.init)
    self.summary = summary
    self.settings = settings
    self.block = block
    self.command = command
    self.parse = parse
  }

  /// Every keyword, in the order of help and the manual.
  package static let all = [
    parameter, assignment, loop, repetition, branch, attempt, definition, answer, once, account, every, at, expectation,
    test, run,
    programTrial,
    end,
    otherwise, handler,
  ]

  /// The keywords with a syntax of their own.
  package static let documented = all.filter { !$0.usage.isEmpty }

  /// The keyword spelled this way; `nil` for other words.
  package static func named(_ word: String) -> Keyword? { byWord[word] }

  private static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// Whether a script may define a verb of this name, because scripts that did so are older than the keyword.
  var isDefinable: Bool { self == .programTrial || self == .test }

  /// Whether the keyword is for scripts and their tests only, so that the prompt does not offer it.
  var isForScripts: Bool { self == .parameter || self == .expectation || self == .test }

  /// Whether the keyword continues or closes a block, so that its line is part of an earlier statement.
  var needsOpenBlock: Bool { block == .continues || block == .closes }

  /// The span of the keyword in a statement that starts at this offset.
  package func span(at start: Int) -> Span { Span(start, start + word.utf8.count) }
}

extension Keyword: Equatable {
  package static func == (left: Keyword, right: Keyword) -> Bool { left.word == right.word }
}

extension Keyword {
  static let parameter = Keyword(
    "param", usage: "param NAME[: KIND] [= VALUE] [TEXT]",
    "Names an argument of the script, which is given by position or as NAME=VALUE; at the start of a script."
  ) { parser, span throws(Diagnostic) in try parser.scriptParameter(span) }

  static let assignment = Keyword(
    "let", usage: "let NAME = VALUE\nlet NAME = VERB …", "Names a value until the end of the script or verb.",
    command: .afterEqualsSign
  ) { parser, span throws(Diagnostic) in try parser.assignment(span) }

  package static let loop = Keyword(
    "for", usage: "for NAME in LIST\n  …\nend", "Runs its lines for each item of a list.",
    Parameter("parallel", .integer(1...64), "how many items to process at once, each with its own copy of the names"),
    Parameter("once", .text, "text that identifies the item; items that were completed before are skipped"),
    Parameter("on-error", .choice(failures), "stop at a failing item or skip it (default: stop)"),
    Parameter("limit", .integer(1...Int.max), "the maximum number of items to run"),
    Parameter("pace", .duration, "the minimum time between the starts of two items"),
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.loop(span) }

  private static let failures = Choices(
    ["stop", "skip"], meanings: ["stop": "ends the script", "skip": "goes on with the next item"])

  package static let repetition = Keyword(
    "while", usage: "while CONDITION limit=N\n  …\nend",
    "Runs its lines as long as a condition is true. It is an error if that is still so after N rounds.",
    Parameter("limit", .integer(1...Int.max), isRequired: true, "the maximum number of rounds"), block: .opens
  ) { parser, span throws(Diagnostic) in try parser.repetition(span) }

  static let branch = Keyword(
    "if", usage: "if CONDITION\n  …\n[else if CONDITION\n  …]\n[else\n  …]\nend", "Runs lines if a condition is true.",
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.branch(span) }

  static let attempt = Keyword(
    "try", usage: "try\n  …\n[catch [NAME]\n  …]\nend", "Catches an error; NAME is the error after 'catch'.",
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.attempt(span) }

  static let definition = Keyword(
    "def", usage: "def VERB [NAME …] [NAME=VALUE …]\n  …\nend", "Defines a verb.", block: .opens
  ) { parser, span throws(Diagnostic) in try parser.definition(span) }

  static let answer = Keyword(
    "return", usage: "return\nreturn VALUE\nreturn VERB …", "Returns from a verb, with a value if one is given.",
    command: .afterKeyword
  ) { parser, span throws(Diagnostic) in try parser.answer(span) }

  static let once = Keyword(
    "once", usage: "once TEXT\n  …\nend\nonce TEXT [of=NAME] [effect=N] [as=@USER@HOST] URL",
    "Runs its lines unless they were completed before with the same text. With a URL on its line, it makes one request "
      + "of such a block; a rehearsal prints these.",
    Parameter("of", .text, "the script that the block belongs to (default: this one)"),
    Parameter("effect", .text, "which of the block's requests of this kind it is (default: 1)"),
    Parameter("as", .acct, "the account that acts (default: the current one)"),
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.once(span) }

  static let account = Keyword(
    "as", usage: "as @USER@HOST\n  …\nend", "Runs its lines as another signed-in account.", block: .opens
  ) { parser, span throws(Diagnostic) in try parser.scope(.account, span) }

  static let every = Keyword(
    "every", usage: "every DURATION\n  …\nend",
    "Runs its lines when first started and then at each interval, across restarts.",
    Parameter("jitter", .duration, "the maximum random delay of each run"),
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.scope(.every, span) }

  private static let days = Choices(
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    elsewhere: [
      "mon": "monday Monday Mon", "tue": "tuesday Tuesday Tue tues", "wed": "wednesday Wednesday Wed",
      "thu": "thursday Thursday Thu thurs", "fri": "friday Friday Fri", "sat": "saturday Saturday Sat",
      "sun": "sunday Sunday Sun",
    ],
    meanings: [
      "mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday", "sat": "Saturday",
      "sun": "Sunday",
    ])

  static let at = Keyword(
    "at", usage: "at HH:MM\n  …\nend", "Runs its lines at a time of day; if runs were missed, runs once at start.",
    Parameter("zone", .text, "the time zone, such as Europe/Berlin (default: this machine's)"),
    Parameter(
      "days", .choice(days), isRepeatable: true,
      "the days to run on (default: every day)"),
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.scope(.at, span) }

  static let expectation = Keyword(
    "expect", usage: "expect CONDITION [TEXT]", "Ends the script with an error unless the condition is true."
  ) { parser, span throws(Diagnostic) in try parser.expectation(span) }

  /// The accounts and statuses that a test begins with.
  private static let worlds = Choices(
    ["sample", "empty"], elsewhere: ["sample": "default seed full", "empty": "none new blank"],
    meanings: ["sample": "accounts and statuses to try things with", "empty": "only your account"])

  package static let test = Keyword(
    "test", usage: "test TEXT\n  …\nend",
    "Tests a script: 'tusk test FILE' runs its lines in a sandbox of its own, in which waits take no time. A run skips "
      + "them.",
    Parameter("clock", .time, "the time at which the clock begins (default: now)"),
    Parameter(
      "world", .choice(worlds), "what the sandbox has at the start: sample content, or nothing (default: sample)"),
    block: .opens
  ) { parser, span throws(Diagnostic) in try parser.scriptTest(span) }

  static let run = Keyword(
    "run", usage: "run PROGRAM [WORD …]", "Runs a program on this machine, without a shell."
  ) { parser, _ throws(Diagnostic) in try parser.pipelineStatement() }

  static let programTrial = Keyword(
    "attempt", usage: "attempt PROGRAM [WORD …]",
    "Runs a program, and returns its exit status, its output and its errors, even if it fails."
  ) { parser, _ throws(Diagnostic) in try parser.pipelineStatement() }

  package static let end = Keyword("end", "Closes a block.", block: .closes) { _, span throws(Diagnostic) in
    throw .stray(.strayEnd, "end", span, without: "an open block")
  }

  static let otherwise = Keyword(
    "else", "Starts the lines that run if no condition of an 'if' is true.", block: .continues
  ) { parser, span throws(Diagnostic) in throw parser.stray(.strayElse, span, of: .branch, has: "an 'else'") }

  static let handler = Keyword(
    "catch", "Starts the lines that run after an error in a 'try'.", block: .continues
  ) { parser, span throws(Diagnostic) in throw parser.stray(.strayCatch, span, of: .attempt, has: "a 'catch'") }
}

extension Parser {
  /// The mistake of a word that continues a block, outside of such a block or a second time in it.
  fileprivate func stray(_ kind: Diagnostic.Kind, _ span: Span, of opener: Keyword, has word: String) -> Diagnostic {
    guard openers.last?.keyword == opener else {
      return .stray(kind, lexer.text(span), span, without: "'\(opener.word)'")
    }
    return Diagnostic(kind, at: span, "this '\(opener.word)' already has \(word)")
  }
}

extension Diagnostic {
  fileprivate static func stray(_ kind: Kind, _ word: String, _ span: Span, without missing: String) -> Diagnostic {
    Diagnostic(kind, at: span, "'\(word)' without \(missing)")
  }
}

extension Pipeline {
  /// The keyword of a line that runs a program, if a script may use the keyword as the name of a verb.
  package var keywordOfProgram: Spanned<String>? {
    guard case .attempt(let program) = first else { return nil }
    let word = Keyword.programTrial.word
    return Spanned(word, Span(program.span.start, program.span.start + word.utf8.count))
  }
}

extension Diagnostic {
  /// A keyword that runs a program, where a script has a verb of this name: the line was read before the verb was known.
  package static func keywordForVerb(_ keyword: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .reservedName, at: keyword.span,
      "'\(keyword.value)' runs a program here, although a verb of this name is defined elsewhere; rename the verb")
  }
}
