import XCallbackURL

extension Filling {
  /// The texts that a value gives a parameter: one, several for a subject, or none for what is left out.
  func texts(of value: Value, for parameter: Parameter) throws(Diagnostic) -> [String] {
    let isRepeated = signature.subject?.alternatives.contains(parameter.name) ?? false
    switch value.form {
    case .list(let values) where isRepeated:
      var texts: [String] = []
      for value in values { texts += try self.texts(of: value, for: parameter) }
      return texts
    case .list:
      throw .oneValue(parameter, value.span)
    case .reference(let reference):
      return [try text(of: reference, for: parameter, at: value.span)]
    case .word(let text) where parameter.wantsKind:
      throw .withoutKind(try self.text(of: text), parameter, value.span)
    case .word(let text), .string(let text), .url(let text):
      return [try checked(try self.text(of: text), for: parameter, at: value.span, literal: text.literal != nil)]
    case .variable(let variable):
      return try texts(of: bindings.value(variable), for: parameter, at: value.span, isRepeated: isRepeated)
    case .result(let pipeline):
      return try texts(of: bindings.result(pipeline), for: parameter, at: value.span, isRepeated: isRepeated)
    }
  }

  private func texts(
    of binding: Binding, for parameter: Parameter, at span: Span, isRepeated: Bool
  ) throws(Diagnostic) -> [String] {
    switch binding {
    case .nothing:
      guard !parameter.isRequired, !isRepeated else { throw .nothing(parameter, span) }
      return []
    case .text(let text): return [try checked(text, for: parameter, at: span, literal: false)]
    case .reference(let kind, let id):
      if case .identifier(let wanted) = parameter.demand, wanted != kind {
        throw .wrongKind(parameter.name, wanted, kind, label: "\(kind.rawValue):\(id)", span, exitCode: 65)
      }
      return [try checked(id, for: parameter, at: span, literal: false)]
    case .list(let bindings):
      guard isRepeated else { throw .oneValue(parameter, span, exitCode: 65) }
      var texts: [String] = []
      for binding in bindings {
        texts += try self.texts(of: binding, for: parameter, at: span, isRepeated: isRepeated)
      }
      return texts
    }
  }

  private func text(
    of reference: Reference, for parameter: Parameter, at span: Span
  ) throws(Diagnostic) -> String {
    let id = try text(of: reference.id)
    let isLiteral = reference.id.literal != nil
    switch parameter.demand {
    case .text where reference.kind == .file:
      return try bindings.contents(Spanned(id, span))
    case .acct where reference.kind == .account:
      return try checked(id, for: parameter, at: span, literal: isLiteral)
    case .identifier(let kind):
      guard reference.kind == kind else { throw .wrongKind(parameter.name, kind, reference.kind, label: nil, span) }
      return try checked(id, for: parameter, at: span, literal: isLiteral)
    default:
      return try checked(try text(of: reference.spelling), for: parameter, at: span, literal: isLiteral)
    }
  }

  /// A text with the values of its variables.
  func text(of text: Text) throws(Diagnostic) -> String {
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let literal): whole += literal
      case .variable(let variable): whole += try spelling(of: bindings.value(variable), variable)
      }
    }
    return whole
  }

  private func spelling(of binding: Binding, _ variable: Variable) throws(Diagnostic) -> String {
    switch binding {
    case .text(let text): return text
    case .reference(_, let id): return id
    case .nothing: return ""
    case .list: throw .listInText(variable)
    }
  }

  /// The text as the parameter wants it spelled.
  func checked(
    _ text: String, for parameter: Parameter, at span: Span, literal isLiteral: Bool
  ) throws(Diagnostic) -> String {
    do {
      return try parameter.demand.accepting(text)
    } catch {
      throw .misfit(error, text, parameter, at: span, isLiteral: isLiteral)
    }
  }
}

extension Parameter {
  /// Whether an id says nothing here without its kind, because the parameter's name does not tell it.
  fileprivate var wantsKind: Bool {
    guard case .identifier = demand else { return false }
    return place == .named
  }
}

extension Diagnostic {
  fileprivate static func withoutKind(_ id: String, _ parameter: Parameter, _ span: Span) -> Diagnostic {
    guard case .identifier(let kind) = parameter.demand, kind.isIdentifier(id) else {
      return Diagnostic(.typeMismatch, at: span, "\(parameter.name) wants \(parameter.demand.description)")
    }
    return Diagnostic(
      .typeMismatch, at: span, "\(parameter.name) wants \(kind.withArticle); an id needs its kind", label: "a word",
      edits: [Edit(span, "\(kind.rawValue):\(id)")])
  }

  fileprivate static func misfit(
    _ misfit: Misfit, _ text: String, _ parameter: Parameter, at span: Span, isLiteral: Bool
  ) -> Diagnostic {
    let near = DidYouMean.near(text, among: parameter.demand.spellings)
    return Diagnostic(
      misfit == .outOfRange ? .outOfRange : .typeMismatch, at: span,
      "\(parameter.name) wants \(parameter.demand.description), not '\(text)'",
      edits: isLiteral ? near.first.map { [Edit(span, $0)] } ?? [] : [], near: near, exitCode: isLiteral ? 64 : 65)
  }

  fileprivate static func nothing(_ parameter: Parameter, _ span: Span) -> Diagnostic {
    let wants = "\(parameter.name) wants \(parameter.demand.description)"
    return Diagnostic(.typeMismatch, at: span, wants, label: "nothing", exitCode: 65)
  }

  fileprivate static func oneValue(_ parameter: Parameter, _ span: Span, exitCode: Int = 64) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "\(parameter.name) wants \(parameter.demand.description), not a list", label: "a list",
      exitCode: exitCode)
  }

  fileprivate static func listInText(_ variable: Variable) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: variable.span, "a list cannot stand within a text", label: "a list", exitCode: 65)
  }

  static func wrongKind(
    _ name: String, _ wanted: ReferenceKind, _ found: ReferenceKind, label: String?, _ span: Span, exitCode: Int = 64
  ) -> Diagnostic {
    Diagnostic(
      .wrongKind, at: span, "\(name) wants \(wanted.withArticle); this is \(found.withArticle)", label: label,
      exitCode: exitCode)
  }
}
