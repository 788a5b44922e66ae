import TuskCommon
import XCallbackURL

/// The options that name fields of results.
extension Checker {
  /// Checks the fields that `columns` and `template` name.
  mutating func checkFields(of invocation: Invocation) {
    guard let shape = invocation.signature.items?.record ?? invocation.signature.record else { return }
    for option in invocation.options where option.isLiteral {
      switch option.name {
      case "columns":
        guard let paths = FieldPath.all(in: option.value) else { found.append(.badColumns(option.span)); break }
        check(paths, in: shape, at: option.span)
      case "template":
        guard let template = RecordTemplate(option.value) else { found.append(.badTemplate(option.span)); break }
        check(template.fields, in: shape, at: option.span)
      default: break
      }
    }
  }

  private mutating func check(_ paths: [FieldPath], in shape: RecordShape, at span: Span) {
    for path in paths where path.field(in: shape, of: resolver.catalog) == nil {
      found.append(.noField(path, in: shape, at: span))
    }
  }
}

extension Diagnostic {
  fileprivate static func noField(_ path: FieldPath, in shape: RecordShape, at span: Span) -> Diagnostic {
    let names = shape.fields.map(\.name)
    let near = NearWords.fields(path.names[0], among: names)
    let label = near.first.map { "did you mean \($0)?" } ?? "see its fields with: help"
    return Diagnostic(
      .unknownField, at: span, "\(shape.name.withArticle) has no field '\(path.text)'", label: label, near: near)
  }

  fileprivate static func badColumns(_ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'columns' must be names of fields with commas, as in columns=id,account.acct")
  }

  fileprivate static func badTemplate(_ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "the braces in 'template' do not match; a field is {account.acct}, and {{ is one brace")
  }
}
