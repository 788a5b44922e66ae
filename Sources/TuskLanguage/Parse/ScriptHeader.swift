/// What the `#:` comments at the start of a script state.
package struct ScriptHeader: Sendable, Hashable {
  /// The name of the script in the journal, `#: name NAME`; `nil` if the script states none.
  package private(set) var name: String?
  /// What the script is the plan of, `#: plan 1 SCRIPT ACCOUNT`; `nil` if it is not a plan.
  package private(set) var plan: Plan?

  /// The features that servers must have for the script, `#: needs FEATURE …`.
  package private(set) var needs: [String] = []

  /// The script that a rehearsal has rehearsed.
  package struct Plan: Sendable, Hashable {
    package let script: String
    /// The account as which the plan was made.
    package let account: String

    package init(of script: String, as account: String) {
      self.script = script
      self.account = account
    }

    /// The first line of the plan.
    package var line: String { "\(Plan.mark)1 \(VisibleText.of(script)) \(account)" }

    /// How the first line of a plan of any version begins.
    package static let mark = "#: plan "
  }

  /// Reads the comments before the first statement.
  ///
  /// - Throws: ``Diagnostic`` if a name is not valid, or if the plan is of an unknown version.
  package init(of source: Source) throws(Diagnostic) {
    var offset = 0
    while offset < source.bytes.count {
      let span = source.lineSpan(at: offset)
      let line = source.text(span)
      guard line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") else { return }
      if line.hasPrefix("#:") { try read(line, span) }
      offset = (source.bytes[span.end...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count) + 1
    }
  }

  private mutating func read(_ line: String, _ span: Span) throws(Diagnostic) {
    let words = line.dropFirst(2).split(separator: " ").map(String.init)
    switch words.first {
    case "name":
      guard words.count == 2, Self.isName(words[1]) else { throw .badName(span) }
      name = words[1]
    case "plan":
      guard words.count >= 4, words[1] == "1", let account = words.last else { throw .unknownPlan(span) }
      plan = Plan(of: words[2..<(words.count - 1)].joined(separator: " "), as: account)
    case "needs": needs += words.dropFirst()
    default: return
    }
  }

  /// Whether the journal can use the word as the name of a script; paths and the journal's own names are different.
  private static func isName(_ word: String) -> Bool {
    let isMadeOfWords = word.utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || "._-".utf8.contains($0) }
    return isMadeOfWords && word.utf8.first.map(Lexer.isLetter) ?? false && word.count <= 64 && word != "commands"
  }
}

extension Diagnostic {
  fileprivate static func badName(_ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "the name of a script is a letter and up to 63 more letters, digits, '.', '_' or '-', and not 'commands'")
  }

  fileprivate static func unknownPlan(_ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "this is not a plan that this tusk can read; make it again: tusk --rehearse SCRIPT > PLAN")
  }
}
