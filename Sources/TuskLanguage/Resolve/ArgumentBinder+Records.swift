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
      return Given(text: try checked(referent.id, for: parameter, at: span))
    }
    switch parameter.type {
    case .attachment where record.name == RecordShape.upload && record.referent != nil:
      return Given(text: try checked(record.referent?.id ?? "", for: parameter, at: span))
    case .attachment, .url:
      guard let url = record.fields["url"] else { throw .misplaced(parameter, record.name, span) }
      let companions = parameter.companions.sorted { $0.key < $1.key }.map { name, field in
        CallbackURL.Pair(name, record.fields[field] ?? "")
      }
      return Given(text: try checked(url, for: parameter, at: span), companions: companions)
    case .anything: return Given(text: record.spelling ?? record.name)
    default:
      guard let spelling = record.spelling else { throw .misplaced(parameter, record.name, span) }
      return Given(text: try checked(spelling, for: parameter, at: span))
    }
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
