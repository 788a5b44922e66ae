import TuskCommon
import XCallbackURL

extension Checker {
  /// The values that are unknown before the run but can never have the type their places require.
  func mismatches(in invocation: Invocation, of verb: Resolver.Verb) -> [Diagnostic] {
    let given = invocation.arguments.given.compactMap { given -> Diagnostic? in
      guard let found = laterValue(of: given.value), !given.parameter.type.couldAccept(found) else { return nil }
      return .mismatch(given.parameter, found, given.value.span)
    }
    guard let subject = verb.signature.subject else { return given }
    return given
      + invocation.arguments.subjects.compactMap { value in
        guard let found = laterValue(of: value), found.couldNever(be: subject.kind) else { return nil }
        return .mismatch(verb.spelling.value, subject.kind, found, value.span)
      }
  }

  /// The type of a value that is unknown before the run.
  private func laterValue(of value: Value) -> StaticType? {
    switch value.form {
    case .variable, .result, .arithmetic: staticType(of: value)
    case .word, .string, .reference, .url, .list, .range: nil
    }
  }
}

extension StaticType {
  /// Whether no value of this type refers to an entity of the kind.
  fileprivate func couldNever(be kind: ReferenceKind) -> Bool {
    switch self {
    case .truth, .number, .declared(.time): true
    case .list(let item): item.couldNever(be: kind)
    case .anything, .nothing, .written, .spelled, .declared, .reference, .record: false
    }
  }
}

extension ParameterType {
  /// Whether a value of this type may have the spelling the parameter requires.
  fileprivate func couldAccept(_ found: StaticType) -> Bool {
    switch found {
    case .list(let item): return couldAccept(item)
    case .truth, .number, .declared(.time), .declared(.url), .declared(.acct): break
    case .anything, .nothing, .written, .spelled, .declared, .reference, .record: return true
    }
    switch self {
    case .integer: return found == .number
    case .boolean: return found == .truth
    case .duration: return false
    case .time: return found == .declared(.time)
    case .url, .attachment: return found == .declared(.url)
    case .acct: return found != .declared(.time) && found != .declared(.url)
    case .identifier, .reference: return found != .declared(.time)
    case .choice(let choices): return found.isSpelled(by: choices.values)
    case .text, .file, .anything: return true
    }
  }
}

extension StaticType {
  private static let truths = ["true", "false"]

  /// Whether the value may be one of these words.
  fileprivate func isSpelled(by spellings: [String]) -> Bool {
    switch self {
    case .number: spellings.contains { Magnitude($0) == .number }
    case .truth: spellings.contains { StaticType.truths.contains($0) }
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func mismatch(_ parameter: Parameter, _ found: StaticType, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "'\(parameter.name)' must be \(parameter.type.description), not \(found.description)", exitCode: .data)
  }

  fileprivate static func mismatch(
    _ verb: String, _ kind: ReferenceKind, _ found: StaticType, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(verb)' needs \(kind.withArticle), not \(found.description)", exitCode: .data)
  }
}
