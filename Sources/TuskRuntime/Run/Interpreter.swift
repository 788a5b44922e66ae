package import TuskLanguage
import XCallbackURL

/// Runs the statements of a program: each command becomes URLs, each URL goes through the dispatcher, and what comes
/// back is a value, or is told to whoever watches.
package struct Interpreter: Sendable {
  let resolver: Resolver
  let dispatcher: Dispatcher
  let host: any RuntimeHost
  let settings: Settings
  /// Receives what the run shows: the host, unless a file or a parallel loop collects it first.
  var watch: @Sendable (Event) async -> Void
  /// Whether what is told waits for its turn.
  var isBuffered = false

  /// Something to show.
  package enum Event: Sendable {
    /// A command with these options starts.
    case begins(CommandOptions)
    /// An action answered; a page that continues another one is part of the same list.
    case result(ActionResult, continues: Bool)
    /// A value that a line shows.
    case shown(RuntimeValue)
    /// A rehearsal would have opened this URL; the line does so.
    case planned(String)
    /// A rehearsal says what else would happen.
    case noted(String)
    /// A line that the program prints.
    case printed(String, toErrors: Bool)
    /// What goes on while nothing else is to be seen; `nil` when it is over.
    case progress(String?)
    /// A mistake that the program steps over.
    case skipped(Diagnostic, Source)
  }

  /// What a statement does to those after it.
  package enum Flow: Sendable {
    case onward
    /// Goes on with the next item of the loop.
    case next
    /// Leaves the loop.
    case stop
    /// Ends the script.
    case exit(ExitCode)
    /// Ends a verb with its value.
    case answer(RuntimeValue)
  }

  package init(resolver: Resolver, host: any RuntimeHost, settings: Settings = Settings()) {
    self.resolver = resolver
    self.host = host
    self.settings = settings
    dispatcher = Dispatcher(catalog: resolver.catalog, source: resolver.source, host: host)
    watch = { event in await host.show(event) }
  }

  /// The shapes of records by their names.
  var shapes: [String: RecordShape] { resolver.catalog.records }

  /// Runs a statement.
  ///
  /// - Throws: ``Diagnostic`` for the first thing that fails, with the exit code of its kind.
  package func run(_ statement: Statement, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard !Task.isCancelled else { throw .interrupted(statement.span) }
    guard !host.clock.isOver() else { return .exit(.success) }
    switch statement.form {
    case .assignment(let name, let operation):
      frame.set(name.value, try await value(of: operation, in: &frame))
    case .loop(let loop): return try await run(loop, at: statement.span, in: &frame)
    case .branch(let branch): return try await run(branch, in: &frame)
    case .attempt(let attempt): return try await run(attempt, in: &frame)
    case .definition(let definition):
      frame.definitions[definition.verb.value] = Frame.DefinedVerb(definition: definition, source: frame.source)
    case .scope(let scope): return try await run(scope, at: statement.span, in: &frame)
    case .expectation(let condition, let message):
      try await check(condition, message, at: statement.span, in: &frame)
    case .answer(let operation):
      guard let operation else { return .answer(.null) }
      return .answer(try await value(of: operation, in: &frame))
    case .show(let variable):
      await watch(.shown(try await complete(value(of: variable, in: frame))))
    case .pipeline(let pipeline): return try await run(pipeline, in: &frame)
    case .meta: throw .metaInScript(statement.span)
    }
    return .onward
  }

  /// Runs the lines of a block up to the first that leads elsewhere.
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
      guard try await holds(arm.condition, orAssume: true, in: &frame) else { continue }
      return try await run(arm.body, in: &frame)
    }
    guard let otherwise = branch.otherwise else { return .onward }
    return try await run(otherwise, in: &frame)
  }

  private func run(_ attempt: Attempt, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    do throws(Diagnostic) {
      return try await run(attempt.body, in: &frame)
    } catch {
      guard error.kind != .interrupted else { throw error }
      guard let handler = attempt.handler else { return .onward }
      if let name = handler.name { frame.set(name.value, error.caught) }
      return try await run(handler.body, in: &frame)
    }
  }

  private func check(
    _ condition: Condition, _ message: Value?, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    guard try await !holds(condition, orAssume: true, in: &frame) else { return }
    guard let message else { throw .unfulfilled("what line \(frame.line(of: span)) expects is not so", span) }
    throw .unfulfilled(try await value(of: message, in: &frame).printed, span)
  }
}

extension Diagnostic {
  /// That the run was interrupted before a statement.
  static func interrupted(_ span: Span) -> Diagnostic {
    Diagnostic(.interrupted, at: span, "stopped here", exitCode: Int(ExitCode.interrupted.rawValue))
  }

  fileprivate static func metaInScript(_ span: Span) -> Diagnostic {
    Diagnostic(.metaInScript, at: span, "a line that starts with '\\' works only at the prompt, not in a script")
  }

  fileprivate static func unfulfilled(_ message: String, _ span: Span) -> Diagnostic {
    Diagnostic(.expectation, at: span, message, exitCode: Int(ExitCode.expectation.rawValue))
  }
}
