import XCallbackURL

extension Resolver {
  /// The verb after the last `|`, which acts on each row of what is before it; `nil` if a program is there.
  ///
  /// A word is a verb here if it is one with a subject and the script does not define it; `run` before it names a
  /// program. The row is the subject, unless a word of the command is `$_` or a field of it.
  ///
  /// - Parameter isDefined: whether the script defines a verb of this name.
  package func verb(onRowsOf pipeline: Pipeline, unless isDefined: (String) -> Bool = { _ in false }) -> Command? {
    guard case .command = pipeline.first, pipeline.programs.count == 1 else { return nil }
    return verb(onRows: pipeline.programs[0], unless: isDefined)
  }

  /// A stage of a pipeline as the command that it is for each row; `nil` if it is a program.
  func verb(onRows program: Program, unless isDefined: (String) -> Bool) -> Command? {
    guard var command = program.command, !isDefined(command.verb.value), let verb = verb(of: command),
      verb.candidates.contains(where: { $0.subject != nil && $0.effect != .present }), verb.signature.app == nil
    else { return nil }
    if !command.arguments.contains(where: { $0.value?.isRow ?? false }) {
      let row = Value(.variable(Variable(name: "_", path: [], span: verb.spelling.span)), verb.spelling.span)
      command.arguments.insert(.value(row), at: verb.length)
    }
    return command
  }
}

extension Pipeline {
  /// The part that gives the rows on which the verb at the end acts.
  package var rows: Pipeline { Pipeline(first: first, stages: stages, span: span) }
}

extension Command {
  /// The place of the row that is the subject without being written, which is that of the verb.
  var unwrittenRow: Span? {
    arguments.lazy.compactMap(\.value).first { value in
      value.isRow && value.span.start == self.verb.span.start
    }?.span
  }
}

extension Value {
  /// Whether this is the row or a field of it.
  fileprivate var isRow: Bool {
    guard case .variable(let variable) = form else { return false }
    return variable.name == "_"
  }
}
