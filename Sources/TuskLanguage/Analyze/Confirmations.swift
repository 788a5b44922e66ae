import XCallbackURL

extension SourcedScripts {
  /// Warnings of the commands that stop where nobody can be asked, in a program and in the scripts that it sources.
  package func unconfirmed(in program: ParsedSource, resolver: Resolver) -> [Diagnostic] {
    let verbs = Set(definitions.keys)
    return parsed(with: program).flatMap { source, statements in
      Confirmations.missing(in: statements, verbs, resolver).map { $0.located(in: source) }
    }
  }
}

/// Finds the commands that need a confirmation each time and do not give it themselves.
private struct Confirmations: SyntaxVisitor {
  let resolver: Resolver
  /// The verbs that the scripts define.
  let definitions: Set<String>
  var found: [Diagnostic] = []

  static func missing(in statements: [Statement], _ verbs: Set<String>, _ resolver: Resolver) -> [Diagnostic] {
    var finder = Confirmations(
      resolver: resolver, definitions: verbs.union(statements.definitions(in: "").keys))
    finder.visit(statements)
    return finder.found.sorted { $0.span.start < $1.span.start }
  }

  mutating func visit(_ pipeline: Pipeline) {
    guard let verb = resolver.verb(onRowsOf: pipeline, unless: definitions.contains) else {
      return pipeline.walk(with: &self)
    }
    pipeline.rows.walk(with: &self)
    let count = found.count
    visit(verb)
    guard found.count == count, !verb.saysYes, pipeline.mayHaveMany, let known = resolver.verb(of: verb),
      effect(of: verb, known)?.isWrite ?? false
    else { return }
    found.append(.unconfirmedRows(known.spelling.value, Span(known.spelling.span.start, pipeline.span.end)))
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    guard !definitions.contains(command.verb.value), !command.saysYes,
      let verb = resolver.ownVerb(of: command) ?? resolver.verb(of: command)
    else { return }
    guard effect(of: command, verb)?.needsConfirmation ?? false else { return }
    found.append(.unconfirmed(verb.spelling.value, command.span))
  }

  /// What the command does; `nil` if that is known only when it runs.
  private func effect(of command: Command, _ verb: Resolver.Verb) -> Signature.Effect? {
    guard verb.signature.action == "open" else {
      let pairs = resolver.arguments(of: command, as: verb).pairs
      let effects = verb.candidates.map { $0.effect(of: pairs) }
      return effects.first(where: \.needsConfirmation) ?? effects.first
    }
    guard case .known(let signature, let url)? = resolver.request(opening: command) else { return nil }
    return signature.effect(of: url.pairs)
  }
}

extension Pipeline {
  /// Whether the rows of a command are more than are acted on without a question, as far as it says how many it reads.
  fileprivate var mayHaveMany: Bool {
    guard case .command(let command) = first else { return false }
    let counts = command.settings(named: "limit") + command.settings(named: "count")
    let isLong = counts.contains { Int($0.value?.literalText ?? "").map { $0 > BulkLimit.mostUntold } ?? true }
    let takesFew = stages.contains { stage in
      guard case .take(let value) = stage.form else { return false }
      return Int(value.literalText ?? "").map { $0 <= BulkLimit.mostUntold } ?? false
    }
    let isWhole = counts.isEmpty && command.settings(named: "all").contains { $0.content != .flag(false) }
    return !takesFew && (isLong || isWhole)
  }
}

extension Command {
  /// Whether it has `--yes`, or a value of it that is known only when it runs.
  fileprivate var saysYes: Bool {
    settings(named: Parameter.confirmation).contains { $0.content != .flag(false) }
  }
}

extension Parameter {
  fileprivate static let confirmation = "yes"
}

extension Invocation.Arguments {
  /// The parameters whose values are literal.
  fileprivate var pairs: [CallbackURL.Pair] {
    given.compactMap { given in
      switch given.value.form {
      case .word(let text), .string(let text): text.literal.map { CallbackURL.Pair(given.parameter.name, $0) }
      case .reference, .url, .variable, .list, .result, .arithmetic, .range: nil
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func unconfirmedRows(_ verb: String, _ span: Span) -> Diagnostic {
    var warning = Diagnostic.warning(
      .needsConfirmation, at: span,
      "'\(verb)' on more than \(BulkLimit.mostUntold) rows wants --yes where nobody can be asked")
    warning.edits = [Edit(Span(span.end, span.end), " --\(Parameter.confirmation)")]
    return warning
  }

  fileprivate static func unconfirmed(_ verb: String, _ span: Span) -> Diagnostic {
    var warning = Diagnostic.warning(
      .needsConfirmation, at: span, "'\(verb)' wants --yes where nobody can be asked")
    warning.edits = [Edit(Span(span.end, span.end), " --\(Parameter.confirmation)")]
    return warning
  }
}
