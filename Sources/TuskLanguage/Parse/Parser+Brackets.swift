// Diagnoses of brackets around conditions, as in other shells; here they hold a list.
extension Parser {
  /// A comparison in brackets at the cursor, as other shells write conditions.
  func conditionInBrackets(after before: Span) -> Diagnostic? {
    guard ungrouping == nil, lexer.peek == UInt8(ascii: "[") else { return nil }
    let start = lexer.offset
    var reader = self
    reader.ungrouping = []
    reader.lexer.offset = lexer.byte(at: start + 1) == UInt8(ascii: "[") ? start + 2 : start + 1
    let open = Span(start, reader.lexer.offset)
    guard Lexer.isBlank(reader.lexer.peek) else { return nil }
    guard case (.comparison, let span)? = try? reader.condition(after: before), reader.ungrouping == [] else {
      return nil
    }
    let rest = restOfLine(from: span.end)
    let close = String(repeating: "]", count: open.end - open.start)
    let isWhole = ["", ";", "; then", ";then"].contains { lexer.text(rest) == close + $0 }
    let isJoined = [" &&", " ||"].contains { lexer.text(rest).hasPrefix(close + $0) }
    guard isWhole || isJoined else { return nil }
    let inner = restOfLine(from: open.end).start
    let edits = [Diagnostic.Edit(Span(start, inner), ""), Diagnostic.Edit(Span(span.end, rest.end), "")]
    return .bracketedCondition(open).correctable(by: isWhole ? [edits] : [])
  }
}

extension Diagnostic {
  fileprivate static func bracketedCondition(_ open: Span) -> Diagnostic {
    Diagnostic(.badHead, at: open, "conditions are written without brackets", label: "brackets hold a list")
  }
}
