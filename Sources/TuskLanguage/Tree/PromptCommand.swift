/// A command of the prompt itself, such as `\q`, and everything known about it; scripts and blocks contain none.
///
/// The parser, the checker, completion, help and the manual read this table; a command is declared once.
package struct PromptCommand: Sendable {
  /// The name after the backslash.
  package let name: String
  /// How the command is written, for help.
  package let usage: String
  /// One sentence for help and completion.
  package let summary: String
  let operands: Operands
  /// The word that is the command without a backslash; `nil` if there is none.
  let bareSpelling: String?
  /// What the command is called in other programs.
  private let synonyms: [String]

  /// What follows the name.
  enum Operands {
    case nothing, words
    /// One word or more.
    case someWords
    /// A line that the command is about.
    case line
  }

  private init(
    _ name: String, usage: String = "", _ summary: String, _ operands: Operands, bare: String? = nil,
    synonyms: String...
  ) {
    self.name = name
    self.usage = usage.isEmpty ? "\\\(name)" : "\\\(name) \(usage)"
    self.summary = summary
    self.operands = operands
    bareSpelling = bare
    self.synonyms = synonyms
  }

  /// Every command, in the order of help and the manual.
  package static let all = [help, apropos, explain, url, more, quit]

  package static let help = PromptCommand(
    "?", usage: "[VERB]", "Lists the verbs, or shows the help on one.", .words, bare: "?", synonyms: "help", "h")
  package static let apropos = PromptCommand(
    "apropos", usage: "WORD …", "Searches the verbs, their parameters and the topics of help.", .someWords,
    synonyms: "search", "find", "man")
  package static let explain = PromptCommand(
    "explain", usage: "LINE", "Shows what a line would do, without sending anything.", .line,
    synonyms: "describe", "check")
  package static let url = PromptCommand(
    "url", usage: "LINE", "Prints the URLs of a line instead of performing them.", .line, synonyms: "urls")
  package static let more = PromptCommand(
    "more", "Reads on where the last list ended.", .nothing, bare: "more", synonyms: "next")
  package static let quit = PromptCommand(
    "q", "Exits the prompt.", .nothing, bare: "quit", synonyms: "quit", "exit", "bye")

  /// The command of this name; `nil` if there is none.
  package static func named(_ name: String) -> PromptCommand? { all.first { $0.name == name } }

  /// The command as it is typed.
  package var spelling: String { "\\\(name)" }

  /// Whether a line of the language follows.
  package var takesLine: Bool { operands == .line }

  /// The commands that a name may have been meant as, likeliest first.
  fileprivate static func near(_ name: String) -> [PromptCommand] {
    let same = all.filter { $0.synonyms.contains(name) }
    // Every name of one letter is one letter away from every other.
    guard same.isEmpty, name.utf8.count > 1 else { return same }
    return NearWords.near(name, among: all.flatMap { [$0.name] + $0.synonyms }).compactMap { near in
      all.first { $0.name == near || $0.synonyms.contains(near) }
    }
  }
}

extension PromptCommand: Equatable {
  package static func == (left: PromptCommand, right: PromptCommand) -> Bool { left.name == right.name }
}

extension Diagnostic {
  package static func promptCommandInScript(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(.metaInScript, at: span, "'\(spelled)' works only at the prompt, not in a script")
  }

  static func unknownPromptCommand(_ name: String, _ span: Span) -> Diagnostic {
    let word = Span(span.start, span.start + 1 + name.utf8.count)
    let near = PromptCommand.near(name).map(\.spelling)
    let known = PromptCommand.all.map(\.spelling)
    return Diagnostic(
      .unknownVerb, at: word, "unknown prompt command '\\\(name)'",
      label: "the commands are \(known.dropLast().joined(separator: ", ")) and \(known[known.count - 1])",
      edits: near.first.map { [Edit(word, $0)] } ?? [], near: near)
  }

  /// - Parameter what: what has to follow, with its article.
  static func promptCommand(_ command: PromptCommand, needs what: String, _ span: Span) -> Diagnostic {
    Diagnostic(.missingArg, at: span, "'\(command.spelling)' needs \(what)", label: command.usage)
  }

  static func promptCommandTakesNothing(_ command: PromptCommand, _ span: Span) -> Diagnostic {
    Diagnostic(.tooManyArgs, at: span, "'\(command.spelling)' takes no arguments", label: "one too many")
  }
}
