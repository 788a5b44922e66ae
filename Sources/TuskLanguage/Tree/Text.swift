/// Text with the variables that stand in it.
package struct Text: Sendable, Hashable {
  package var pieces: [Piece]

  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A stretch of the text.
  package enum Piece: Sendable, Hashable {
    case literal(String)
    case variable(Variable)
  }

  /// The text, where no variable stands in it.
  package var literal: String? {
    switch pieces.count {
    case 0: return ""
    case 1:
      guard case .literal(let text) = pieces[0] else { return nil }
      return text
    default: return nil
    }
  }

  /// The variable, where nothing else stands beside it.
  package var variable: Variable? {
    guard pieces.count == 1, case .variable(let variable) = pieces[0] else { return nil }
    return variable
  }

  /// Every variable, in order.
  package var variables: [Variable] {
    pieces.compactMap { piece in
      guard case .variable(let variable) = piece else { return nil }
      return variable
    }
  }
}

/// A name after `$`, with the fields that are asked of its value.
package struct Variable: Sendable, Hashable {
  /// A name, digits for an argument of the script, `@` for all of them, `_` for the last result.
  package var name: String
  /// Whether the name may be missing.
  package var isOptional: Bool
  package var path: [Field]
  package var span: Span

  package init(name: String, isOptional: Bool = false, path: [Field] = [], span: Span) {
    self.name = name
    self.isOptional = isOptional
    self.path = path
    self.span = span
  }

  /// Where the name stands, without `$` and braces.
  package var nameSpan: Span {
    let written = 1 + name.utf8.count + path.reduce(0) { $0 + 1 + $1.name.utf8.count + ($1.isOptional ? 1 : 0) }
    let start = span.start + (span.end - span.start > written ? 2 : 1)
    return Span(start, start + name.utf8.count)
  }

  /// A field of a value, or a place in a list.
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
