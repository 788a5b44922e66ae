package import XCallbackURL

/// A command of a line as it is known before the line runs.
package struct LineCommand: Sendable {
  /// The action, or the built-in verb.
  package let signature: Signature
  /// The verb as it is written.
  package let verb: String
  /// The subjects as they are written; empty if there are none.
  package let subjects: [String]
  /// The parameters as they are written.
  package let settings: [String]
  /// The URLs; empty if only the run of the line gives them, or if the verb has none.
  package let urls: [CallbackURL]
  /// Whether it acts on each row of what is before it.
  package let isForEachRow: Bool

  /// The commands of correct statements in source order, those in parentheses before the command that they are part of.
  ///
  /// - Parameter resolutions: what the checker resolved.
  package static func all(
    in statements: [Statement], _ resolutions: Resolutions, _ resolver: Resolver
  ) -> [LineCommand] {
    var collector = LineCommandCollector(resolver: resolver, resolutions: resolutions)
    collector.visit(statements)
    return collector.commands
  }
}

private struct LineCommandCollector: SyntaxVisitor {
  let resolver: Resolver
  let resolutions: Resolutions
  var commands: [LineCommand] = []

  mutating func visit(_ pipeline: Pipeline) {
    guard let verb = resolver.verb(onRowsOf: pipeline) else { return pipeline.walk(with: &self) }
    pipeline.rows.walk(with: &self)
    add(verb, isForEachRow: true)
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    add(command, isForEachRow: false)
  }

  private mutating func add(_ command: Command, isForEachRow: Bool) {
    guard let verb = resolver.ownVerb(of: command) ?? resolver.verb(of: command) else { return }
    let invocation = resolutions[command]
    let arguments = invocation?.arguments ?? resolver.arguments(of: command, as: verb)
    let settings = arguments.given.map { "\($0.parameter.name)=\($0.value.source)" }
    commands.append(
      LineCommand(
        signature: invocation?.signature ?? verb.signature, verb: verb.spelling.value,
        subjects: isForEachRow ? ["each row"] : arguments.subjects.map(\.source), settings: settings,
        urls: invocation?.urls ?? [], isForEachRow: isForEachRow))
  }
}
