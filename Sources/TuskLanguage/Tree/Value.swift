package import XCallbackURL

/// One value as written; its meaning depends on its place.
package struct Value: Sendable, Hashable {
  package var form: Form
  package var span: Span

  package init(_ form: Form, _ span: Span) {
    self.form = form
    self.span = span
  }

  /// The syntax of a value.
  package enum Form: Sendable, Hashable {
    /// Unquoted: it has the type its place requires.
    case word(Text)
    /// Quoted, on one line or several: always text.
    case string(Text)
    case reference(Reference)
    /// `scheme://…`
    case url(Text)
    case variable(Variable)
    case list([Value])
    /// `( … )`: the result of a command.
    indirect case result(Pipeline)
    indirect case arithmetic(Arithmetic)
    /// In the place of a list.
    indirect case range(NumberRange)
  }
}

extension Value {
  /// A text in quotes, as it is written in the language.
  package static func quoted(_ text: String) -> String {
    Value(.string(Text([.literal(text)])), Span(0, 0)).source
  }

  /// The word, if the value is unquoted and has no variables.
  package var literalWord: String? {
    guard case .word(let text) = form else { return nil }
    return text.literal
  }

  /// The variables of the value in source order, without those of commands in parentheses.
  package var variables: [Variable] {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.variables
    case .reference(let reference): reference.id.variables
    case .variable(let variable): [variable]
    case .list(let values): values.flatMap(\.variables)
    case .arithmetic(let arithmetic): arithmetic.values.flatMap(\.variables)
    case .range(let range): range.values.flatMap(\.variables)
    case .result: []
    }
  }

  /// The commands in parentheses, in source order.
  package var pipelines: [Pipeline] {
    switch form {
    case .list(let values): values.flatMap(\.pipelines)
    case .result(let pipeline): [pipeline]
    case .arithmetic(let arithmetic): arithmetic.values.flatMap(\.pipelines)
    case .range(let range): range.values.flatMap(\.pipelines)
    case .word, .string, .url, .reference, .variable: []
    }
  }

  /// Visits the values and commands within the value in source order.
  func walk(with visitor: inout some SyntaxVisitor) {
    switch form {
    case .list(let values): visitor.visit(values)
    case .result(let pipeline): visitor.visit(pipeline)
    case .arithmetic(let arithmetic): visitor.visit(arithmetic.values)
    case .range(let range): visitor.visit(range.values)
    case .word, .string, .url, .reference, .variable: break
    }
  }
}

/// A kind of entity and the identifier of one of them.
package struct Reference: Sendable, Hashable {
  package var kind: ReferenceKind
  /// The text after the kind; a handle includes its `@`, a tag excludes its `#`.
  package var id: Text
  package var form: Form

  package init(_ kind: ReferenceKind, _ id: Text, form: Form) {
    self.kind = kind
    self.id = id
    self.form = form
  }

  /// The syntax of a reference.
  package enum Form: Sendable, Hashable {
    /// `status:123`
    case kind
    /// `@user@host`
    case handle
    /// `#tag`
    case tag
  }

  /// The reference as written, without quotes.
  package var spelling: Text {
    switch form {
    case .handle: id
    case .tag: Text([.literal("#")] + id.pieces)
    case .kind: Text([.literal(kind.rawValue + ":")] + id.pieces)
    }
  }
}
