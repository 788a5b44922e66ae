extension Parser {
  /// The word that opened a block.
  struct Opener {
    let keyword: String
    let span: Span
  }

  /// An `end` that closes one block and stands under another.
  struct MisplacedEnd {
    let closed: Opener
    let above: Opener
    let end: Span
    /// The line of what it closes.
    let line: Int
  }

  /// What ends the lines of a block.
  enum Terminator {
    case end, otherwise, handler
  }

  /// The lines of a block up to the word that ends them.
  struct Lines {
    var body: [Statement]
    var terminator: Terminator
    var close: Span
  }

  /// Reads the rest of a block's first line; `nil` where it holds a mistake and parsing goes on nevertheless.
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

  /// Reads the lines of a block that only `end` ends, and the rest of that line.
  mutating func body(_ keyword: Span) throws(Diagnostic) -> ([Statement], Span) {
    let lines = try block(Opener(keyword: lexer.text(keyword), span: keyword), until: [.end])
    try endLine()
    return (lines.body, lines.close)
  }

  mutating func block(_ opener: Opener, until terminators: [Terminator]) throws(Diagnostic) -> Lines {
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

  /// The word that may end a block, where one starts the next line that says something.
  private mutating func terminator(of opener: Opener) throws(Diagnostic) -> (Terminator, Span)? {
    try lexer.skipEmptyLines()
    guard !lexer.isAtEnd else {
      floor = lexer.offset
      throw .unterminatedBlock(opener, mismatch: mismatch)
    }
    switch keyword() {
    case (.end, let span)?: return (.end, span)
    case (.otherwise, let span)?: return (.otherwise, span)
    case (.handler, let span)?: return (.handler, span)
    default: return nil
    }
  }

  /// Remembers the first `end` that is indented like another block than the one it closes.
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

  /// A statement of this form; where a mistake left none, something that stands for it, because whoever goes on
  /// after mistakes reads no statements.
  func statement(_ form: Statement.Form?, _ span: Span) -> Statement {
    Statement(form ?? .answer(nil), span)
  }
}

extension Diagnostic {
  fileprivate static func unterminatedBlock(_ opener: Parser.Opener, mismatch: Parser.MisplacedEnd?) -> Diagnostic {
    var notes: [Note] = []
    if let mismatch, mismatch.above.span == opener.span {
      let reason = "closes the '\(mismatch.closed.keyword)' of line \(mismatch.line) although it stands under "
      notes = [
        Note(mismatch.closed.span),
        Note(mismatch.end, "\(reason)'\(opener.keyword)': an 'end' is missing before it"),
      ]
    }
    return Diagnostic(
      .unterminatedBlock, at: opener.span, "'\(opener.keyword)' is still open at the end of the file", notes: notes,
      isIncomplete: true)
  }
}
