extension [Statement] {
  /// Source text that parses to the same statements, indented by two spaces a level.
  package var source: String {
    map { $0.lines.map { $0 + "\n" }.joined() }.joined()
  }

  fileprivate var indented: [String] {
    flatMap(\.lines).map { "  " + $0 }
  }
}

extension Statement {
  fileprivate var lines: [String] {
    switch form {
    case .parameter(let parameter): [parameter.source]
    case .assignment(let name, let operation): ["let \(name.value) = \(operation.source)"]
    case .loop(let loop):
      ["for \(loop.name.value) in \(loop.items.source)\(loop.settings.source)"] + loop.body.indented + ["end"]
    case .repetition(let repetition):
      ["while \(repetition.condition.source)\(repetition.settings.source)"] + repetition.body.indented + ["end"]
    case .branch(let branch): branch.lines
    case .attempt(let attempt): attempt.lines
    case .definition(let definition):
      ["def \(definition.verb.value)\(definition.inputs.map(\.source).joined())"] + definition.body.indented + ["end"]
    case .scope(let scope): scope.lines
    case .expectation(let condition, let message):
      ["expect \(condition.source)" + (message.map { " \($0.source)" } ?? "")]
    case .test(let test): ["test \(test.name.source)\(test.settings.source)"] + test.body.indented + ["end"]
    case .answer(let operation): ["return" + (operation.map { " \($0.source)" } ?? "")]
    case .show(let variable): [variable.source(before: nil, isQuoted: false)]
    case .pipeline(let pipeline): [pipeline.source]
    case .meta(let meta): meta.lines
    }
  }
}

extension ScriptParameter {
  fileprivate var source: String {
    let kind = kind == .text ? "" : ": \(kind.word)"
    let fallback = fallback.map { " = \($0.source)" } ?? ""
    return "param \(name.value)\(kind)\(fallback)\(summary.map { " \($0.source)" } ?? "")"
  }
}

extension Branch {
  fileprivate var lines: [String] {
    var lines: [String] = []
    for (index, arm) in arms.enumerated() {
      lines.append("\(index == 0 ? "if" : "else if") \(arm.condition.source)")
      lines += arm.body.indented
    }
    if let otherwise { lines += ["else"] + otherwise.indented }
    return lines + ["end"]
  }
}

extension Attempt {
  fileprivate var lines: [String] {
    guard let handler else { return ["try"] + body.indented + ["end"] }
    let name = handler.name.map { " \($0.value)" } ?? ""
    return ["try"] + body.indented + ["catch\(name)"] + handler.body.indented + ["end"]
  }
}

extension Scope {
  fileprivate var lines: [String] {
    let head = "\(kind.keyword.word) \(value.source)\(settings.source)"
    return isLine ? ["\(head) \(body.flatMap(\.lines).joined())"] : [head] + body.indented + ["end"]
  }
}

extension Definition.Input {
  fileprivate var source: String { " \(name.value)" + (fallback.map { "=\($0.source)" } ?? "") }
}

extension Meta {
  fileprivate var lines: [String] {
    let head = "\\\(name)" + words.map { " \($0.source)" }.joined()
    let lines = line.flatMap(\.lines)
    return ["\(head)\(lines.first.map { " \($0)" } ?? "")"] + lines.dropFirst()
  }
}

extension Operation {
  fileprivate var source: String {
    switch self {
    case .value(let value): value.sourceOfOperand
    case .pipeline(let pipeline): pipeline.source
    }
  }
}
