import TuskCommon
package import TuskLanguage
package import XCallbackURL

extension Interpreter {
  /// Runs a line that is a command, and shows its result.
  func run(_ pipeline: Pipeline, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard pipeline.isPlain, case .command(let command) = pipeline.first else {
      frame.last = try await flow(through: pipeline, keepsOutput: false, in: &frame)
      return .onward
    }
    if let definition = frame.definitions[command.verb.value] {
      let flow = try await call(definition, command, in: &frame)
      guard case .answer(let runtimeValue) = flow else { return flow }
      frame.last = runtimeValue
      return .onward
    }
    if let verb = resolver.ownVerb(of: command) { return try await run(verb, command, in: &frame) }
    frame.last = try await perform(command, showingResult: true, in: &frame)
    return .onward
  }

  /// Runs a pipeline for its value.
  func result(of pipeline: Pipeline, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    guard pipeline.isPlain, case .command(let command) = pipeline.first else {
      return try await flow(through: pipeline, keepsOutput: true, in: &frame)
    }
    return try await result(of: command, in: &frame)
  }

  func result(of command: Command, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    if let definition = frame.definitions[command.verb.value] {
      switch try await call(definition, command, in: &frame) {
      case .answer(let runtimeValue): return runtimeValue
      case .exit(let code): throw .left(code, by: command.verb)
      case .timeOver: throw .left(.success, by: command.verb)
      case .onward, .next, .stop: return .null
      }
    }
    if let verb = resolver.ownVerb(of: command) { return try await result(of: verb, command, in: &frame) }
    return try await perform(command, showingResult: false, in: &frame)
  }

  /// Runs an action.
  private func perform(
    _ command: Command, showingResult showsResult: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    let (prepared, invocation) = try await resolved(command, in: &frame)
    let request = try CommandRequest(invocation, interpolating: prepared.interpolations)
    return try await send(
      try await guarded(request, command, prepared, in: frame), showingResult: showsResult, in: &frame)
  }

  /// The values of a command's variables, and the command as the checker resolved it or resolved with these values.
  func resolved(_ command: Command, in frame: inout Frame) async throws(Diagnostic) -> (Prepared, Invocation) {
    // What the checker resolved has no variables.
    if let invocation = frame.resolutions[command] { return (Prepared(), invocation) }
    let prepared = try await prepare(command.arguments.compactMap(\.value), in: &frame)
    return (prepared, try invocation(of: command, prepared, frame))
  }

  /// Plans a command with the values that it has now.
  func request(for command: Command, _ prepared: Prepared, _ frame: Frame) throws(Diagnostic) -> CommandRequest {
    try CommandRequest(try invocation(of: command, prepared, frame), interpolating: prepared.interpolations)
  }

  /// The command as the checker resolved it, or resolved with the values that it has now.
  func invocation(of command: Command, _ prepared: Prepared, _ frame: Frame) throws(Diagnostic) -> Invocation {
    if let invocation = frame.resolutions[command] { return invocation }
    let bindings = bindings(prepared, prints: command.verb.value == "print")
    return try resolver.resolve(command, bindings: bindings, known: frame.definitions.keys.sorted())
  }

  /// The URLs that a line would open.
  package func urls(of statement: Statement) async throws(Diagnostic) -> [CallbackURL] {
    guard case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first,
      pipeline.isPlain
    else { throw .noURLs(statement.span) }
    var frame = Frame(source: Source(""))
    let prepared = try await prepare(command.arguments.compactMap(\.value), in: &frame)
    if command.verb.value == "open" { return try request(opening: command, prepared, frame).urls }
    guard resolver.ownVerb(of: command) == nil else { throw .noURLs(command.verb.span) }
    return try request(for: command, prepared, frame).urls
  }

  /// Calls a verb that the script defined.
  ///
  /// - Returns: its value, or that it ended the script.
  private func call(
    _ verb: Frame.DefinedVerb, _ command: Command, in frame: inout Frame
  ) async throws(Diagnostic) -> Flow {
    guard frame.depth < Frame.maxDepth else { throw .tooDeep(command.verb) }
    var inputs: [String: RuntimeValue] = [:]
    var open = verb.definition.inputs.map(\.name.value)
    for argument in command.arguments {
      switch argument {
      case .value(let value):
        guard !open.isEmpty else { throw .tooManyInputs(of: verb.definition, value.span) }
        inputs[open.removeFirst()] = try await self.value(of: value, in: &frame)
      case .setting(let setting):
        guard let index = open.firstIndex(of: setting.key.value) else {
          throw .noInput(command.verb.value, setting.key, verb.definition.inputs.map(\.name.value))
        }
        open.remove(at: index)
        inputs[setting.key.value] = try await value(of: setting, in: &frame)
      }
    }
    for input in verb.definition.inputs where open.contains(input.name.value) {
      guard let fallback = input.fallback else { throw .missingInput(input.name.value, of: command) }
      do throws(Diagnostic) {
        inputs[input.name.value] = try await value(of: fallback, in: &frame)
      } catch {
        throw error.from(verb.source, unlessWithin: frame.source)
      }
    }
    return try await run(verb, inputs: inputs, in: &frame)
  }

  private func run(
    _ verb: Frame.DefinedVerb, inputs: [String: RuntimeValue], in frame: inout Frame
  ) async throws(Diagnostic) -> Flow {
    var inner = frame.forCall(of: verb, inputs: inputs)
    defer { frame.resume(after: inner) }
    do throws(Diagnostic) {
      switch try await run(verb.definition.body, in: &inner) {
      case .exit(let code): return .exit(code)
      case .timeOver: return .timeOver
      case .answer(let runtimeValue): return .answer(runtimeValue)
      case .onward, .next, .stop: return .answer(.null)
      }
    } catch {
      throw error.from(verb.source, unlessWithin: frame.source)
    }
  }

  private func value(of setting: Setting, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    switch setting.content {
    case .flag(let flag): RuntimeValue(.boolean(flag))
    case .value(let value): try await self.value(of: value, in: &frame)
    }
  }
}

extension Diagnostic {
  /// The same error with the source it is in, unless that is the outer one.
  func from(_ source: Source, unlessWithin outer: Source) -> Diagnostic {
    guard self.source == nil, source != outer else { return self }
    var diagnostic = self
    diagnostic.source = source
    return diagnostic
  }

  fileprivate static func noURLs(_ span: Span) -> Diagnostic {
    Diagnostic(.notRunnable, at: span, "this line opens no URL by itself")
  }

  fileprivate static func tooDeep(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .tooDeep, at: verb.span, "calls are nested more than \(Frame.maxDepth) deep",
      exitCode: .data)
  }

  /// A verb ended the script while a line waited for its value; nothing catches this.
  fileprivate static func left(_ code: ExitCode, by verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.interrupted, at: verb.span, "'\(verb.value)' ended the script", exitCode: code)
  }

  fileprivate static func noInput(_ verb: String, _ key: Spanned<String>, _ known: [String]) -> Diagnostic {
    let near = NearWords.near(key.value, among: known)
    return Diagnostic(
      .unknownParam, at: key.span, "'\(verb)' has no parameter '\(key.value)', or it is given twice",
      edits: near.first.map { [Edit(key.span, $0)] } ?? [], near: near)
  }
}
