extension Parser {
  mutating func attempt(_ keyword: Span) throws(Diagnostic) -> Statement {
    let opener = Opener(keyword: .attempt, span: keyword)
    _ = try header(keyword) { _ in }
    let lines = try block(opener, until: [.end, .handler])
    guard lines.terminator == .handler else {
      try endLine()
      return statement(.attempt(Attempt(body: lines.body)), keyword.through(lines.close))
    }
    let name = try header(lines.close) { parser throws(Diagnostic) in
      try parser.lexer.skipBlanks()
      return parser.lexer.isAtLineEnd ? nil : try parser.name(after: lines.close)
    }
    let rest = try block(opener, until: [.end])
    try endLine()
    let handler = Attempt.Handler(name: name ?? nil, body: rest.body)
    return statement(.attempt(Attempt(body: lines.body, handler: handler)), keyword.through(rest.close))
  }

  mutating func branch(_ keyword: Span) throws(Diagnostic) -> Statement {
    let opener = Opener(keyword: .branch, span: keyword)
    var branch = Branch(arms: [])
    var word = keyword
    var lines: Lines
    repeat {
      guard branch.arms.count < Parser.maxDepth else { throw .tooManyArms(word) }
      let condition = try header(word) { parser throws(Diagnostic) in try parser.condition(after: word).0 }
      lines = try block(opener, until: [.end, .otherwise])
      if let condition { branch.arms.append(Branch.Arm(condition: condition, body: lines.body)) }
      word = lines.terminator == .otherwise ? try elseIf() ?? lines.close : lines.close
    } while word != lines.close
    if lines.terminator == .otherwise {
      _ = try header(lines.close) { _ in }
      lines = try block(opener, until: [.end])
      branch.otherwise = lines.body
    }
    try endLine()
    return statement(.branch(branch), keyword.through(lines.close))
  }

  /// The span of an `if` after `else` on the same line.
  private mutating func elseIf() throws(Diagnostic) -> Span? {
    try lexer.skipBlanks()
    guard case (.branch, let span)? = keyword() else { return nil }
    return span
  }
}

extension Diagnostic {
  fileprivate static func tooManyArms(_ span: Span) -> Diagnostic {
    Diagnostic(.tooDeep, at: span, "more than \(Parser.maxDepth) conditions in one 'if'")
  }
}
