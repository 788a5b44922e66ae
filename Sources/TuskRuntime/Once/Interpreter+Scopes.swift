import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// The body of a block; it may change the variables.
  typealias Body = @Sendable (Interpreter, inout Frame) async throws(Diagnostic) -> Flow

  /// Runs a `once`, `as`, `every` or `at` block.
  func run(_ scope: Scope, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    switch scope.kind {
    case .once: return try await runOnce(scope, at: span, in: &frame)
    case .account:
      let outer = frame.account
      defer { frame.account = outer }
      frame.account = try account(
        try await value(of: scope.value, in: &frame).disclosed(at: scope.value.span), scope.value.span)
      return try await run(scope.body, in: &frame)
    case .every, .at:
      let schedule = try await schedule(scope, at: span, in: &frame)
      guard !settings.rehearses else { return try await rehearse(schedule, in: &frame) }
      frame.schedules.append(schedule)
      guard settings.isInteractive else { return .onward }
      // One that was interrupted must not run again with the next block typed.
      defer { frame.schedules = [] }
      return try await runSchedules(in: &frame)
    }
  }

  private func account(_ runtimeValue: RuntimeValue, _ span: Span) throws(Diagnostic) -> String {
    switch runtimeValue.form {
    case .reference(.account, let id) where id.hasPrefix("@") && ParameterType.acct.accepts(id): return id
    case .text(let text) where text.hasPrefix("@") && ParameterType.acct.accepts(text): return text
    case .acct(let name): return "@\(name)"
    case .record(let record) where record.shape?.kind == .account:
      guard let spelling = record.spelling else { throw .noAccount(runtimeValue, span) }
      return "@\(spelling)"
    default: throw .noAccount(runtimeValue, span)
    }
  }

  /// Runs a `once` block, or the request on its line.
  private func runOnce(_ scope: Scope, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let key = try await value(of: scope.value, in: &frame)
    let prepared = try await prepare(scope.settings.compactMap(\.value), in: &frame)
    let given = try resolver.resolve(scope.settings, of: scope.kind.keyword, at: span, bindings: bindings(prepared))
    let settings = NamedArguments(given)
    let outer = frame.account
    defer { frame.account = outer }
    if let account = settings["as"] { frame.account = "@\(account)" }
    if let effect = settings["effect"], !EffectPlace.isWellFormed(effect) { throw .noEffect(effect, span) }
    let place = OncePlace(script: settings["of"], effect: scope.isLine ? settings["effect"] ?? "1" : nil)
    let flow = try await once(key, place, at: scope.value.span, in: &frame) {
      (interpreter, frame) async throws(Diagnostic) in
      try await interpreter.run(scope.body, in: &frame)
    }
    return flow ?? .onward
  }

  /// Which block of the journal is meant, and which change of it.
  struct OncePlace {
    /// The script; `nil` for the current one.
    var script: String?
    /// The change that is made; `nil` for a whole block.
    var effect: String?
    /// Whether it is the block of a job.
    var isJob = false
  }

  /// Runs a block unless the journal says it is done, and records that it is; `nil` if it was done before.
  func once(
    _ key: RuntimeValue, _ place: OncePlace = OncePlace(), at span: Span, in frame: inout Frame, _ body: Body
  ) async throws(Diagnostic) -> Flow? {
    guard let text = try key.disclosed(at: span).spelling, !text.isEmpty else { throw .noKey(key, span) }
    // In a rehearsal the key may have placeholders: it is new, and the plan evaluates it.
    guard let ledger = host.ledger else { return try await body(self, &frame) }
    frame.isResumable = true
    let outer = frame.onceScope?.open ?? []
    try await refuse(text, place, ledger, within: outer, at: span, in: frame)
    switch try await begin(text, place, ledger, at: span, in: frame) {
    case .done where place.effect != nil:
      guard let attempt = try await completed(text, place, ledger, at: span, in: frame) else { return nil }
      // What the change returned may be needed by other requests of the plan.
      return try await run(OnceScope(attempt, outer, frame.account, place), isDone: true, ledger, in: &frame, body)
    case .done(let outcome):
      for (name, value) in outcome.object?.members ?? [] {
        frame.set(name, RuntimeValue(archived: value, shapes: shapes))
      }
      return nil
    case .busy(let worker): throw .busy(worker, span)
    case .open(let attempt):
      let onceScope = OnceScope(attempt, outer, frame.account, place)
      guard place.effect == nil else { return try await run(onceScope, isDone: false, ledger, in: &frame, body) }
      guard await !isRepeated(onceScope, at: span, in: &frame) else {
        await ledger.abandon(attempt)
        return nil
      }
      return try await runOnce(onceScope, ledger, at: span, in: &frame, body)
    }
  }

  /// Makes one change of a block, which stays unfinished, because only the script knows its end.
  private func run(
    _ onceScope: OnceScope, isDone: Bool, _ ledger: any Ledger, in frame: inout Frame, _ body: Body
  ) async throws(Diagnostic) -> Flow {
    let outer = frame.onceScope
    frame.onceScope = onceScope
    frame.onceScope?.isDone = isDone
    defer { frame.onceScope = outer }
    do throws(Diagnostic) {
      let flow = try await body(self, &frame)
      if !isDone { await ledger.abandon(onceScope.attempt) }
      return flow
    } catch {
      if !isDone { await ledger.abandon(onceScope.attempt) }
      throw error
    }
  }

  private func runOnce(
    _ onceScope: OnceScope, _ ledger: any Ledger, at span: Span, in frame: inout Frame, _ body: Body
  ) async throws(Diagnostic) -> Flow {
    let (outer, attempt) = (frame.onceScope, onceScope.attempt)
    frame.onceScope = onceScope
    do throws(Diagnostic) {
      let flow = try await body(self, &frame)
      endRehearsal(of: onceScope, with: flow, in: frame)
      let changed = frame.onceScope?.changed ?? []
      frame.onceScope = outer
      frame.onceScope?.changed.formUnion(changed)
      guard !settings.rehearses, !flow.isFailure, !host.clock.isOver() else {
        await ledger.abandon(attempt)
        return flow
      }
      try await finish(attempt, ledger, setting: changed, at: span, in: frame)
      return flow
    } catch {
      frame.onceScope = outer
      await ledger.abandon(attempt)
      throw error
    }
  }

  /// Refuses a block within itself, which would wait for itself.
  private func refuse(
    _ key: String, _ place: OncePlace, _ ledger: any Ledger, within outer: Set<OnceName>, at span: Span, in frame: Frame
  ) async throws(Diagnostic) {
    guard !outer.isEmpty else { return }
    let name: OnceName
    do throws(Failure) { name = try await ledger.name(of: key, in: place.script, as: frame.account) } catch {
      throw .unrecorded(error, span)
    }
    guard !outer.contains(name) else { throw .withinItself(settings.placeholders.shown(key), span) }
  }

  /// Claims a block, waiting for another process that runs it.
  private func begin(
    _ key: String, _ place: OncePlace, _ ledger: any Ledger, at span: Span, in frame: Frame
  ) async throws(Diagnostic) -> OnceClaim {
    while true {
      let claim: OnceClaim
      do throws(Failure) { claim = try await ledger.begin(key, of: place.script, as: frame.account) } catch {
        throw .unrecorded(error, span)
      }
      guard case .busy(let worker) = claim else { return claim }
      guard !Task.isCancelled else { throw .interrupted(span) }
      await emit(.progress("waiting for \(worker), which is working on the same item"))
      await host.clock.sleep(.milliseconds(500))
      await emit(.progress(nil))
    }
  }

  private func completed(
    _ key: String, _ place: OncePlace, _ ledger: any Ledger, at span: Span, in frame: Frame
  ) async throws(Diagnostic) -> OnceAttempt? {
    do throws(Failure) { return try await ledger.completed(key, of: place.script, as: frame.account) } catch {
      throw .unrecorded(error, span)
    }
  }

  private func finish(
    _ attempt: OnceAttempt, _ ledger: any Ledger, setting names: Set<String>, at span: Span, in frame: Frame
  ) async throws(Diagnostic) {
    var outcome: JSON.Object = [:]
    for name in names.sorted() {
      guard let value = frame.names[name], !value.holdsSecret else { continue }
      outcome[name] = try await value.archived()
    }
    do throws(Failure) { try await ledger.finish(attempt, outcome: .object(outcome)) } catch {
      throw .unrecorded(error, span)
    }
  }
}

