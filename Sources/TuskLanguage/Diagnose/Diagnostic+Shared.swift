package import TuskCommon
package import XCallbackURL

/// The errors that both the checker and a run can find, each with one text.
extension Diagnostic {
  package static func notPositive(_ name: String, _ span: Span, exitCode: ExitCode = .usage) -> Diagnostic {
    Diagnostic(.outOfRange, at: span, "\(name) must be longer than 0", exitCode: exitCode)
  }

  /// - Parameter count: how many arguments the script has.
  package static func missingArgument(_ variable: Variable, of count: Int) -> Diagnostic {
    let given = count == 1 ? "1 argument was" : "\(count) arguments were"
    let reason = Int(variable.name) == 0 ? "arguments are numbered from 1" : "\(given) given"
    return Diagnostic(
      .unknownName, at: variable.span, "'$\(variable.name)' is undefined: \(reason)",
      label: Int(variable.name) == 0 ? nil : "${\(variable.name)?} is optional", exitCode: .data)
  }

  /// What the number of items is called in other languages.
  static let countWords: Set<String> = ["length", "count", "size", "len"]

  static let countHint = "name the list with 'let', and count its items with .count"

  /// A pattern of a time with a letter that stands for nothing.
  package static func badTimePattern(_ span: Span, _ exitCode: ExitCode) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "'as' has a % that stands for nothing; tsk(5) lists those of times, and %% is a percent sign",
      exitCode: exitCode)
  }

  /// A pattern by which no day can be read.
  package static func patternWithoutDay(_ span: Span, _ exitCode: ExitCode) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'parse' needs a year, a month and a day in 'as', or %s", exitCode: exitCode)
  }

  package static func noResult(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.typeMismatch, at: verb.span, "'\(verb.value)' has no result")
  }

  /// An action that shows its records to the person, whose output is wanted elsewhere.
  ///
  /// - Parameter alternative: a verb that returns them.
  package static func onlyShown(_ verb: Spanned<String>, instead alternative: String?) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: verb.span, "'\(verb.value)' shows its result at the terminal and returns none",
      edits: alternative.map { [Edit(verb.span, $0)] } ?? [], near: [alternative].compactMap(\.self))
  }

  /// A name that does not come from the script itself.
  package static func foreign(_ role: NameRole, _ span: Span) -> Diagnostic {
    Diagnostic(
      .foreignValue, at: span,
      "data from a server, a file or a program cannot name \(role.rawValue.withArticle)", exitCode: .data)
  }

  /// The access token where it would be shown, sent or stored.
  package static func secret(_ span: Span) -> Diagnostic {
    Diagnostic(
      .secretValue, at: span, "the access token cannot be used here", label: "only compared, or passed to a program",
      exitCode: .data)
  }

  /// - Parameter found: a noun with its article, or `null`.
  package static func notBoolean(_ found: String, _ span: Span, edits: [Edit] = []) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "a condition must be true or false, not \(found)", label: "compare it with a value",
      edits: edits, exitCode: .data)
  }

  package static func incomparable(
    _ left: String, _ comparator: Condition.Comparator, _ right: String, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(comparator.rawValue)' cannot compare \(left) with \(right)", exitCode: .data)
  }

  package static func unordered(_ found: String, _ comparator: Condition.Comparator, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(comparator.rawValue)' compares numbers, durations or times, not \(found)",
      exitCode: .data)
  }

  package static func tooManyInputs(of definition: Definition, _ span: Span) -> Diagnostic {
    let count = definition.inputs.count
    let limit = count == 0 ? "no values" : count == 1 ? "one value" : "\(count) values"
    return Diagnostic(.tooManyArgs, at: span, "'\(definition.verb.value)' takes \(limit)", label: "one too many")
  }

  package static func missingInput(_ name: String, of command: Command) -> Diagnostic {
    Diagnostic(
      .missingArg, at: Span(command.span.end, command.span.end), "'\(command.verb.value)' needs \(name)",
      label: "\(name)=…")
  }
}

/// What only words written in the script may name.
package enum NameRole: String, Sendable {
  case file, program
}

extension Catalog {
  /// The verb that returns what a verb such as `show status` only shows: `get status`, or `search`.
  package func verbReturning(_ verb: String) -> String? {
    let noun = verb.hasPrefix("show ") ? String(verb.dropFirst("show ".count)) : verb
    return ["get \(noun)", noun].first { $0 != verb && signature(verb: $0)?.effect == .read }
  }
}
