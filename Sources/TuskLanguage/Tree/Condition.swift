/// The condition of `if` and `expect`.
package indirect enum Condition: Sendable, Hashable {
  /// Two or more terms joined by `and`.
  case all([Condition])
  /// Two or more terms joined by `or`.
  case any([Condition])
  case not(Condition)
  /// The value is `true`.
  case holds(Value)
  case comparison(Value, Spanned<Comparator>, Value)

  /// A comparison operator.
  package enum Comparator: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case contains
    case matches
  }
}

extension Condition {
  /// Visits the parts of the condition in source order.
  func walk(with visitor: inout some SyntaxVisitor) {
    switch self {
    case .all(let terms), .any(let terms):
      for term in terms { visitor.visit(term) }
    case .not(let term): visitor.visit(term)
    case .holds(let value): visitor.visit(value)
    case .comparison(let left, let comparator, let right):
      visitor.visit(left)
      visitor.visit(comparator)
      visitor.visit(right)
    }
  }
}
