import XCallbackURL

extension [Statement] {
  /// The statements as text that parses to them again, two blanks an indentation.
  package var source: String {
    map { $0.lines.map { $0 + "\n" }.joined() }.joined()
  }

  fileprivate var indented: [String] {
    flatMap(\.lines).map { "  " + $0 }
  }
}

extension Statement {
  /// The statement line by line.
  fileprivate var lines: [String] {
    switch form {
    case .assignment(let name, let operation): ["let \(name.value) = \(operation.source)"]
    case .loop(let loop):
      ["for \(loop.name.value) in \(loop.items.source)\(tail(loop.settings))"] + loop.body.indented + ["end"]
    case .branch(let branch): branch.lines
    case .attempt(let attempt): attempt.lines
    case .definition(let definition):
      ["def \(definition.verb.value)\(definition.inputs.map(\.source).joined())"] + definition.body.indented + ["end"]
    case .scope(let scope):
      ["\(scope.keyword.rawValue) \(scope.value.source)\(tail(scope.settings))"] + scope.body.indented + ["end"]
    case .expectation(let condition, let message):
      ["expect \(condition.source)" + (message.map { " \($0.source)" } ?? "")]
    case .answer(let operation): ["return" + (operation.map { " \($0.source)" } ?? "")]
    case .show(let variable): [variable.source(before: nil, isQuoted: false)]
    case .pipeline(let pipeline): [pipeline.source]
    case .meta(let meta): meta.lines
    }
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
    case .value(let value): value.source
    case .pipeline(let pipeline): pipeline.source
    }
  }
}

extension Condition {
  fileprivate var source: String {
    switch self {
    case .all(let terms): terms.map(\.source).joined(separator: " and ")
    case .any(let terms): terms.map(\.source).joined(separator: " or ")
    case .not(let term): "not \(term.source)"
    case .holds(let value): value.source
    case .comparison(let left, let comparator, let right):
      "\(left.source) \(comparator.value.rawValue) \(right.source)"
    }
  }
}

extension Pipeline {
  /// The pipeline as text that parses to it again.
  package var source: String {
    let programs = programs.map { " | " + $0.source }.joined()
    let output = output.map { " \($0.isAppending ? ">>" : ">") \($0.file.source)" } ?? ""
    switch first {
    case .command(let command): return command.source + programs + output
    case .run(let program): return "run " + program.source + programs + output
    }
  }
}

extension Program {
  fileprivate var source: String { words.map(\.source).joined(separator: " ") }
}

extension Command {
  /// The command as text that parses to it again.
  package var source: String { verb.value + arguments.map { " " + $0.source }.joined() }
}

extension Argument {
  fileprivate var source: String {
    switch self {
    case .value(let value): value.source
    case .setting(let setting): setting.source
    }
  }
}

extension Setting {
  fileprivate var source: String {
    switch content {
    case .value(let value): "\(key.value)=\(value.source)"
    case .flag(let flag): "\(flag ? "--" : "--no-")\(key.value)"
    }
  }
}

extension Value {
  /// The value as text that parses to it again in a place of the same sort.
  package var source: String {
    switch form {
    case .word(let text), .url(let text): text.bareSource
    case .string(let text): text.quotedSource
    case .reference(let reference): reference.source
    case .variable(let variable): variable.source(before: nil, isQuoted: false)
    case .list(let values): "[\(values.map(\.source).joined(separator: " "))]"
    case .result(let pipeline): "(\(pipeline.source))"
    }
  }
}

extension Reference {
  fileprivate var source: String {
    guard case .kind = form else { return spelling.bareSource }
    return "\(kind.rawValue):\(id.isPlain ? id.bareSource : id.quotedSource)"
  }
}

extension Text {
  /// Whether no literal part holds anything that could end a word.
  fileprivate var isPlain: Bool {
    pieces.allSatisfy { piece in
      guard case .literal(let text) = piece else { return true }
      return text.utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || "_-./:@".utf8.contains($0) }
    }
  }

  fileprivate var bareSource: String { source(isQuoted: false) { $0 } }

  fileprivate var quotedSource: String { "\"\(source(isQuoted: true, Text.escaped))\"" }

  private func source(isQuoted: Bool, _ literal: (String) -> String) -> String {
    var source = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .literal(let text):
        let isTouching = isQuoted && index > 0 && pieces[index - 1].reaches(into: text)
        let numbered = text.unicodeScalars.prefix(isTouching ? 1 : 0)
        source += numbered.map(Text.numbered).joined() + literal(String(text.unicodeScalars.dropFirst(numbered.count)))
      case .variable(let variable):
        source += variable.source(before: literalText(at: index + 1), isQuoted: isQuoted)
      }
    }
    return source
  }

  private func literalText(at index: Int) -> String? {
    guard index < pieces.count, case .literal(let text) = pieces[index] else { return nil }
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\", "$": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where Lexer.isRefusedWithinQuotes(scalar): numbered(scalar)
      default: String(scalar)
      }
    }.joined()
  }

  private static func numbered(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}

extension Text.Piece {
  /// Whether a last-result variable would take the text after it for a field; braces cannot part these two.
  fileprivate func reaches(into text: String) -> Bool {
    guard case .variable(let variable) = self, variable.name == "_" else { return false }
    return Variable.couldContinue(text)
  }
}

extension Variable {
  /// The variable, in braces where the text that follows would otherwise be read as part of it.
  fileprivate func source(before text: String?, isQuoted: Bool) -> String {
    let fields = path.map { ".\($0.name)\($0.isOptional ? "?" : "")" }.joined()
    let isMarked = isOptional || isQuoted && path.contains(where: \.isOptional)
    guard name != "_", isMarked || text.map(Variable.couldContinue) ?? false else { return "$\(name)\(fields)" }
    return "${\(name)\(isOptional ? "?" : "")\(fields)}"
  }

  /// Whether a text starts with what could belong to a variable before it.
  fileprivate static func couldContinue(_ text: String) -> Bool {
    guard let byte = text.utf8.first else { return false }
    return Lexer.isLetter(byte) || Lexer.isDigit(byte) || "_.?".utf8.contains(byte)
  }
}

private func tail(_ settings: [Setting]) -> String {
  settings.map { " " + $0.source }.joined()
}
