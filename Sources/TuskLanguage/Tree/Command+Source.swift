import TuskCommon
import XCallbackURL

extension Condition {
  var source: String {
    switch self {
    case .all(let terms): terms.map(\.source).joined(separator: " and ")
    case .any(let terms): terms.map(\.source).joined(separator: " or ")
    case .not(let term): "not \(term.source)"
    case .holds(let value): value.sourceOfOperand
    case .comparison(let left, let comparator, let right):
      "\(left.sourceOfOperand) \(comparator.value.rawValue) \(right.sourceOfOperand)"
    }
  }
}

extension Pipeline {
  /// Source text that parses to the same pipeline.
  package var source: String {
    let programs = (stages.map(\.source) + programs.map(\.sourceAfterBar)).map { " | " + $0 }.joined()
    let output = output.map { " \($0.isAppending ? ">>" : ">") \($0.file.source)" } ?? ""
    switch first {
    case .command(let command): return command.sourceOfHead + programs + output
    case .run(let program): return "run " + program.source + programs + output
    case .attempt(let program): return "attempt " + program.source + programs + output
    }
  }
}

extension Program {
  fileprivate var source: String { words.map(\.source).joined(separator: " ") }

  /// After a bar, `run` tells a program from a step that works on rows.
  fileprivate var sourceAfterBar: String {
    guard let word = words.first?.literalWord, RowStage.words.contains(word) || word == "run" else { return source }
    return "run \(source)"
  }
}

extension Command {
  /// Source text that parses to the same command.
  package var source: String { verb.value + arguments.map { " " + $0.source }.joined() }
}

extension Command {
  /// The command, or the variable alone whose rows are piped on.
  fileprivate var sourceOfHead: String {
    guard verb.value == "rows", let first = arguments.first, first.span == verb.span else { return source }
    return first.source
  }
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
  var source: String {
    switch content {
    case .value(let value): "\(key.value)=\(value.source)"
    case .flag(let flag): "\(flag ? "--" : "--no-")\(key.value)"
    }
  }
}

extension Value {
  /// Source text that parses to the same value in a place of the same type.
  package var source: String {
    switch form {
    case .word(let text), .url(let text): text.bareSource
    case .string(let text): text.quotedSource
    case .reference(let reference): reference.source
    case .variable(let variable): variable.source(before: nil, isQuoted: false)
    case .list(let values): "[\(values.map(\.source).joined(separator: " "))]"
    case .result(let pipeline): "(\(pipeline.source))"
    case .arithmetic(let arithmetic): "(\(arithmetic.source))"
    case .range(let range): "\(range.first.source)..\(range.last.source)"
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
  /// Whether no literal part contains a character that could end a word.
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
        source += numbered.map(\.escape).joined() + literal(String(text.unicodeScalars.dropFirst(numbered.count)))
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
      case _ where Lexer.isRefusedWithinQuotes(scalar): scalar.escape
      default: String(scalar)
      }
    }.joined()
  }
}

extension Text.Piece {
  /// Whether the text after a `$_` would be read as a field of it; `$_` cannot be written in braces.
  fileprivate func reaches(into text: String) -> Bool {
    guard case .variable(let variable) = self, variable.name == "_" else { return false }
    return Variable.couldContinue(text)
  }
}

extension Variable {
  /// The variable, in braces if the text after it would otherwise be read as part of it.
  func source(before text: String?, isQuoted: Bool) -> String {
    let fields = path.map { ".\($0.name)\($0.isOptional ? "?" : "")" }.joined()
    guard !isBare else { return String(fields.dropFirst()) }
    let isMarked = isOptional || isQuoted && path.contains(where: \.isOptional)
    guard name != "_", isMarked || text.map(Variable.couldContinue) ?? false else { return "$\(name)\(fields)" }
    return "${\(name)\(isOptional ? "?" : "")\(fields)}"
  }

  /// Whether the text would be read as part of a variable before it.
  fileprivate static func couldContinue(_ text: String) -> Bool {
    guard let byte = text.utf8.first else { return false }
    return Lexer.isLetter(byte) || Lexer.isDigit(byte) || "_.?".utf8.contains(byte)
  }
}

extension [Setting] {
  /// The parameters, each after a blank.
  var source: String { map { " " + $0.source }.joined() }
}
