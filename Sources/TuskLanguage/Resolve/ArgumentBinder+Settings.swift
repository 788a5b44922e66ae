import XCallbackURL

extension ArgumentBinder {
  /// The option that a flag means where the verb has a parameter of the same name that takes a value: `--all` fetches all
  /// rows, `all=` is the parameter.
  func option(of setting: Setting) -> Parameter? {
    guard case .flag = setting.content, let parameter = signature.parameter(named: setting.key.value),
      parameter.type != .boolean, parameter.negative == nil
    else { return nil }
    return options.first { $0.name == setting.key.value && $0.type == .boolean }
  }

  func unknownParameter(_ setting: Setting) -> Diagnostic {
    let names = (signature.parameters + options).flatMap { [$0.name] + $0.synonyms }
    // One letter is near to every key of two, such as the one that changes who posts.
    let isWord = setting.key.value.count > 1 && Keyword.named(setting.key.value) == nil
    let near = isWord ? NearWords.near(setting.key.value, among: names) : []
    let span = if case .flag = setting.content { setting.span } else { setting.key.span }
    let unknown = Diagnostic.unknownParameter(setting.key, of: verb.spelling.value, at: span, near: near)
    return setting.key.value == "help" ? unknown.asking(forHelpOn: verb.spelling, command) : unknown
  }
}

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

  static func unknownParameter(
    _ key: Spanned<String>, of verb: String, at span: Span, near: [String]
  ) -> Diagnostic {
    Diagnostic(
      .unknownParam, at: span, "'\(verb)' has no parameter '\(key.value)'",
      edits: near.first.map { [Edit(key.span, $0)] } ?? [], near: near)
  }

  fileprivate func asking(forHelpOn verb: Spanned<String>, _ command: Span) -> Diagnostic {
    var diagnostic = self
    diagnostic.label = "'help \(verb.value)' describes the verb"
    diagnostic.edits = [Edit(Span(verb.span.start, max(command.end, span.end)), "help \(verb.value)")]
    return diagnostic
  }
}
