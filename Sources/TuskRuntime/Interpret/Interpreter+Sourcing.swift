import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs another script in this one; its variables and verbs remain.
  func source(
    _ words: NamedArguments, _ command: Command, _ prepared: Prepared, in frame: inout Frame
  ) async throws(Diagnostic) -> Flow {
    guard frame.depth < Frame.maxDepth else { throw .tooDeep(command.verb) }
    let source: Source
    do throws(Failure) { source = try host.script(at: words["file"] ?? "", from: frame.source.name) } catch {
      throw .unreadable(error, command.arguments.first?.span ?? command.span)
    }
    let (outer, resolutions, arguments) = (frame.source, frame.resolutions, frame.arguments)
    let parameters = frame.parameters
    frame.parameters = []
    let texts = words.all("argument")
    frame.arguments = try self.arguments(texts, of: command, prepared)
    // What came from elsewhere is not what the checker takes an argument for: a word of the caller.
    let known = frame.arguments.contains(where: \.isForeign) ? nil : texts
    (frame.source, frame.depth) = (source, frame.depth + 1)
    defer {
      frame.source = outer
      frame.resolutions = resolutions
      frame.arguments = arguments
      frame.parameters = parameters
      frame.depth -= 1
    }
    let flow: Flow
    do throws(Diagnostic) {
      let statements = try Parser.parse(source)
      var checker = Checker.onThisMachine(resolver: resolver, arguments: known)
      checker.know(names: frame.names.keys, verbs: frame.definitions.values.map(\.definition))
      if let mistake = checker.check(statements, in: source).first { throw mistake }
      frame.resolutions = checker.resolutions
      prepare(for: statements)
      flow = try await run(statements, in: &frame)
    } catch {
      throw error.from(source, unlessWithin: outer)
    }
    guard settings.testStart != nil, case .exit(let code) = flow else { return flow }
    // The test goes on, so that it can expect something.
    guard code == .success else { throw .ended(code, command.span) }
    return .onward
  }

  /// The arguments of a script: its caller's own words as texts, and the values that came from elsewhere as they are.
  private func arguments(
    _ texts: [String], of command: Command, _ prepared: Prepared
  ) throws(Diagnostic) -> [RuntimeValue] {
    let isFileNamed = !command.settings(named: "file").isEmpty
    var hasFile = isFileNamed
    var values: [RuntimeValue] = []
    for argument in command.arguments {
      switch argument {
      case .value where !hasFile: hasFile = true
      case .value(let value): values += try elements(of: value, prepared)
      case .setting(let setting) where setting.key.value == "argument":
        if let value = setting.value { values += try elements(of: value, prepared) }
      case .setting: break
      }
    }
    return zip(texts, values).map { text, value in value.isForeign ? value : .argument(text, from: value) }
  }

  /// The values that become an argument each.
  private func elements(of value: Value, _ prepared: Prepared) throws(Diagnostic) -> [RuntimeValue] {
    switch value.form {
    case .list(let values):
      var elements: [RuntimeValue] = []
      for value in values { elements += try self.elements(of: value, prepared) }
      return elements
    case .variable, .result: return try prepared.value(value).flattened
    case .word, .string, .url, .reference, .arithmetic, .range: return [try prepared.value(value)]
    }
  }
}

extension RuntimeValue {
  /// The value, or the items of a list, without `null`.
  fileprivate var flattened: [RuntimeValue] {
    switch form {
    case .null: []
    case .list(let elements): elements.flatMap(\.flattened)
    default: [self]
    }
  }
}

extension Diagnostic {
  fileprivate static func tooDeep(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .tooDeep, at: verb.span, "scripts are nested more than \(Frame.maxDepth) deep", exitCode: .data)
  }
}
