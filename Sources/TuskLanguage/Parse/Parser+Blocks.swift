extension Parser {
  /// The keyword that opened a block.
  struct Opener {
    let keyword: Keyword
    let span: Span
  }

  /// An `end` that closes one block but is indented like another.
  struct MisplacedEnd {
    let closed: Opener
    let above: Opener
    let end: Span
    /// The line of the block it closes.
    let line: Int
  }

  /// The lines of a block, up to the keyword that ends them.
  struct Lines {
    var body: [Statement]
    var terminator: Keyword
    var close: Span
  }

  /// Reads the rest of a block's first line; `nil` after a mistake if parsing continues.
  mutating func header<Header>(
    _ keyword: Span, _ read: (inout Parser) throws(Diagnostic) -> Header
  ) throws(Diagnostic) -> Header? {
    lexer.offset = keyword.end
    do throws(Diagnostic) {
      let header = try read(&self)
      try endLine()
      return header
    } catch {
      guard problems != nil else { throw error }
      problems?.append(error)
      resume(after: error)
      return nil
    }
  }

  /// Reads a block that only `end` ends, and its last line.
  mutating func body(of keyword: Keyword, _ span: Span) throws(Diagnostic) -> ([Statement], Span) {
    let lines = try block(Opener(keyword: keyword, span: span), until: [.end])
    try endLine()
    return (lines.body, lines.close)
  }

  mutating func block(_ opener: Opener, until terminators: [Keyword]) throws(Diagnostic) -> Lines {
    openers.append(opener)
    defer { openers.removeLast() }
    return try deeper(at: opener.span) { parser throws(Diagnostic) in
      var body: [Statement] = []
      while true {
        do throws(Diagnostic) {
          if let (terminator, span) = try parser.terminator(of: opener), terminators.contains(terminator) {
            parser.lexer.offset = span.end
            if terminator == .end { parser.noteMisplacedEnd(span) }
            return Lines(body: body, terminator: terminator, close: span)
          }
          body.append(try parser.statement())
        } catch {
          guard parser.problems != nil, error.kind != .unterminatedBlock else { throw error }
          parser.problems?.append(error)
          parser.resume(after: error)
        }
      }
    }
  }

  /// The keyword at the start of the next non-empty line, if it may end a block.
  private mutating func terminator(of opener: Opener) throws(Diagnostic) -> (Keyword, Span)? {
    try lexer.skipEmptyLines()
    guard !lexer.isAtEnd else {
      floor = lexer.offset
      throw .unterminatedBlock(opener, mismatch: mismatch)
    }
    guard let (keyword, span) = keyword(), keyword.needsOpenBlock else { return nil }
    return (keyword, span)
  }

  /// Records the first `end` that is indented like another block than the one it closes.
  private mutating func noteMisplacedEnd(_ end: Span) {
    guard mismatch == nil, let closed = openers.last else { return }
    let indentation = indentation(of: end)
    guard indentation != self.indentation(of: closed.span) else { return }
    guard let above = openers.dropLast().last(where: { self.indentation(of: $0.span) == indentation }) else { return }
    mismatch = MisplacedEnd(closed: closed, above: above, end: end, line: 1 + lexer.lineEnds(before: closed.span.start))
  }

  private func indentation(of span: Span) -> Int {
    var start = span.start
    while Lexer.isBlank(lexer.byte(at: start - 1)) { start -= 1 }
    return span.start - start
  }

  /// A statement of this form, or a placeholder after a mistake, when only the mistakes are used.
  func statement(_ form: Statement.Form?, _ span: Span) -> Statement {
    Statement(form ?? .answer(nil), span)
  }
}

extension Diagnostic {
  fileprivate static func unterminatedBlock(_ opener: Parser.Opener, mismatch: Parser.MisplacedEnd?) -> Diagnostic {
    var notes: [Note] = []
    if let mismatch, mismatch.above.span == opener.span {
      let reason = "closes the '\(mismatch.closed.keyword.word)' of line \(mismatch.line) but is indented like the "
      notes = [
        Note(mismatch.closed.span),
        Note(mismatch.end, "\(reason)'\(opener.keyword.word)': add an 'end' before it"),
      ]
    }
    return Diagnostic(
      .unterminatedBlock, at: opener.span, "'\(opener.keyword.word)' has no 'end'", notes: notes,
      isIncomplete: true)
  }
}
