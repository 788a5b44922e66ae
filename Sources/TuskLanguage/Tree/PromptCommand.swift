/// A command of the prompt itself, such as `\q`; scripts and blocks contain none.
package enum PromptCommand: String, Sendable, Hashable, CaseIterable {
  case help = "?"
  case url
  case quit = "q"

  /// The command as it is typed.
  package var spelling: String { "\\\(rawValue)" }

  /// The word that is the command without a backslash; `nil` if there is none.
  var bareSpelling: String? {
    switch self {
    case .help: "?"
    case .url: nil
    case .quit: "quit"
    }
  }

  /// How the command is written, for help.
  package var usage: String {
    switch self {
    case .help: "\\? [VERB]"
    case .url: "\\url LINE"
    case .quit: "\\q"
    }
  }

  /// One sentence for help and completion.
  package var summary: String {
    switch self {
    case .help: "Lists the verbs, or shows the help on one."
    case .url: "Prints the URLs of a line instead of performing them."
    case .quit: "Exits the prompt."
    }
  }
}

extension Diagnostic {
  package static func promptCommandInScript(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(.metaInScript, at: span, "'\(spelled)' works only at the prompt, not in a script")
  }

  static func unknownPromptCommand(_ name: String, _ span: Span) -> Diagnostic {
    let word = Span(span.start, span.start + 1 + name.utf8.count)
    // Every name of one letter is one letter away from every other.
    let near = name.utf8.count > 1 ? DidYouMean.near(name, among: PromptCommand.allCases.map(\.rawValue)) : []
    return Diagnostic(
      .unknownVerb, at: word, "unknown prompt command '\\\(name)'", label: "\\? lists them",
      edits: near.first.map { [Edit(word, "\\\($0)")] } ?? [], near: near.map { "\\\($0)" })
  }

  static func promptCommandNeedsLine(_ command: PromptCommand, _ span: Span) -> Diagnostic {
    Diagnostic(.missingArg, at: span, "'\(command.spelling)' needs a line", label: command.usage)
  }

  static func promptCommandTakesNothing(_ command: PromptCommand, _ span: Span) -> Diagnostic {
    Diagnostic(.tooManyArgs, at: span, "'\(command.spelling)' takes no arguments", label: "one too many")
  }
}
