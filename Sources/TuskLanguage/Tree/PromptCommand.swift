/// A command of the prompt itself, such as `\quit`, and everything known about it; scripts and blocks contain none.
///
/// The parser, the checker, completion, help and the manual read this table; a command is declared once. The word alone
/// is the command, too, where no verb and no `def` has that name.
package struct PromptCommand: Sendable {
  /// The name after the backslash.
  package let name: String
  /// A shorter name; `nil` if there is none.
  let short: String?
  /// How the command is written, for help.
  package let usage: String
  /// One sentence for help and completion.
  package let summary: String
  let operands: Operands
  /// What does the same in a script, for errors there; `nil` if nothing does.
  let inScripts: String?
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
    _ name: String, short: String? = nil, usage: String = "", _ summary: String, _ operands: Operands,
    inScripts: String? = nil, synonyms: String...
  ) {
    self.name = name
    self.short = short
    self.usage = usage.isEmpty ? "\\\(name)" : "\\\(name) \(usage)"
    self.summary = summary
    self.operands = operands
    self.inScripts = inScripts
    self.synonyms = synonyms
  }

  /// Every command, in the order of help and the manual.
  package static let all = [
    help, apropos, explain, url, more, open, copy, view, watch, editor, drafts, draft, set, history, save, login, use,
    accounts, logout, quit,
  ]

  package static let help = PromptCommand(
    "help", short: "?", usage: "[VERB]", "Lists the verbs, or shows the help on one.", .words, synonyms: "h")
  package static let apropos = PromptCommand(
    "apropos", usage: "WORD …", "Searches the verbs, their parameters and the topics of help.", .someWords,
    inScripts: "'help' describes verbs", synonyms: "search", "find", "man")
  package static let explain = PromptCommand(
    "explain", usage: "LINE", "Shows what a line would do, without sending anything.", .line,
    inScripts: "run the script with --rehearse", synonyms: "describe", "check")
  package static let url = PromptCommand(
    "url", usage: "LINE", "Prints the URLs of a line instead of performing them.", .line,
    inScripts: "'tusk url LINE' prints URLs", synonyms: "urls")
  package static let more = PromptCommand(
    "more", "Reads on where the last list ended.", .nothing,
    inScripts: "a list goes on with limit= or --all", synonyms: "next")
  package static let open = PromptCommand(
    "open", usage: "N | it | REFERENCE", "Opens the page of a row in the browser.", .someWords,
    synonyms: "browse")
  package static let copy = PromptCommand(
    "copy", usage: "N | it | REFERENCE", "Copies the address of a row's page.", .someWords,
    synonyms: "yank")
  package static let view = PromptCommand(
    "view", usage: "N | it | REFERENCE", "Shows the pictures of a row (by chafa).", .someWords,
    synonyms: "pictures", "images", "media")
  package static let watch = PromptCommand(
    "watch", usage: "[STREAM | off [N] | TIME LINE]",
    "Shows events of home, notifications, local, public, #TAG or list:ID above the prompt, or repeats a line that "
      + "only reads.",
    .words, inScripts: "'stream' delivers events")
  package static let editor = PromptCommand(
    "editor", short: "e", "Opens an editor to write a post.", .nothing, inScripts: "'post TEXT' posts a text",
    synonyms: "edit")
  package static let drafts = PromptCommand(
    "drafts", "Lists the posts that you began to write.", .nothing,
    inScripts: "'scheduled' lists what the server will post")
  package static let draft = PromptCommand(
    "draft", usage: "N | delete N", "Opens a draft again, or deletes it.", .someWords)
  package static let set = PromptCommand(
    "set", usage: "[NAME [VALUE] [--save]]", "Lists the settings, or changes one.",
    .words,
    inScripts: "a value is named by 'let', and options are given to 'tusk'", synonyms: "settings", "config")
  package static let history = PromptCommand(
    "history", usage: "[WORD …] | delete N …",
    "Lists the lines that you ran, or those with these words; 'delete' takes numbers, --all or --shown.", .words,
    synonyms: "hist")
  package static let save = PromptCommand(
    "save", usage: "[N] FILE", "Writes the lines that worked as a script.", .someWords,
    inScripts: "'> FILE' writes what a line returns", synonyms: "write")
  package static let login = PromptCommand(
    "login", usage: "HOST [--oob]", "Signs in to a server, in a browser.", .words,
    inScripts: "'tusk login HOST' signs in", synonyms: "signin", "auth")
  package static let use = PromptCommand(
    "use", usage: "@USER@HOST", "Acts as another account from now on.", .words,
    inScripts: "'as @USER@HOST' acts as another account", synonyms: "switch", "account")
  package static let accounts = PromptCommand(
    "accounts", "Lists the signed-in accounts.", .nothing)
  package static let logout = PromptCommand(
    "logout", usage: "[@USER@HOST]", "Signs out: revokes the token, and removes the account.", .words,
    inScripts: "'tusk logout' signs out", synonyms: "signout")
  package static let quit = PromptCommand(
    "quit", short: "q", "Exits the prompt.", .nothing, inScripts: "'exit' ends a script", synonyms: "exit", "bye")

  /// The command of this name; `nil` if there is none.
  package static func named(_ name: String) -> PromptCommand? { all.first { $0.name == name || $0.short == name } }

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

  /// A word that is no verb, but a command of the prompt, in a script.
  static func bareCommandInScript(_ command: PromptCommand, _ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .unknownVerb, at: verb.span, "'\(verb.value)' works only at the prompt, not in a script",
      label: command.inScripts)
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
