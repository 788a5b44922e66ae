import TuskLanguage

/// The access token, which a script may hold, compare and pass to a program, and which is neither shown nor sent.
extension RuntimeValue {
  /// The value of a variable that is secret.
  static func secret(_ text: String, of variable: Variable) -> RuntimeValue {
    var value = RuntimeValue.text(text)
    value.secret = Text([.variable(variable)])
    return value
  }

  /// Whether the token is in the value or in one of its items.
  var holdsSecret: Bool {
    guard case .list(let elements) = form else { return secret != nil }
    return elements.contains(where: \.holdsSecret)
  }

  /// The text without the token; `nil` if the token is not in it.
  var masked: String? {
    secret.map { text in
      text.pieces.map { piece in
        switch piece {
        case .literal(let literal): literal
        case .variable: Self.mask
        }
      }.joined()
    }
  }

  /// The value, for a place from which it is shown, sent or stored.
  ///
  /// - Throws: ``Diagnostic`` if the token is in it.
  func disclosed(at span: Span) throws(Diagnostic) -> RuntimeValue {
    guard !holdsSecret else { throw .secret(span) }
    return self
  }

  private static let mask = "REDACTED"
}
