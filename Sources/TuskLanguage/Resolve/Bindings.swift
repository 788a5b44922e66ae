import TuskCommon
package import XCallbackURL

/// What a variable or a command in parentheses stands for when a line is resolved.
package indirect enum Binding: Sendable, Hashable {
  case text(String)
  /// A value that says which kind of thing it names.
  case reference(ReferenceKind, id: String)
  /// A record: what it is called, what refers to it, what stands for it within a text, and its fields that are texts.
  case record(String, reference: Referent?, spelling: String?, fields: [String: String])
  case list([Binding])
  /// An optional field that is missing; the parameter is left out.
  case nothing
  /// A value that is known only later, of this kind where that is known; the text stands for it until then.
  case pending(ValueKind?, String)

  /// What a record is called that no shape is known of.
  package static let shapeless = "record"

  /// A kind of thing and its identifier.
  package struct Referent: Sendable, Hashable {
    package var kind: ReferenceKind
    package var id: String

    package init(_ kind: ReferenceKind, id: String) {
      self.kind = kind
      self.id = id
    }
  }
}

/// Where a line's variables, inner commands and files get their values from.
package struct Bindings {
  /// The value of a variable, its fields included.
  package var value: (Variable) throws(Diagnostic) -> Binding
  /// The result of a command in parentheses.
  package var result: (Pipeline) throws(Diagnostic) -> Binding
  /// What a file holds that a text parameter names as `file:path`; the path `-` is standard input.
  package var contents: (Spanned<String>) throws(Diagnostic) -> String
  /// Whether the value of a variable came from a server, a file or a program, so that it may name no file.
  package var isForeign: (Variable) -> Bool

  package init(
    value: @escaping (Variable) throws(Diagnostic) -> Binding,
    result: @escaping (Pipeline) throws(Diagnostic) -> Binding,
    contents: @escaping (Spanned<String>) throws(Diagnostic) -> String,
    isForeign: @escaping (Variable) -> Bool = { _ in false }
  ) {
    self.value = value
    self.result = result
    self.contents = contents
    self.isForeign = isForeign
  }

  /// No variable has a value, no command runs and no file is read.
  package static var none: Bindings {
    Bindings(
      value: { variable throws(Diagnostic) in throw .unknownName(variable, known: []) },
      result: { pipeline throws(Diagnostic) in throw .unresolved("a command in ( )", pipeline.span) },
      contents: { path throws(Diagnostic) in throw .unresolved("a file", path.span) })
  }
}

extension Diagnostic {
  /// A variable that nothing has given a value, and the names that exist.
  package static func unknownName(_ variable: Variable, known: [String]) -> Diagnostic {
    let near = DidYouMean.near(variable.name, among: known)
    let name = variable.nameSpan
    return Diagnostic(
      .unknownName, at: Span(variable.span.start, name.end), "no value is named '\(variable.name)'",
      label: near.first.map { "did you mean $\($0)?" }, edits: near.first.map { [Edit(name, $0)] } ?? [], near: near,
      exitCode: .data)
  }

  fileprivate static func unresolved(_ what: String, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "\(what) has a value only when the line runs", exitCode: .data)
  }
}
