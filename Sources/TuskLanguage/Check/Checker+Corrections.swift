import XCallbackURL

extension Checker {
  /// The mistake, with its correction only if the corrected command resolves.
  func verified(_ diagnostic: Diagnostic, in command: Command) -> Diagnostic {
    guard !diagnostic.edits.isEmpty, !isRight(command, after: diagnostic.edits) else { return diagnostic }
    var verified = diagnostic
    verified.edits = []
    return verified
  }

  /// Whether a command resolves after these edits; true if its text is unknown.
  func isRight(_ command: Command, after edits: [Diagnostic.Edit]) -> Bool {
    guard let source else { return true }
    var text = ""
    var offset = command.span.start
    for edit in edits {
      guard edit.span.start >= offset, edit.span.end <= command.span.end else { return true }
      text += source.text(Span(offset, edit.span.start)) + edit.text
      offset = edit.span.end
    }
    text += source.text(Span(offset, command.span.end))
    // The command may contain line ends, which are blanks only within parentheses.
    guard let statements = try? Parser.parse(Source("return (\(text))")), let changed = statements.first?.command else {
      return false
    }
    guard definitions[changed.verb.value] == nil else { return true }
    guard let verb = verb(of: changed) else { return false }
    guard (try? resolver.resolve(changed, bindings: bindings(for: verb))) != nil else { return false }
    return mismatches(in: changed, verb).isEmpty
  }
}

extension Checker {
  /// The mistake with what is statically known of the value that caused it.
  func explained(_ diagnostic: Diagnostic, of command: Command, _ verb: Resolver.Verb) -> Diagnostic {
    guard diagnostic.kind == .wrongKind, let (value, required) = place(of: diagnostic.span, in: command, verb) else {
      return diagnostic
    }
    var explained = diagnostic
    switch value.form {
    case .variable(let variable):
      let found = staticType(of: variable)
      explained.label = found.kind.map { "\($0.rawValue):…" } ?? found.description
      if let field = corrected(variable, found, required) { explained.edits = [Diagnostic.Edit(value.span, field)] }
    case .result: explained.label = staticType(of: value).description
    case .word, .string, .url, .reference, .list: break
    }
    return explained
  }

  /// The value at a span, and the kind of reference its place requires.
  private func place(of span: Span, in command: Command, _ verb: Resolver.Verb) -> (Value, ReferenceKind)? {
    for argument in command.arguments where argument.span.start <= span.start && span.end <= argument.span.end {
      switch argument {
      case .value(let value):
        guard let value = value.part(at: span), let kind = verb.signature.subject?.kind else { return nil }
        return (value, kind)
      case .setting(let setting):
        guard case .value(let value) = setting.content, let value = value.part(at: span) else { return nil }
        let parameters = verb.signature.parameters + resolver.options(of: verb.signature)
        let parameter = parameters.first { $0.name == setting.key.value || $0.synonyms.contains(setting.key.value) }
        return parameter?.type.kind.map { (value, $0) }
      }
    }
    return nil
  }

  /// The variable followed by the only field that refers to the required kind.
  private func corrected(_ variable: Variable, _ found: StaticType, _ required: ReferenceKind) -> String? {
    if case .record(let shape) = found, let field = shape.onlyField(of: required) {
      return "$\(variable.spelling(path: variable.path)).\(field)"
    }
    guard !variable.path.isEmpty else { return nil }
    var owner = variable
    owner.path.removeLast()
    guard case .record(let shape) = staticType(of: owner), let field = shape.onlyField(of: required) else {
      return nil
    }
    return "$\(variable.spelling(path: owner.path)).\(field)"
  }
}

extension Statement {
  /// The command in `return (COMMAND)`.
  fileprivate var command: Command? {
    guard case .answer(.value(let value)?) = form, case .result(let pipeline) = value.form,
      case .command(let command) = pipeline.first
    else { return nil }
    return command
  }
}

extension Variable {
  fileprivate func spelling(path: [Field]) -> String {
    ([name] + path.map { $0.name + ($0.isOptional ? "?" : "") }).joined(separator: ".")
  }
}

extension Value {
  /// The value or list item with exactly this span.
  fileprivate func part(at place: Span) -> Value? {
    guard span != place else { return self }
    guard case .list(let values) = form else { return nil }
    return values.lazy.compactMap { $0.part(at: place) }.first
  }
}
