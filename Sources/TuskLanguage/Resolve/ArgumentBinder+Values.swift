import TuskCommon
import XCallbackURL

extension ArgumentBinder {
  /// One value of a parameter as encoded in a URL, and the pairs that accompany it.
  struct Given {
    let text: String
    var companions: [CallbackURL.Pair] = []
  }

  /// The values a parameter gets: one, several for a repeatable parameter, or none for `null`.
  func given(by value: Value, for parameter: Parameter) throws(Diagnostic) -> [Given] {
    let isRepeated = parameter.isRepeatable || signature.subject?.alternatives.contains(parameter.name) ?? false
    try checkOrigin(of: value, for: parameter)
    switch value.form {
    case .list(let values) where isRepeated:
      var given: [Given] = []
      for value in values { given += try self.given(by: value, for: parameter) }
      return given
    case .list:
      throw .oneValue(parameter, value.span)
    case .reference(let reference):
      return [Given(text: try text(of: reference, for: parameter, at: value.span))]
    case .word(let text) where parameter.needsKind(text):
      throw .withoutKind(try self.text(of: text), parameter, value.span)
    case .word(let text), .string(let text), .url(let text):
      return [Given(text: try checked(try self.text(of: text), for: parameter, at: value.span, from: text))]
    case .variable(let variable):
      return try given(by: bindings.value(variable), for: parameter, at: value.span, isRepeated: isRepeated)
    case .result(let pipeline):
      return try given(by: bindings.result(pipeline), for: parameter, at: value.span, isRepeated: isRepeated)
    case .arithmetic, .range:
      return try given(by: bindings.computed(value), for: parameter, at: value.span, isRepeated: isRepeated)
    }
  }

  private func given(
    by binding: Binding, for parameter: Parameter, at span: Span, isRepeated: Bool
  ) throws(Diagnostic) -> [Given] {
    switch binding {
    case .nothing:
      guard !parameter.isRequired, !isRepeated || parameter.isRepeatable else { throw .nothing(parameter, span) }
      return []
    case .text(let text):
      // An upload is written with its kind, as media:123, so that no other text is mistaken for one.
      guard parameter.type != .attachment || ParameterType.isWebURL(text) else {
        throw .mismatch(.mismatch, text, parameter, of: verb, at: span, isLiteral: false)
      }
      return [Given(text: try checked(text, for: parameter, at: span))]
    case .argument(let text):
      guard let (kind, id) = Binding.reference(spelledBy: text), parameter.type.takes(kind) else {
        return try given(by: .text(text), for: parameter, at: span, isRepeated: isRepeated)
      }
      return [Given(text: try self.text(of: kind, id, for: parameter, at: span))]
    case .reference(let kind, let id): return [Given(text: try text(of: kind, id, for: parameter, at: span))]
    case .record(let name, let referent, let spelling, let fields):
      return [try given(by: Record(name, referent, spelling, fields), for: parameter, at: span)]
    case .list(let bindings):
      guard isRepeated else { throw .oneValue(parameter, span, exitCode: .data) }
      var given: [Given] = []
      for binding in bindings {
        given += try self.given(by: binding, for: parameter, at: span, isRepeated: isRepeated)
      }
      return given
    case .pending(let kind, let text):
      if let required = parameter.type.kind, let found = kind?.reference, required != found {
        throw .wrongKind("'\(parameter.name)' must be", required, found, label: text, span, exitCode: .data)
      }
      return [Given(text: text)]
    }
  }

  /// Checks that the name of a file comes from the script itself.
  private func checkOrigin(of value: Value, for parameter: Parameter) throws(Diagnostic) {
    let variables: [Variable] =
      switch value.form {
      case .reference(let reference) where reference.kind == .file: reference.id.variables
      case .word(let text), .string(let text), .url(let text): parameter.type == .file ? text.variables : []
      case .variable(let variable): parameter.type == .file ? [variable] : []
      case .result, .list, .reference, .arithmetic, .range: []
      }
    if let foreign = variables.first(where: bindings.isForeign) { throw .foreign(.file, foreign.span) }
    guard parameter.type == .file else { return }
    switch value.form {
    case .result, .arithmetic, .range: throw .unwritten(value.span)
    case .word, .string, .reference, .url, .variable, .list: break
    }
  }

