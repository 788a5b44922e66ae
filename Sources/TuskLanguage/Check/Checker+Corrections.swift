import XCallbackURL

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
      if found != .spelled { explained.label = found.kind.map { "\($0.rawValue):…" } ?? found.description }
      if let field = corrected(variable, found, required) { explained.edits = [Diagnostic.Edit(value.span, field)] }
    case .result: explained.label = staticType(of: value).description
    case .word, .string, .url, .reference, .list, .arithmetic, .range: break
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
        let parameter = parameters.named(setting.key.value)
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
