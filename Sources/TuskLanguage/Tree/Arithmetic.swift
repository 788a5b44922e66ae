/// Two values joined by an operator: `$n + 1`.
package struct Arithmetic: Sendable, Hashable {
  package var left: Value
  package var sign: Spanned<Operator>
  package var right: Value

  /// The operators of arithmetic.
  package enum Operator: String, Sendable, Hashable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case modulo = "%"

    /// Whether it joins the values beside it before `+` and `-` do.
    var bindsCloser: Bool { self != .plus && self != .minus }
  }
}

extension Arithmetic {
  var values: [Value] { [left, right] }

  /// Source text that parses to the same values, joined in the same order.
  var source: String {
    "\(left.source(within: sign.value, isRight: false)) \(sign.value.rawValue) "
      + right.source(within: sign.value, isRight: true)
  }
}

extension Value {
  /// The source of the value where arithmetic needs no parentheses.
  var sourceOfOperand: String {
    guard case .arithmetic(let arithmetic) = form else { return source }
    return arithmetic.source
  }

  /// The source of the value at one side of an operator: in parentheses if it would be read otherwise without them.
  fileprivate func source(within sign: Arithmetic.Operator, isRight: Bool) -> String {
    guard case .arithmetic(let inner) = form else { return source }
    let isRead = inner.sign.value.bindsCloser == sign.bindsCloser ? !isRight : inner.sign.value.bindsCloser
    return isRead ? inner.source : source
  }
}

/// The whole numbers from one to another, both included: `1..10`.
package struct NumberRange: Sendable, Hashable {
  package var first: Value
  package var last: Value

  var values: [Value] { [first, last] }
}