  private func text(
    of reference: Reference, for parameter: Parameter, at span: Span
  ) throws(Diagnostic) -> String {
    let id = try text(of: reference.id)
    switch parameter.type {
    case .text where reference.kind == .file:
      return try bindings.contents(Spanned(id, span))
    case .text where reference.form == .kind && parameter.place == .operand && signature.effect.changesAccount:
      throw .referenceAsText(reference, of: verb, at: span)
    case .acct where reference.kind == .account:
      return try checked(id, for: parameter, at: span, from: reference.id)
    case .identifier(let kind), .reference(let kind):
      guard reference.kind == kind else {
        throw .wrongKind("'\(parameter.name)' must be", kind, reference.kind, label: nil, span)
      }
      return try checked(id, for: parameter, at: span, from: reference.id)
    case .attachment where reference.kind == .file: return "file:\(id)"
    case .attachment where reference.kind == .media, .file where reference.kind == .file:
      return try checked(id, for: parameter, at: span, from: reference.id)
    default:
      return try checked(try text(of: reference.spelling), for: parameter, at: span, from: reference.id)
    }
  }

  private func text(
    of kind: ReferenceKind, _ id: String, for parameter: Parameter, at span: Span
  ) throws(Diagnostic) -> String {
    if let required = parameter.type.kind, required != kind {
      throw .wrongKind(
        "'\(parameter.name)' must be", required, kind, label: "\(kind.rawValue):\(id)", span, exitCode: .data)
    }
    if kind == .file, parameter.type == .attachment { return "file:\(id)" }
    return try checked(id, for: parameter, at: span)
  }

  /// The text with its variables replaced by their values.
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
    case .text(let text), .argument(let text), .pending(_, let text): return text
    case .reference(_, let id): return id
    case .nothing: return ""
    case .record(_, _, let spelling?, _): return spelling
    case .record(let name, _, nil, _): throw .misplaced(name.withArticle, within: .text, at: variable.span)
    case .list: throw .misplaced("a list", within: .text, at: variable.span)
    }
  }

  /// The text, checked against the parameter's type unless its value is still unknown.
  func checked(
    _ text: String, for parameter: Parameter, at span: Span, from written: Text? = nil
  ) throws(Diagnostic) -> String {
    if let written, try isPending(written) { return text }
    do {
      return try parameter.type.accepting(normalized(text, parameter))
    } catch {
      throw .mismatch(error, text, parameter, of: verb, at: span, isLiteral: written?.literal != nil)
    }
  }

  /// The text with an app's spelling of a boolean (`1`, `yes`) converted to that of the language.
  private func normalized(_ text: String, _ parameter: Parameter) -> String {
    guard signature.app != nil, parameter.type == .boolean else { return text }
    return Dialect.truth(of: text).map { String($0) } ?? text
  }

  func isPending(_ text: Text) throws(Diagnostic) -> Bool {
    for variable in text.variables {
      if case .pending = try bindings.value(variable) { return true }
    }
    return false
  }
}

extension ParameterType {
  /// Whether an argument of the script that spells a reference of this kind is one here.
  fileprivate func takes(_ kind: ReferenceKind) -> Bool {
    switch self {
    case .identifier, .reference: true
    case .attachment: kind == .file || kind == .media
    case .file: kind == .file
    case .text, .integer, .boolean, .duration, .time, .acct, .url, .choice, .anything: false
    }
  }
}

extension ParameterType {
  /// How a value of this type that was written as in other languages is written.
  fileprivate func otherSpelling(of text: String) -> String? {
    switch self {
    case .duration: Duration.written(from: text)
    case .attachment where text.hasPrefix("file:"):
      "file:" + Value.quoted(String(text.dropFirst("file:".count)))
    case .attachment where text.contains(".") && !text.contains(":"): "file:\(text)"
    default: nil
    }
  }
}

extension Parameter {
  /// Whether an unquoted word needs a kind here, because the parameter's name does not imply one.
  fileprivate func needsKind(_ word: Text) -> Bool {
    switch type {
    case .identifier: place == .named
    case .reference(.account): word.literal != "me"
    case .reference: true
    default: false
    }
  }
}

