import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// The value of a parameter of the script: its argument, or the value that it declares.
  func value(of parameter: ScriptParameter, in frame: inout Frame) throws(Diagnostic) -> RuntimeValue {
    defer { frame.parameters.append(parameter.name.value) }
    let arguments = ScriptArguments(frame.arguments.map { $0.spelling ?? "" })
    guard let given = arguments.given(parameter.name.value, after: frame.parameters) else {
      guard let fallback = parameter.fallback?.literalText else { throw .missingParameter(parameter) }
      return try value(of: fallback, parameter, from: nil)
    }
    return try value(of: given.text, parameter, from: frame.arguments[given.place])
  }

  private func value(
    of text: String, _ parameter: ScriptParameter, from argument: RuntimeValue?
  ) throws(Diagnostic) -> RuntimeValue {
    guard parameter.kind.accepts(text) else { throw .badArgument(parameter, text) }
    let isForeign = argument?.isForeign ?? false
    switch parameter.kind {
    case .text: return .argument(text, from: argument)
    case .number, .boolean: return .word(text, isForeign: isForeign)
    case .duration: return .text(text, isForeign: isForeign)
    case .time:
      guard let seconds = moment(text) else { throw .badArgument(parameter, text) }
      return RuntimeValue(.time(seconds), isForeign: isForeign)
    case .reference(let kind):
      let id = ScriptParameter.Kind.reference(kind, of: text)
      // Where a file is wanted, its name is given as a text.
      guard kind != .file, let id else { return .argument(id ?? text, from: argument) }
      return RuntimeValue(.reference(kind, id: id), isForeign: isForeign)
    }
  }

  /// A time as parameters of verbs take it, in seconds since 1970.
  private func moment(_ text: String) -> Int? {
    if let ago = Duration(written: text) { return host.clock.now() - Int(ago.components.seconds) }
    if let clock = TimeOfDay(text) { return LocalTime.seconds(of: clock, onDayOf: host.clock.now()) }
    guard let zone = try? TimeZoneRules.local() else { return nil }
    return TimePattern.seconds(in: text, zone)
  }
}

extension Diagnostic {
  fileprivate static func badArgument(_ parameter: ScriptParameter, _ text: String) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: parameter.name.span,
      "'\(parameter.name.value)' must be of the kind \(parameter.kind.word), not '\(text)'")
  }
}
