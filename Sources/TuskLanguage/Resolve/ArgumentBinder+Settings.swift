import XCallbackURL

// Mistakes of parameters that are written as other programs have them.
extension Diagnostic {
  /// - Parameter first: the value given before.
  static func duplicate(_ parameter: Parameter, _ setting: Setting, after first: Value?) -> Diagnostic {
    var mistake = Diagnostic(.duplicateParam, at: setting.span, "'\(parameter.name)' is given twice")
    guard parameter.isRepeatable, let first, let second = setting.value else { return mistake }
    mistake.label = "several values are written in [ ]"
    for value in [first, second] { if case .list = value.form { return mistake } }
    mistake.edits = [
      Edit(first.span, "[\(first.source) \(second.source)]"), Edit(Span(setting.span.start - 1, setting.span.end), ""),
    ]
    return mistake
  }

  /// - Parameter next: the argument after the flag, which may be its value.
  static func flagNeedsValue(
    _ parameter: Parameter, _ setting: Setting, _ next: Argument?
  ) -> Diagnostic {
    var edits: [Edit] = []
    if case .value(let value)? = next {
      edits = [Edit(setting.span.through(value.span), "\(parameter.name)=\(value.source)")]
    }
    return Diagnostic(
      .flagNeedsValue, at: setting.span, "'\(parameter.name)' must be \(parameter.type.description)",
      label: "write \(parameter.name)=…", edits: edits)
  }
}