extension Diagnostic {
  /// What follows a verb that publishes text is published as it is, which nobody means to do with a reference.
  fileprivate static func referenceAsText(
    _ reference: Reference, of verb: Resolver.Verb, at span: Span
  ) -> Diagnostic {
    let quoted = Value(.string(reference.spelling), span).source
    return Diagnostic(
      .typeMismatch, at: span, "'\(verb.spelling.value)' needs text; this is \(reference.kind.withArticle)",
      label: "to send these characters, write \(quoted)")
  }

  fileprivate static func withoutKind(_ id: String, _ parameter: Parameter, _ span: Span) -> Diagnostic {
    guard let kind = parameter.type.kind, kind.isIdentifier(id) else {
      return Diagnostic(.typeMismatch, at: span, "'\(parameter.name)' must be \(parameter.type.description)")
    }
    guard kind != .account || id.contains(where: \.isNumber) || !ParameterType.acct.accepts(id) else {
      return Diagnostic(
        .typeMismatch, at: span, "'\(parameter.name)' must be an account; an account name starts with @",
        edits: [Edit(span, "@\(id)")])
    }
    return Diagnostic(
      .typeMismatch, at: span, "'\(parameter.name)' must be \(kind.rawValue):ID, not '\(id)'",
      label: "--ids shows the references of a list",
      edits: kind == .status && id.isLongNumber ? [Edit(span, "status:\(id)")] : [])
  }

  fileprivate static func mismatch(
    _ mismatch: SpellingMismatch, _ text: String, _ parameter: Parameter, of verb: Resolver.Verb, at span: Span,
    isLiteral: Bool
  ) -> Diagnostic {
    let near =
      parameter.type.choice(calledElsewhere: text).map { [$0] }
      ?? NearWords.near(text, among: parameter.type.choiceValues)
    let requirement =
      mismatch == .outOfRange && parameter.type.isTimeLike
      ? "must be at most \(Duration.longestWritten), not '\(text)'"
      : parameter.type.hasManySpellings
        ? "cannot be '\(text)'; list its values with: help \(verb.spelling.value)"
        : "must be \(parameter.type.description), not '\(text)'"
    let meant = near.first ?? parameter.type.otherSpelling(of: text)
    return Diagnostic(
      mismatch == .outOfRange ? .outOfRange : .typeMismatch, at: span, "'\(parameter.name)' \(requirement)",
      label: meant == nil ? verb.advice(on: text, insteadOf: parameter) : nil,
      edits: isLiteral ? meant.map { [Edit(span, $0)] } ?? [] : [], near: near,
      exitCode: isLiteral ? .usage : .data)
  }

  fileprivate static func nothing(_ parameter: Parameter, _ span: Span) -> Diagnostic {
    let requirement = "'\(parameter.name)' must be \(parameter.type.description)"
    return Diagnostic(.typeMismatch, at: span, requirement, label: "null", exitCode: .data)
  }

  fileprivate static func oneValue(_ parameter: Parameter, _ span: Span, exitCode: ExitCode = .usage) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(parameter.name)' must be \(parameter.type.description), not a list", label: "a list",
      exitCode: exitCode)
  }

  fileprivate static func unwritten(_ span: Span) -> Diagnostic {
    Diagnostic(.foreignValue, at: span, "the result of a command cannot name a file", exitCode: .data)
  }

  static func wrongKind(
    _ requirement: String, _ required: ReferenceKind, _ found: ReferenceKind, label: String?, _ span: Span,
    exitCode: ExitCode = .usage
  ) -> Diagnostic {
    Diagnostic(
      .wrongKind, at: span, "\(requirement) \(required.withArticle); this is \(found.withArticle)", label: label,
      exitCode: exitCode)
  }
}

extension Resolver.Verb {
  /// What a word may have been meant for where a choice is expected: a hashtag, if the verb takes one.
  fileprivate func advice(on text: String, insteadOf parameter: Parameter) -> String? {
    guard parameter.place == .operand, signature.subject?.kind == .tag, ReferenceKind.tag.isIdentifier(text) else {
      return nil
    }
    let lists = signature.parameters.contains { $0.place == .operand && $0.type == .identifier(.list) }
    return "a hashtag is #\(text)" + (lists ? ", a list is list:\(text)" : "")
  }
}
