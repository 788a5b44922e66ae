import XCallbackURL

// Values without a name that were probably meant for a parameter with one.
extension ArgumentBinder {
  /// The value; for an argument of the script what it spells, as if it were written in its place.
  func shape(of value: Value) throws(Diagnostic) -> Value {
    guard subjectSource == nil, case .variable(let variable) = value.form,
      case .argument(let text) = try bindings.value(variable)
    else { return value }
    if let (kind, id) = Binding.reference(spelledBy: text) {
      return Value(.reference(Reference(kind, Text([.literal(id)]), form: .kind)), value.span)
    }
    let isChoice = signature.parameters.contains { parameter in
      guard case .choice = parameter.type, parameter.place == .operand else { return false }
      return !given.contains(parameter.name) && parameter.type.accepts(text)
    }
    return isChoice ? Value(.word(Text([.literal(text)])), value.span) : value
  }

  /// A number that follows the values of a verb with a parameter for a number.
  func unnamedNumber(_ value: Value) -> Diagnostic? {
    guard let number = value.literalWord.map({ Spanned($0, value.span) }) else { return nil }
    let parameter = signature.parameters.first { parameter in
      guard case .integer = parameter.type else { return false }
      return !given.contains(parameter.name) && parameter.type.accepts(number.value)
    }
    return parameter.map { .unnamedNumber(verb.spelling.value, $0, number) }
  }

  /// The parameter that a word after the subject was probably meant for: a required choice that is not given.
  func openChoice(_ word: String) -> Parameter? {
    guard !subjects.isEmpty, !word.contains("@") else { return nil }
    return signature.parameters.first { parameter in
      guard case .choice = parameter.type else { return false }
      return parameter.isRequired && parameter.place != .operand && !given.contains(parameter.name)
    }
  }
}

extension Diagnostic {
  fileprivate static func unnamedNumber(
    _ verb: String, _ parameter: Parameter, _ number: Spanned<String>
  ) -> Diagnostic {
    Diagnostic(
      .tooManyArgs, at: number.span, "'\(verb)' takes a number only by name",
      edits: [Edit(number.span, "\(parameter.name)=\(number.value)")])
  }
}
