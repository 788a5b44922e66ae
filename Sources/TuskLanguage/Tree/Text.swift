/// Literal text and variables.
package struct Text: Sendable, Hashable {
  package var pieces: [Piece]

  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A literal part or a variable.
  package enum Piece: Sendable, Hashable {
    case literal(String)
    case variable(Variable)
  }

  /// The text, if it has no variables.
  package var literal: String? {
    switch pieces.count {
    case 0: return ""
    case 1:
      guard case .literal(let text) = pieces[0] else { return nil }
      return text
    default: return nil
    }
  }

  /// The variable, if the text is nothing else.
  package var variable: Variable? {
    guard pieces.count == 1, case .variable(let variable) = pieces[0] else { return nil }
    return variable
  }

  /// The variables in source order.
  package var variables: [Variable] {
    pieces.compactMap { piece in
      guard case .variable(let variable) = piece else { return nil }
      return variable
    }
  }
}

/// A name after `$` and the path of fields that follows it.
package struct Variable: Sendable, Hashable {
  /// A name, the number of a script argument, `@` for all arguments or `_` for the last result.
  package var name: String
  /// Whether the name may be undefined.
  package var isOptional: Bool
  package var path: [Field]
  package var span: Span
  /// Whether it is written as the field of a row, without `$_.` before it.
  package var isBare = false

  package init(name: String, isOptional: Bool = false, path: [Field] = [], span: Span, isBare: Bool = false) {
    self.isBare = isBare
    self.name = name
    self.isOptional = isOptional
    self.path = path
    self.span = span
  }

  /// Whether it is the access token in the environment, which is never shown and never sent.
  package var isSecret: Bool { name == "env" && path.first?.name == "TUSK_TOKEN" }

  /// The span of the name, without `$` and braces.
  package var nameSpan: Span {
    guard !isBare else { return Span(span.start, span.start) }
    let written = 1 + name.utf8.count + path.reduce(0) { $0 + 1 + $1.name.utf8.count + ($1.isOptional ? 1 : 0) }
    let start = span.start + (span.end - span.start > written ? 2 : 1)
    return Span(start, start + name.utf8.count)
  }

  /// A field of a record, or an index into a list.
  package struct Field: Sendable, Hashable {
    package var name: String
    /// Whether it may be missing.
    package var isOptional: Bool

    package init(_ name: String, isOptional: Bool = false) {
      self.name = name
      self.isOptional = isOptional
    }
  }
}
