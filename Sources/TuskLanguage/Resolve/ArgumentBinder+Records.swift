import TuskCommon
import XCallbackURL

extension ArgumentBinder {
  /// A record as the value of a parameter.
  struct Record {
    let name: String
    let referent: Binding.Referent?
    let spelling: String?
    let fields: [String: String]

    init(_ name: String, _ referent: Binding.Referent?, _ spelling: String?, _ fields: [String: String]) {
      self.name = name
      self.referent = referent
      self.spelling = spelling
      self.fields = fields
    }
  }

  func given(by record: Record, for parameter: Parameter, at span: Span) throws(Diagnostic) -> Given {
    if let required = parameter.type.kind {
      guard let referent = record.referent, referent.kind == required else {
        throw .wrongRecord(parameter, required, record.name, span)
      }
      return Given(text: try checked(referent.actedOn, for: parameter, at: span))
    }
    switch parameter.type {
    case .attachment where record.name == RecordShape.upload && record.referent != nil:
      return Given(text: try checked(record.referent?.id ?? "", for: parameter, at: span))
    case .attachment, .url:
      guard let url = record.fields["url"] else { throw .misplaced(parameter, record.name, span) }
      let companions = companions(of: parameter) { record.fields[$0] }
      return Given(text: try checked(url, for: parameter, at: span), companions: companions)
    case .anything: return Given(text: record.spelling ?? record.name)
    default:
      guard let spelling = record.spelling else { throw .misplaced(parameter, record.name, span) }
      return Given(text: try checked(spelling, for: parameter, at: span))
    }
  }

  /// The values with the companions of all, if there are companions of any: which value a companion belongs to is told
  /// by their number.
  func completed(_ values: [Given], for parameter: Parameter) -> [Given] {
    guard values.contains(where: { !$0.companions.isEmpty }) else { return values }
    let none = companions(of: parameter) { _ in nil }
    return values.map { $0.companions.isEmpty ? Given(text: $0.text, companions: none) : $0 }
  }

  private func companions(of parameter: Parameter, _ text: (_ field: String) -> String?) -> [CallbackURL.Pair] {
    parameter.companions.sorted { $0.key < $1.key }.map { CallbackURL.Pair($0.key, text($0.value) ?? "") }
  }
}

extension Diagnostic {
  fileprivate static func wrongRecord(
    _ parameter: Parameter, _ required: ReferenceKind, _ name: String, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      .wrongKind, at: span, "'\(parameter.name)' must be \(required.withArticle); this is \(name.withArticle)",
      exitCode: .data)
  }

  fileprivate static func misplaced(_ parameter: Parameter, _ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "'\(parameter.name)' must be \(parameter.type.description), not \(name.withArticle)",
      label: "name one of its fields", exitCode: .data)
  }
}
