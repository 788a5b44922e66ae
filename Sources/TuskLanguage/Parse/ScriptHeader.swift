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

    /// Fails if the account's name is not one visible word, which could end the line or be read as another account.
    package init?(of script: String, as account: String) {
      let isWord = !account.isEmpty && !account.unicodeScalars.contains { $0.properties.isWhitespace }
      guard isWord, VisibleText.of(account) == account else { return nil }
      self.init(script, account)
    }

    fileprivate init(_ script: String, _ account: String) {
      self.script = script
      self.account = account
    }

    /// The first line of the plan.
    package var line: String { "#: \(Plan.word) 1 \(VisibleText.of(script)) \(account)" }

    /// The first word of the line.
    fileprivate static let word = "plan"
  }

  /// Reads the comments before the first statement.
  ///
  /// - Throws: ``Diagnostic`` if a name is not valid, if the plan is of an unknown version, or if there are plans of
  ///   several accounts.
  package init(of source: Source) throws(Diagnostic) {
    for comment in Self.comments(of: source) { try read(comment) }
  }

  /// Whether the comments before the first statement say that the source is a plan, also one that cannot be read.
  package static func isPlan(_ source: Source) -> Bool {
    comments(of: source).contains { $0.words.first == Plan.word }
  }

  /// Whether a line, which need not have ended, is blank or a comment, so that what follows may belong to the header.
  ///
  /// - Parameter isFirst: whether it is the first line, which may start with a byte order mark.
  package static func mayContain(_ line: ArraySlice<UInt8>, isFirst: Bool) -> Bool {
    var line = line
    if isFirst {
      guard !Lexer.byteOrderMark.starts(with: line) else { return true }
      if line.starts(with: Lexer.byteOrderMark) { line = line.dropFirst(Lexer.byteOrderMark.count) }
    }
    let start = line.first { !Lexer.isBlank($0) && $0 != UInt8(ascii: "\r") }
    return start == nil || start == UInt8(ascii: "#")
  }

  /// A line that starts with `#:`.
  private struct Comment {
    /// The words after the mark.
    let words: [String]
    let span: Span
  }

  private static func comments(of source: Source) -> [Comment] {
    var comments: [Comment] = []
    var offset = 0
    while offset < source.bytes.count {
      let span = source.lineSpan(at: offset)
      guard mayContain(source.bytes[span.start..<span.end], isFirst: offset == 0) else { break }
      var line = source.bytes[span.start..<span.end]
      if offset == 0, line.starts(with: Lexer.byteOrderMark) { line = line.dropFirst(Lexer.byteOrderMark.count) }
      let text = line.drop(while: Lexer.isBlank)
      if text.starts(with: "#:".utf8) {
        // By scalars, because a mark after a blank is one character with it.
        let scalars = String(decoding: text.dropFirst(2), as: UTF8.self).unicodeScalars
        let words = scalars.split(separator: " ").map { String($0) }
        // A plan stays one when it is indented.
        if text.startIndex == line.startIndex || words.first == Plan.word {
          comments.append(Comment(words: words, span: Span(text.startIndex, span.end)))
        }
      }
      offset = (source.bytes[span.end...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count) + 1
    }
    return comments
  }

  private mutating func read(_ comment: Comment) throws(Diagnostic) {
    let words = comment.words
    switch words.first {
    case "name":
      guard words.count == 2, Self.isName(words[1]) else { throw .badName(comment.span) }
      name = words[1]
    case Plan.word:
      guard words.count >= 4, words[1] == "1", let account = words.last else { throw .unknownPlan(comment.span) }
      if let plan, plan.account != account { throw .severalAccounts(comment.span, plan.account, account) }
      plan = Plan(words[2..<(words.count - 1)].joined(separator: " "), account)
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

  fileprivate static func severalAccounts(_ span: Span, _ first: String, _ second: String) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "plans of several accounts (\(first), \(second)) are in one; run each by itself")
  }
}
