// Diagnoses of redirections that other shells have.
extension Parser {
  /// `2>`, `1>` or `&>`, which other shells read as one word.
  func otherOutput(at start: Int) -> Diagnostic? {
    let span = Span(start, start + 2)
    guard lexer.byte(at: start + 1) == UInt8(ascii: ">"), lexer.isBoundary(at: start - 1) else { return nil }
    switch lexer.byte(at: start) {
    case UInt8(ascii: "1")?: return .numberedOutput(span)
    case UInt8(ascii: "2")?, UInt8(ascii: "&")?: return .errorOutput(span)
    default: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func errorOutput(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badRedirect, at: span, "standard error is redirected where tusk is started, not on its lines",
      label: "'try' continues after an error")
  }

  static func toErrorOutput(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badRedirect, at: span, "'>' needs a file, not the number of an output",
      label: "'print' writes to standard error with to=stderr")
  }

  fileprivate static func numberedOutput(_ span: Span) -> Diagnostic {
    Diagnostic(
      .badRedirect, at: span, "'>' takes no number before it",
      edits: [Edit(Span(span.start, span.start + 1), "")])
  }
}
