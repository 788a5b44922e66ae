import TuskCommon
import XCallbackURL

extension Checker {
  /// Checks a parameter of the script, and its value if the arguments are known.
  mutating func check(_ parameter: ScriptParameter, at span: Span) {
    let word = Keyword.parameter.span(at: span.start)
    if mode == .prompt || place.level != .top || place.isDefinition || hasBegun {
      let reason = mode == .prompt ? "at the prompt" : "after other lines; parameters come first in a script"
      found.append(.misplaced(Keyword.parameter.word, word, reason))
    }
    let name = parameter.name.value
    if parameters.contains(name) { found.append(.repeatedParameter(parameter.name)) }
    if let fallback = parameter.fallback { check(fallback, of: parameter) }
    var entry = Names.Entry(staticType: parameter.kind.staticType, line: lines.number(at: span.start))
    if let arguments {
      let given = ScriptArguments(arguments).given(name, after: parameters)
      if let given, !parameter.kind.accepts(given.text) {
        found.append(.badArgument(parameter, given.text))
      } else if given == nil, parameter.fallback == nil {
        found.append(.missingParameter(parameter))
      }
      if parameter.kind == .text { entry.argument = given?.text }
    }
    parameters.append(name)
    names.set(name, entry)
  }

  private mutating func check(_ fallback: Value, of parameter: ScriptParameter) {
    visit(fallback)
    guard let text = fallback.literalText else { return found.append(.computedFallback(fallback.span)) }
    guard !parameter.kind.accepts(text) else { return }
    found.append(.badFallback(parameter, text, fallback.span))
  }

  /// Finds arguments that are for no parameter, once all are known.
  mutating func checkArguments(of statements: [Statement]) {
    guard mode == .script, let arguments, !parameters.isEmpty,
      let first = statements.first(where: { if case .parameter = $0.form { true } else { false } }),
      let unknown = ScriptArguments(arguments).unknown(besides: parameters)
    else { return }
    let word = Keyword.parameter.span(at: first.span.start)
    guard let name = unknown.name else { return found.append(.tooManyArguments(unknown.text, word)) }
    found.append(.unknownParameter(name, parameters, word))
  }
}

extension ScriptParameter.Kind {
  fileprivate var staticType: StaticType {
    switch self {
    case .text: .spelled
    case .number: .number
    case .boolean: .truth
    case .duration: .written(nil, isQuoted: false)
    case .time: .declared(.time)
    case .reference(.file): .spelled
    case .reference(let kind): .reference(kind, id: nil)
    }
  }
}

extension Value {
  /// The text of a value that is written out.
  package var literalText: String? {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.literal
    case .reference(let reference):
      reference.id.literal.map {
        reference.form == .kind ? "\(reference.kind.rawValue):\($0)" : reference.form == .tag ? "#\($0)" : $0
      }
    case .variable, .list, .result, .arithmetic, .range: nil
    }
  }
}

extension ScriptParameter {
  /// How it is given: `count=NUMBER`, `--all`.
  package var usage: String {
    if kind == .boolean { return "--\(name.value)" }
    return "\(name.value)=\(kind.word.uppercased())"
  }
}

extension Diagnostic {
  fileprivate static func repeatedParameter(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(.duplicateParam, at: name.span, "'\(name.value)' is declared twice")
  }

  fileprivate static func computedFallback(_ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "the value of a parameter without an argument is written out")
  }

  fileprivate static func badFallback(_ parameter: ScriptParameter, _ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'\(parameter.name.value)' must be \(parameter.kind.description), not '\(text)'")
  }

  fileprivate static func badArgument(_ parameter: ScriptParameter, _ text: String) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: parameter.name.span,
      "'\(parameter.name.value)' must be \(parameter.kind.description), not '\(text)'", label: "given to the script")
  }

  package static func missingParameter(_ parameter: ScriptParameter) -> Diagnostic {
    let summary = parameter.summary?.literalText.map { " (\($0))" } ?? ""
    return Diagnostic(
      .missingArg, at: parameter.name.span, "the script requires \(parameter.usage)\(summary)",
      label: "--help lists what it takes")
  }

  fileprivate static func unknownParameter(_ name: String, _ known: [String], _ span: Span) -> Diagnostic {
    let near = NearWords.near(name, among: known)
    return Diagnostic(
      .unknownParam, at: span, "the script has no parameter '\(name)'",
      label: near.first.map { "did you mean \($0)?" } ?? "--help lists what it takes", near: near)
  }

  fileprivate static func tooManyArguments(_ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .tooManyArgs, at: span, "the script takes no further argument; it was given '\(text)'",
      label: "--help lists what it takes")
  }
}
