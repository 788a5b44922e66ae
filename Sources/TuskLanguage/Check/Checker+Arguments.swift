import XCallbackURL

// The arguments of the script, checked with their values before its first line runs.
extension Checker {
  /// The value of a script argument, or of a name that 'let' gives to it, if it is known and the line certainly runs: in
  /// a block, or after a line that may end the script, other arguments may be meant.
  func argument(_ variable: Variable) -> Binding? {
    guard let arguments, isReached, place.level != .inner, !place.isDefinition, variable.path.isEmpty else {
      return nil
    }
    if let text = names[variable.name]?.argument { return .argument(text) }
    if variable.name == "@" { return .list(arguments.map { .argument($0) }) }
    guard let number = Int(variable.name), arguments.indices.contains(number - 1) else { return nil }
    return .argument(arguments[number - 1])
  }

  /// The text of a value that is a known argument.
  func argumentText(_ value: Value) -> String? {
    guard case .variable(let variable) = value.form, case .argument(let text)? = argument(variable) else { return nil }
    return text
  }

  /// Notes whether the lines after the statement may not run, because it may end the script with words of its own.
  mutating func noteEnd(_ statement: Statement) {
    guard isReached, arguments != nil else { return }
    var finder = EndFinder(definitions: definitions)
    finder.visit(statement)
    isReached = !finder.found
  }
}

extension Checker {
  /// The static values of a command; a verb with an untyped parameter accepts records and lists too.
  func bindings(for verb: Resolver.Verb, _ command: Command) -> Bindings {
    // Most lines have no variables, and the others are bound by copies of the checker.
    guard !command.isWrittenOut else { return .written }
    var bindings = bindings
    guard verb.isOwn,
      verb.signature.parameters.contains(where: { $0.type == .anything })
    else { return bindings }
    bindings.value = { variable throws(Diagnostic) in
      guard verb.signature.action == "print" || !isSecret(variable) else { throw .secret(variable.span) }
      return StaticType.anything.binding
    }
    bindings.result = { _ throws(Diagnostic) in StaticType.anything.binding }
    return bindings
  }

  /// The static values of a line.
  var bindings: Bindings {
    Bindings(
      value: { variable throws(Diagnostic) in
        guard !isSecret(variable) else { throw .secret(variable.span) }
        return argument(variable) ?? staticType(of: variable).binding
      },
      result: { pipeline throws(Diagnostic) in staticType(of: pipeline).binding },
      contents: { _ throws(Diagnostic) in "" },
      isForeign: isForeign(_:))
  }
}

/// Looks for what may end a script: `exit`, `expect`, another script and verbs of the script.
private struct EndFinder: SyntaxVisitor {
  let definitions: [String: Definition]
  var found = false

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .expectation: found = true
    case .definition: return
    default: statement.walk(with: &self)
    }
  }

  mutating func visit(_ command: Command) {
    let verb = command.verb.value
    found = found || verb == "exit" || verb == "source" || definitions[verb] != nil
    command.walk(with: &self)
  }
}
