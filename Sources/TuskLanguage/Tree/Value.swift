package import XCallbackURL

/// One value as it is written; what it means depends on the place where it stands.
package struct Value: Sendable, Hashable {
  package var form: Form
  package var span: Span

  package init(_ form: Form, _ span: Span) {
    self.form = form
    self.span = span
  }

  /// How a value is written.
  package enum Form: Sendable, Hashable {
    /// Bare: its type is the one that its place demands.
    case word(Text)
    /// Quoted, or a text of several lines: always text.
    case string(Text)
    case reference(Reference)
    /// `scheme://…`
    case url(Text)
    case variable(Variable)
    case list([Value])
    /// `( … )`: the result of a command.
    indirect case result(Pipeline)
  }
}

extension Value {
  /// The word, where the value is a bare one without variables.
  package var literalWord: String? {
    guard case .word(let text) = form else { return nil }
    return text.literal
  }
}

/// A name for one thing that says which kind of thing it is.
package struct Reference: Sendable, Hashable {
  package var kind: ReferenceKind
  /// What follows the kind; a handle with its `@`, a tag without its `#`.
  package var id: Text
  package var form: Form

  package init(_ kind: ReferenceKind, _ id: Text, form: Form) {
    self.kind = kind
    self.id = id
    self.form = form
  }

  /// How a reference is written.
  package enum Form: Sendable, Hashable {
    /// `status:123`
    case kind
    /// `@user@host`
    case handle
    /// `#tag`
    case tag
  }

  /// The reference as it was written, quotes apart.
  package var spelling: Text {
    switch form {
    case .handle: id
    case .tag: Text([.literal("#")] + id.pieces)
    case .kind: Text([.literal(kind.rawValue + ":")] + id.pieces)
    }
  }
}
