import Testing
import TuskLanguage

/// What a checker says of a script, in short: `kind 'what it points at'`, and the corrected line where there is one.
enum Checking {
  static func mistakes(
    in text: String, mode: Checker.Mode = .script, arguments: [String]? = nil
  ) throws -> [String] {
    let source = Source(text)
    var checker = Checker(resolver: .checked, arguments: arguments, mode: mode)
    let statements = try Parser.parse(source, mode: mode == .prompt ? .repl : .script)
    return checker.check(statements, in: source).map { short($0, in: source) }
  }

  static func short(_ diagnostic: Diagnostic, in source: Source) -> String {
    let place = "\(diagnostic.kind.rawValue) '\(source.text(diagnostic.span))'"
    return place + (diagnostic.help(in: source).map { " → \($0)" } ?? "")
  }

  /// The mistakes as they are shown.
  static func rendered(_ text: String) throws -> String {
    let source = Source(text)
    var checker = Checker(resolver: .checked)
    return checker.check(try Parser.parse(source), in: source).map { $0.rendered(in: source) }.joined(separator: "\n")
  }
}
