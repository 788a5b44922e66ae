import TuskLanguage

/// What `--help` after the name of a script shows: its first comment, and its parameters.
struct ScriptHelp {
  let text: String

  /// `nil` for a script without parameters, which may use the word itself.
  init?(_ program: ParsedSource, path: String) {
    guard case .success(let statements) = program.statements else { return nil }
    let parameters = statements.compactMap { statement in
      if case .parameter(let parameter) = statement.form { parameter } else { nil as ScriptParameter? }
    }
    guard !parameters.isEmpty else { return nil }
    let words = parameters.map { $0.fallback == nil ? $0.usage : "[\($0.usage)]" }
    let usage = "usage: \((["tusk \(TerminalText.field(path))"] + words).joined(separator: " "))\n"
    let width = parameters.map(\.usage.count).max() ?? 0
    let lines = parameters.map { parameter in
      let fallback = parameter.fallback?.literalText.map { "(default: \(TerminalText.field($0)))" }
      let summary = [parameter.summary?.literalText.map(TerminalText.field), fallback].compactMap(\.self)
      let usage = parameter.usage.padding(to: width)
      return "  \(usage)  \(summary.joined(separator: " "))".trimmingEnd() + "\n"
    }
    text = ([usage, "\n"] + Self.description(of: program.source) + lines).joined()
  }

  /// The first comment of the script, without lines for programs.
  private static func description(of source: Source) -> [String] {
    let lines = String(decoding: source.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let comment = lines.drop { $0.hasPrefix("#!") || $0.hasPrefix("#:") }.prefix { $0.hasPrefix("# ") }
    guard !comment.isEmpty else { return [] }
    return comment.map { TerminalText.field(String($0.dropFirst(2))) + "\n" } + ["\n"]
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }

  fileprivate func trimmingEnd() -> String {
    String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex))
  }
}
