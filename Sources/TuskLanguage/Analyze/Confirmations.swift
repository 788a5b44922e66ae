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
    visit(verb)
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
  fileprivate static func unconfirmed(_ verb: String, _ span: Span) -> Diagnostic {
    var warning = Diagnostic.warning(
      .needsConfirmation, at: span, "'\(verb)' wants --yes where nobody can be asked")
    warning.edits = [Edit(Span(span.end, span.end), " --\(Parameter.confirmation)")]
    return warning
  }
}
