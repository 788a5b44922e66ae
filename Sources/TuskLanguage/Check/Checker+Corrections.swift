import XCallbackURL

extension Checker {
  /// The mistake, with a correction only where that leaves no other.
  func verified(_ diagnostic: Diagnostic, in command: Command) -> Diagnostic {
    guard !diagnostic.edits.isEmpty, !isRight(command, after: diagnostic.edits) else { return diagnostic }
    var verified = diagnostic
    verified.edits = []
    return verified
  }

  /// Whether a command resolves once it is changed so; what cannot be read again is not looked at.
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
    // In parentheses a line end is a blank, as it may be in the command.
    guard let statements = try? Parser.parse(Source("return (\(text))")), let changed = statements.first?.command else {
      return false
    }
    guard definitions[changed.verb.value] == nil else { return true }
    guard let verb = verb(of: changed) else { return false }
    guard (try? resolver.resolve(changed, bindings: bindings(for: verb))) != nil else { return false }
    return misfits(in: changed, verb).isEmpty
  }
}

extension Checker {
  /// The mistake with what is known beforehand of the values that had a part in it.
  func explained(_ diagnostic: Diagnostic, of command: Command, _ verb: Resolver.Verb) -> Diagnostic {
    guard diagnostic.kind == .wrongKind, let (value, wanted) = place(of: diagnostic.span, in: command, verb) else {
      return diagnostic
    }
    var explained = diagnostic
    switch value.form {
    case .variable(let variable):
      let found = staticType(of: variable)
      explained.label = "\(found.kind?.rawValue ?? "value"):…"
      if let field = mended(variable, found, wanted) { explained.edits = [Diagnostic.Edit(value.span, field)] }
    case .result: explained.label = staticType(of: value).description
    case .word, .string, .url, .reference, .list: break
    }
    return explained
  }

  /// The value at a span, and the kind of thing that its place wants.
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

  /// The variable with the one field that names what is wanted.
  private func mended(_ variable: Variable, _ found: StaticType, _ wanted: ReferenceKind) -> String? {
    if case .record(let shape) = found, let field = shape.onlyField(naming: wanted) {
      return "$\(variable.spelling(path: variable.path)).\(field)"
    }
    guard !variable.path.isEmpty else { return nil }
    var owner = variable
    owner.path.removeLast()
    guard case .record(let shape) = staticType(of: owner), let field = shape.onlyField(naming: wanted) else {
      return nil
    }
    return "$\(variable.spelling(path: owner.path)).\(field)"
  }
}

extension Statement {
  /// The command that a `return` stands before in parentheses.
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
  /// The value or the item of a list that stands exactly there.
  fileprivate func part(at place: Span) -> Value? {
    guard span != place else { return self }
    guard case .list(let values) = form else { return nil }
    return values.lazy.compactMap { $0.part(at: place) }.first
  }
}
