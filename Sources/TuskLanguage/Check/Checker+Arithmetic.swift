import TuskCommon
import XCallbackURL

extension Checker {
  /// Finds operands that can never be joined.
  mutating func check(_ arithmetic: Arithmetic) {
    for value in arithmetic.values where reportSecret(in: value) { return }
    let sizes = arithmetic.values.map { staticType(of: $0).size }
    if let index = sizes.firstIndex(of: .none) {
      let operand = arithmetic.values[index]
      return found.append(.notCountable(staticType(of: operand), arithmetic.sign, operand.span))
    }
    guard case .of(let left) = sizes[0], case .of(let right) = sizes[1] else { return }
    guard arithmetic.sign.value.joins(left, right) == nil else { return }
    found.append(.notJoined(arithmetic.sign, sizes[0].description, sizes[1].description))
  }

  /// Finds values of a command that are no numbers, durations or times.
  mutating func checkCounted(_ command: Command) {
    for value in command.arguments.compactMap({ if case .value(let value) = $0 { value } else { nil } }) {
      let item = if case .list(let item) = staticType(of: value) { item } else { staticType(of: value) }
      guard item.size == .none, item != .nothing else { continue }
      found.append(.notCountable(command.verb.value, item.description, value.span))
    }
  }

  /// Finds fields of a new record that are given twice.
  mutating func checkFields(of command: Command) {
    var names: Set<String> = []
    for case .setting(let setting) in command.arguments where !names.insert(setting.key.value).inserted {
      found.append(.repeatedField(setting))
    }
  }

  /// Finds an operator among the arguments of a command, where it is a word, between two numbers or times.
  mutating func checkSigns(in command: Command) {
    guard command.arguments.count > 2 else { return }
    let values = command.arguments.compactMap { argument in
      if case .value(let value) = argument { value } else { nil }
    }
    for (place, sign) in values.enumerated().dropFirst().dropLast() {
      guard let word = sign.literalWord, Arithmetic.Operator(rawValue: word) != nil, isCounted(values[place - 1]),
        isCounted(values[place + 1])
      else { continue }
      warnings.append(.signAsWord(word, sign.span))
    }
  }

  private func isCounted(_ value: Value) -> Bool {
    if case .of = staticType(of: value).size { true } else { false }
  }

  /// Warns of `$n+1`, which is text. In parentheses it is a mistake, because nothing else is meant by them.
  mutating func checkSign(in word: Text, at span: Span) {
    guard let sign = gluedSign(in: word) else { return }
    guard let first = word.variables.first, first.span.start > span.start else {
      return warnings.append(.gluedSign(sign, span))
    }
    found.append(.gluedSign(sign, span).asMistake)
  }

  /// Finds `$n+1` where arithmetic could be.
  mutating func refuseGluedSign(in value: Value) {
    guard case .word(let text) = value.form, let sign = gluedSign(in: text) else { return }
    warnings.removeAll { $0.span == value.span }
    found.append(.gluedSign(sign, value.span).asMistake)
  }

  /// The operator after a variable that is a number, a duration or a time, before another number or duration.
  private func gluedSign(in word: Text) -> String? {
    guard word.pieces.count == 2 else { return nil }
    switch (word.pieces[0], word.pieces[1]) {
    case (.variable(let variable), .literal(let rest)):
      guard let sign = rest.first, Arithmetic.Operator(rawValue: String(sign)) != nil,
        Magnitude(String(rest.dropFirst())) != nil, case .of = staticType(of: variable).size
      else { return nil }
      return String(sign)
    case (.literal("-"), .variable(let variable)):
      guard case .of = staticType(of: variable).size else { return nil }
      return "-"
    default: return nil
    }
  }

  /// The type of the result; what is not known of an operand is not known of it.
  func staticType(of arithmetic: Arithmetic) -> StaticType {
    guard case .of(let left) = staticType(of: arithmetic.left).size,
      case .of(let right) = staticType(of: arithmetic.right).size
    else { return .anything }
    switch arithmetic.sign.value.joins(left, right) {
    case .number: return .number
    case .time: return .declared(.time)
    case .duration: return .written(nil, isQuoted: false)
    case nil: return .anything
    }
  }
}

extension Arithmetic.Operator {
  /// What the operator makes of two values; `nil` if it does not join such values.
  package func joins(_ left: Magnitude, _ right: Magnitude) -> Magnitude? {
    switch (self, left, right) {
    case (_, .number, .number): .number
    case (.plus, .duration, .duration), (.minus, .duration, .duration), (.modulo, .duration, .duration): .duration
    case (.over, .duration, .duration): .number
    case (.times, .duration, .number), (.times, .number, .duration), (.over, .duration, .number): .duration
    case (.plus, .time, .duration), (.minus, .time, .duration), (.plus, .duration, .time): .time
    case (.minus, .time, .time): .duration
    default: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func signAsWord(_ sign: String, _ span: Span) -> Diagnostic {
    .warning(.typeMismatch, at: span, "'\(sign)' is a word here; what is computed is written in ( )")
  }

  fileprivate static func gluedSign(_ sign: String, _ span: Span) -> Diagnostic {
    .warning(
      .typeMismatch, at: span,
      "this is text; an operator has a value and a space on each side, as in (\(sign == "-" ? "0" : "$n") \(sign) $n)")
  }

  fileprivate var asMistake: Diagnostic {
    var mistake = self
    mistake.isWarning = false
    return mistake
  }

  fileprivate static func notCountable(
    _ found: StaticType, _ sign: Spanned<Arithmetic.Operator>, _ span: Span
  ) -> Diagnostic {
    .notCountable(found.description, sign, span, isText: found.isText)
  }

  /// A value of `round`, `min` or `max` that is no number, duration or time.
  package static func notCountable(_ verb: String, _ found: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "'\(verb)' takes \(verb == "round" ? "a number" : "numbers, durations or times"), not \(found)",
      exitCode: .data)
  }

  package static func repeatedField(_ setting: Setting) -> Diagnostic {
    Diagnostic(.duplicateParam, at: setting.span, "the field '\(setting.key.value)' is given twice")
  }

  /// An operand that is no number, duration or time.
  package static func notCountable(
    _ found: String, _ sign: Spanned<Arithmetic.Operator>, _ span: Span, isText: Bool
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(sign.value.rawValue)' takes numbers, durations and times, not \(found)",
      label: isText && sign.value == .plus ? #"texts are joined in quotes: "$a$b""# : nil, exitCode: .data)
  }

  /// Operands of two kinds that the operator does not join.
  package static func notJoined(_ sign: Spanned<Arithmetic.Operator>, _ left: String, _ right: String) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: sign.span, "'\(sign.value.rawValue)' cannot join \(left) and \(right)", exitCode: .data)
  }
}
