package import TuskCommon
package import TuskLanguage
package import XCallbackURL

/// Runs the statements of a program: each command becomes URLs, the dispatcher sends each URL, and the answer becomes a
/// value or an event to show.
package struct Interpreter: Sendable {
  let resolver: Resolver
  let dispatcher: Dispatcher
  let host: any RuntimeHost
  let settings: Settings
  /// Shows an event: by the host, unless a file or a parallel loop collects it first.
  var emit: @Sendable (Event) async -> Void
  /// Whether events are collected before they are shown, so that programs must not write to standard output directly.
  var isBuffered = false
  /// Whether events are written to a file.
  var isRedirected = false

  /// Something to show while a program runs.
  package enum Event: Sendable {
    /// A command with these options starts.
    case started(CommandOptions)
    /// The answer of an action; a page that continues another one is part of the same list.
    case result(ActionResult, continues: Bool)
    /// Rows that steps made of a list; a page that continues another one is part of the same list.
    case rows(RowPage, continues: Bool)
    /// A value on a line of its own.
    case shown(RuntimeValue)
    /// The line that opens a URL which a rehearsal did not open.
    case planned(String)
    /// What else would happen, in a rehearsal.
    case noted(String)
    /// A line that the script prints.
    case printed(String, toErrors: Bool)
    /// What the run is waiting for; `nil` when it is over.
    case progress(String?)
    /// An error that a loop skipped.
    case skipped(Diagnostic, Source)
    /// What an answer lacks; counted if the command was to read the whole list.
    case missing(String, isCounted: Bool)
  }

  /// How the run continues after a statement.
  package enum Flow: Sendable {
    /// With the next statement.
    case onward
    /// With the next item of the loop.
    case next
    /// After the loop.
    case stop
    /// Not at all: the script ends.
    case exit(ExitCode)
    /// Not at all: the simulated time is over.
    case timeOver
    /// After the verb, which has this value.
    case answer(RuntimeValue)
  }

  package init(resolver: Resolver, host: any RuntimeHost, settings: Settings = Settings()) {
    self.resolver = resolver
    self.host = host
    self.settings = settings
    dispatcher = Dispatcher(catalog: resolver.catalog, source: resolver.source, host: host)
    emit = { event in await host.show(event) }
  }

  /// The shapes of records, by name.
  var shapes: [String: RecordShape] { resolver.catalog.records }

  /// Whether the simulated time of the run is over.
  package var isTimeOver: Bool { host.clock.isOver() }

  /// Sends a request that is not part of a line.
  package func answer(to url: CallbackURL) async -> Dispatcher.Outcome {
    await dispatcher.send(url, with: Dispatcher.RequestOptions())
  }

  /// Runs a statement.
  ///
  /// - Throws: ``Diagnostic`` for the first failure, with its exit code.
  package func run(_ statement: Statement, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard !Task.isCancelled else { throw .interrupted(statement.span) }
    guard !host.clock.isOver() || settings.isInteractive && statement.isExit else { return .timeOver }
    switch statement.form {
    case .parameter(let parameter): frame.set(parameter.name.value, try value(of: parameter, in: &frame))
    case .assignment(let name, let operation):
      frame.set(name.value, try await value(of: operation, in: &frame))
    case .loop(let loop): return try await run(loop, at: statement.span, in: &frame)
    case .repetition(let repetition): return try await run(repetition, at: statement.span, in: &frame)
    case .branch(let branch): return try await run(branch, in: &frame)
    case .attempt(let attempt): return try await run(attempt, in: &frame)
    case .definition(let definition):
      frame.definitions[definition.verb.value] = Frame.DefinedVerb(definition: definition, source: frame.source)
    case .scope(let scope): return try await run(scope, at: statement.span, in: &frame)
    case .expectation(let condition, let message):
      try await check(condition, message, at: statement.span, in: &frame)
    case .test(let test): return try await run(test, in: &frame)
    case .answer(let operation):
      guard let operation else { return .answer(.null) }
      return .answer(try await value(of: operation, in: &frame))
    case .show(let variable):
      await emit(.shown(try await complete(value(of: variable, in: frame))))
    case .pipeline(let pipeline): return try await run(pipeline, in: &frame)
    case .meta(let meta): throw .promptCommandInScript("\\\(meta.name)", statement.span)
    }
    return .onward
  }

  /// Runs the statements of a block, up to the first that continues elsewhere.
  func run(_ body: [Statement], in frame: inout Frame) async throws(Diagnostic) -> Flow {
    for statement in body {
      let flow = try await run(statement, in: &frame)
      guard case .onward = flow else { return flow }
    }
    return .onward
  }

  private func value(of operation: Operation, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    switch operation {
    case .value(let value): try await self.value(of: value, in: &frame)
    case .pipeline(let pipeline): try await result(of: pipeline, in: &frame)
    }
  }

  private func run(_ branch: Branch, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    for arm in branch.arms {
      guard try await isTrue(arm.condition, orAssume: true, in: &frame) else { continue }
      return try await run(arm.body, in: &frame)
    }
    guard let otherwise = branch.otherwise else { return .onward }
    return try await run(otherwise, in: &frame)
  }

  private func check(
    _ condition: Condition, _ message: Value?, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    guard try await !isTrue(condition, orAssume: true, in: &frame) else { return }
    let found = try await found(by: condition, in: &frame)
    guard let message else {
      throw .unfulfilled("the expectation on line \(frame.line(of: span)) failed", span, found)
    }
    let text = try await value(of: message, in: &frame)
    var failure = Diagnostic.unfulfilled(text.printed, span, found)
    failure.isOwnText = !text.isRemote
    failure.isLocalText = text.isLocal
    throw failure
  }
}

extension Interpreter {
  /// What a variable is that did not compare as expected; `nil` if the condition has none at its left.
  private func found(by condition: Condition, in frame: inout Frame) async throws(Diagnostic) -> String? {
    guard case .comparison(let left, _, _) = condition, case .variable(let variable) = left.form else { return nil }
    let value = try await complete(value(of: variable, in: frame))
    guard !value.holdsSecret else { return nil }
    let text = value.spelling.map { $0.count > 60 ? "\($0.prefix(59))…" : $0 }
    return "\(left.source) is \(text ?? value.description)"
  }
}

extension Statement {
  /// Whether this is the verb `exit`.
  fileprivate var isExit: Bool {
    guard case .pipeline(let pipeline) = form, case .command(let command) = pipeline.first else { return false }
    return command.verb.value == "exit"
  }
}

extension Diagnostic {
  /// The run was interrupted at this place.
  static func interrupted(_ span: Span) -> Diagnostic {
    Diagnostic(.interrupted, at: span, "stopped here", exitCode: .interrupted)
  }

  fileprivate static func unfulfilled(_ message: String, _ span: Span, _ found: String?) -> Diagnostic {
    Diagnostic(.expectation, at: span, message, label: found, exitCode: .expectation)
  }
}
