import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension RuntimeValue {
  /// The value that the operator makes of two others.
  ///
  /// Whole numbers are added, subtracted and multiplied exactly; a quotient that is not whole is a decimal number. The
  /// remainder has the sign of the number that is divided, as in C.
  static func joined(
    _ left: RuntimeValue, _ right: RuntimeValue, by sign: Spanned<Arithmetic.Operator>, at spans: (Span, Span)
  ) throws(Diagnostic) -> RuntimeValue {
    let isForeign = left.isForeign || right.isForeign
    if let unknown = [left, right].first(where: \.isPending) {
      guard case .pending(_, let text) = unknown.form else { return unknown }
      return RuntimeValue(.pending(nil, PlaceholderSyntax.computed(from: text)), isForeign: true)
    }
    guard let first = left.magnitude else { throw left.notCountable(sign, spans.0) }
    guard let second = right.magnitude else { throw right.notCountable(sign, spans.1) }
    guard sign.value.joins(first.kind, second.kind) != nil else {
      throw .notJoined(sign, first.description, second.description)
    }
    guard let form = try form(first, second, sign) else { throw .outOfRange(sign) }
    return RuntimeValue(form, isForeign: isForeign)
  }

  private func notCountable(_ sign: Spanned<Arithmetic.Operator>, _ span: Span) -> Diagnostic {
    .notCountable(description, sign, span, isText: plainText != nil)
  }

  /// `nil` if the result is out of range.
  private static func form(
    _ left: Magnitude, _ right: Magnitude, _ sign: Spanned<Arithmetic.Operator>
  ) throws(Diagnostic) -> Form? {
    if sign.value == .over || sign.value == .modulo, right.isZero { throw .divisionByZero(sign) }
    switch (left, right) {
    case (.number(let left), .number(let right)): return number(left, right, sign.value).map(Form.number)
    case (.duration(let left), .number(let right)): return scaled(left, by: right, sign.value)
    case (.number(let left), .duration(let right)): return scaled(right, by: left, sign.value)
    case (.duration(let left), .duration(let right)): return form(left, right, sign.value)
    case (.time(let left), .time(let right)): return duration(milliseconds: Double(left - right) * 1000)
    case (.time(let time), .duration(let duration)): return moved(time, by: duration, sign.value)
    case (.duration(let duration), .time(let time)): return moved(time, by: duration, sign.value)
    case (.time, .number), (.number, .time): return nil
    }
  }

  private static func number(
    _ left: JSON.Number, _ right: JSON.Number, _ sign: Arithmetic.Operator
  ) -> JSON.Number? {
    guard let first = left.int, let second = right.int else { return decimal(left.double, right.double, sign) }
    let (result, overflows) =
      switch sign {
      case .plus: first.addingReportingOverflow(second)
      case .minus: first.subtractingReportingOverflow(second)
      case .times: first.multipliedReportingOverflow(by: second)
      case .over: first.dividedReportingOverflow(by: second)
      case .modulo: first.remainderReportingOverflow(dividingBy: second)
      }
    guard !overflows else { return nil }
    let isWhole = sign != .over || result * second == first
    return isWhole ? JSON.Number(verbatim: String(result)) : decimal(Double(first), Double(second), sign)
  }

  private static func decimal(_ left: Double, _ right: Double, _ sign: Arithmetic.Operator) -> JSON.Number? {
    let result =
      switch sign {
      case .plus: left + right
      case .minus: left - right
      case .times: left * right
      case .over: left / right
      case .modulo: left.truncatingRemainder(dividingBy: right)
      }
    return result.isFinite ? JSON.Number(result) : nil
  }

  private static func form(_ left: Duration, _ right: Duration, _ sign: Arithmetic.Operator) -> Form? {
    let (first, second) = (left.inMilliseconds, right.inMilliseconds)
    switch sign {
    case .plus: return duration(milliseconds: first + second)
    case .minus: return duration(milliseconds: first - second)
    case .modulo: return duration(milliseconds: first.truncatingRemainder(dividingBy: second))
    case .over: return decimal(first, second, .over).map(Form.number)
    case .times: return nil
    }
  }

  private static func scaled(_ duration: Duration, by factor: JSON.Number, _ sign: Arithmetic.Operator) -> Form? {
    let milliseconds = duration.inMilliseconds
    return self.duration(milliseconds: sign == .over ? milliseconds / factor.double : milliseconds * factor.double)
  }

  private static func moved(_ time: Int, by duration: Duration, _ sign: Arithmetic.Operator) -> Form? {
    let seconds = Int(duration.inMilliseconds / 1000)
    let (moved, overflows) =
      sign == .minus ? time.subtractingReportingOverflow(seconds) : time.addingReportingOverflow(seconds)
    return !overflows && Instant.calendar.contains(moved) ? .time(moved) : nil
  }

  /// A duration as scripts write it, to the millisecond.
  private static func duration(milliseconds: Double) -> Form? {
    Duration.spelling(milliseconds: milliseconds.rounded()).map(Form.text)
  }
}

extension RuntimeValue.Magnitude {
  fileprivate var kind: Magnitude {
    switch self {
    case .number: .number
    case .duration: .duration
    case .time: .time
    }
  }

  fileprivate var description: String {
    switch self {
    case .number: "a number"
    case .duration: "a duration"
    case .time: "a time"
    }
  }

  fileprivate var isZero: Bool {
    switch self {
    case .number(let number): number.double == 0
    case .duration(let duration): duration == .zero
    case .time: false
    }
  }
}

extension Duration {
  fileprivate var inMilliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000_000)
  }
}

extension JSON.Number {
  /// A finite number; one without a fraction is spelled without a point.
  init(_ value: Double) {
    let whole = Int(exactly: value).map { String($0) }
    self.init(verbatim: whole ?? "\(value)")
  }
}

extension Diagnostic {
  fileprivate static func divisionByZero(_ sign: Spanned<Arithmetic.Operator>) -> Diagnostic {
    Diagnostic(.outOfRange, at: sign.span, "division by zero", exitCode: .data)
  }

  fileprivate static func outOfRange(_ sign: Spanned<Arithmetic.Operator>) -> Diagnostic {
    Diagnostic(.outOfRange, at: sign.span, "the result of '\(sign.value.rawValue)' is out of range", exitCode: .data)
  }
}
