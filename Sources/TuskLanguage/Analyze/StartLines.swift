import XCallbackURL

/// The lines that the prompt may run at its start: definitions, names of computed values, settings, and other scripts
/// of such lines. They send nothing, write nothing and run no program.
package enum StartLines {
  /// What else a program and the scripts that it sources contain, in source order.
  package static func mistakes(
    in program: ParsedSource, scripts: SourcedScripts, resolver: Resolver
  ) -> [Diagnostic] {
    let found = scripts.parsed(with: program).flatMap { source, statements -> [Diagnostic] in
      var finder = OtherLines(resolver: resolver, defined: scripts.verbs)
      finder.visit(statements)
      return finder.found.map { $0.located(in: source) }
    }
    return scripts.unknown + found
  }
}

/// Finds the parts of lines that are more than definitions, values and settings.
private struct OtherLines: SyntaxVisitor {
  let resolver: Resolver
  /// The verbs of the scripts, which may do anything when they are called.
  let defined: Set<String>
  var found: [Diagnostic] = []

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .definition: break
    case .assignment(_, let operation): operation.walk(with: &self)
    case .meta(let meta) where PromptCommand.named(meta.name) == .set: break
    case .pipeline(let pipeline):
      guard pipeline.isPlain, case .command(let command) = pipeline.first, isSource(command) else {
        return found.append(.notAtStart(statement.span))
      }
      command.walk(with: &self)
    default: found.append(.notAtStart(statement.span))
    }
  }

  mutating func visit(_ pipeline: Pipeline) {
    pipeline.walk(with: &self)
    if let output = pipeline.output { found.append(.notAtStart(output.file.span)) }
  }

  mutating func visit(_ program: Program) {
    found.append(.notAtStart(program.span))
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    guard let verb = ownVerb(of: command), Catalog.isPure(verb) else { return found.append(.notAtStart(command.span)) }
  }

  mutating func visit(_ value: Value) {
    value.walk(with: &self)
    // The account of the person is asked for at the server.
    if value.variables.contains(where: { $0.name == "me" }) { found.append(.notAtStart(value.span)) }
  }

  private func isSource(_ command: Command) -> Bool { ownVerb(of: command)?.action == "source" }

  private func ownVerb(of command: Command) -> Signature? {
    defined.contains(command.verb.value) ? nil : resolver.ownVerb(of: command)?.signature
  }
}

extension Diagnostic {
  fileprivate static func notAtStart(_ span: Span) -> Diagnostic {
    Diagnostic(
      .misplaced, at: span, "the start script only defines verbs, names and settings, so nothing of it is run",
      label: "this would act")
  }
}