extension Interpreter.Flow {
  /// Whether the script ends with an error.
  var isFailure: Bool {
    guard case .exit(let code) = self else { return false }
    return code != .success
  }
}

extension Diagnostic {
  fileprivate static func noAccount(_ runtimeValue: RuntimeValue, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "'as' needs a signed-in account such as @USER@HOST; this is \(runtimeValue.description)",
      exitCode: .data)
  }

  fileprivate static func noKey(_ runtimeValue: RuntimeValue, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'once' needs text as its key; this is \(runtimeValue.description)",
      exitCode: .data)
  }

  fileprivate static func noEffect(_ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'effect' needs \(EffectPlace.requirement), not '\(text)'", exitCode: .data)
  }

  fileprivate static func withinItself(_ key: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .conflictingArgs, at: span, "'\(key.prefix(60))' is already running: the block contains itself",
      exitCode: .data)
  }

  fileprivate static func busy(_ worker: Worker, _ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, "\(worker) is working on the same item", exitCode: .temporary)
  }

  /// A journal that fails ends the run, because nothing would record what was done.
  static func unrecorded(_ failure: Failure, _ span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      .failed, at: span, "the journal cannot be used: \(failure.message)",
      exitCode: ExitCode(failure))
    diagnostic.failure = failure
    return diagnostic
  }
}
