import TuskCommon
package import XCallbackURL

// A verb of several actions, among which the kind of the subject chooses: `follow @bob`, `follow #birds`.
extension Resolver.Verb {
  /// The actions that may be meant, the one declared first at the start.
  package var candidates: [Signature] { [signature] + others }

  /// The verb with the action that the values of a command choose.
  ///
  /// - Throws: a subject of a kind that no action of the verb takes.
  func chosen(for command: Command, with bindings: Bindings) throws(Diagnostic) -> Resolver.Verb {
    try chosen(for: command) { value throws(Diagnostic) in
      switch value.form {
      case .variable(let variable): try bindings.value(variable).referenceKind
      case .result(let pipeline): try bindings.result(pipeline).referenceKind
      case .word, .string, .reference, .url, .list, .arithmetic, .range: nil
      }
    }
  }

  /// - Parameter kind: the kind of what a variable or a command in parentheses refers to, if it is known.
  func chosen(
    for command: Command, kind: (Value) throws(Diagnostic) -> ReferenceKind?
  ) throws(Diagnostic) -> Resolver.Verb {
    guard !others.isEmpty else { return self }
    let arguments = command.arguments.dropFirst(length)
    let keys = arguments.compactMap { if case .setting(let setting) = $0 { setting.key.value } else { nil } }
    var candidates = candidates.filter { signature in
      keys.allSatisfy { key in signature.parameter(named: key) != nil || !isParameter(key) }
    }
    if candidates.isEmpty { candidates = self.candidates }
    guard let value = arguments.lazy.compactMap({ if case .value(let value) = $0 { value } else { nil } }).first else {
      return with(candidates, preferring: { $0.subject?.isRequired != true })
    }
    let subject = value.firstItem
    switch subject.form {
    case .reference(let reference):
      let fitting = candidates.filter { $0.takes(reference.kind) }
      guard !fitting.isEmpty else { throw .wrongKind(self, reference.kind, subject.span) }
      return with(fitting)
    case .url: return with(candidates, preferring: { $0.subject?.url != nil })
    case .word, .string, .arithmetic, .range:
      return with(candidates, preferring: { $0.parameters.contains { $0.place == .operand } })
    case .variable, .result, .list:
      guard let found = try kind(subject) else { return with(candidates) }
      let fitting = candidates.filter { $0.takes(found) }
      guard !fitting.isEmpty else { throw .wrongKind(self, found, subject.span, exitCode: .data) }
      return with(fitting)
    }
  }

  private func isParameter(_ key: String) -> Bool {
    candidates.contains { $0.parameter(named: key) != nil }
  }

  /// The verb with these actions, or with the preferred ones of them if there are any.
  private func with(_ candidates: [Signature], preferring isPreferred: (Signature) -> Bool = { _ in true }) -> Self {
    let preferred = candidates.filter(isPreferred)
    let kept = preferred.isEmpty ? candidates : preferred
    var verb = self
    verb.signature = kept.first ?? signature
    verb.others = Array(kept.dropFirst())
    return verb
  }

  /// What the verb needs, with articles: "an account or a status".
  var neededKinds: String {
    var seen: Set<ReferenceKind> = []
    let kinds = candidates.compactMap { $0.subject?.kind }.filter { seen.insert($0).inserted }.map(\.withArticle)
    guard let last = kinds.last, kinds.count > 1 else { return kinds.first ?? "a subject" }
    return kinds.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Value {
  /// The value, or the first value of a list.
  fileprivate var firstItem: Value {
    guard case .list(let values) = form, let first = values.first else { return self }
    return first.firstItem
  }
}

extension Binding {
  /// The kind of what the value refers to, if that is known.
  fileprivate var referenceKind: ReferenceKind? {
    switch self {
    case .reference(let kind, _): kind
    case .argument(let text): Binding.reference(spelledBy: text)?.kind
    case .record(_, let referent, _, _): referent?.kind
    case .pending(let kind, _): kind?.reference
    case .list(let items): items.first?.referenceKind
    case .text, .nothing: nil
    }
  }
}

extension Signature {
  /// Whether a reference of this kind can follow the verb.
  fileprivate func takes(_ kind: ReferenceKind) -> Bool {
    subject?.kind == kind
      || parameters.contains { parameter in
        guard parameter.place == .operand else { return false }
        return switch parameter.type {
        case .identifier(let known), .reference(let known): known == kind
        default: false
        }
      }
  }
}

extension Diagnostic {
  static func wrongKind(
    _ verb: Resolver.Verb, _ found: ReferenceKind, _ span: Span, exitCode: ExitCode = .usage
  ) -> Diagnostic {
    Diagnostic(
      .wrongKind, at: span,
      "'\(verb.spelling.value)' needs \(verb.neededKinds); this is \(found.withArticle)", exitCode: exitCode)
  }
}
