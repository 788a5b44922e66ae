import TuskLanguage

extension Execution {
  /// Shows the mistakes of an element of a stream.
  ///
  /// - Returns: their number.
  mutating func check(_ element: StatementStream.Element) -> Int {
    switch element {
    case .mistake(let diagnostic, let source):
      _ = fail([tried(diagnostic, in: source)], in: source)
      return 1
    case .statement(let statement, let source):
      let mistakes = examine([statement], of: source).mistakes
      if !mistakes.isEmpty { _ = fail(mistakes, in: source) }
      return mistakes.count
    }
  }

  /// Runs the next elements of a stream, up to the first mistake.
  ///
  /// - Parameter last: is set to the source of the last statement.
  /// - Returns: whether the run continues.
  mutating func run(_ elements: [StatementStream.Element], last: inout Source) -> Bool {
    var statements: [CheckedStatement] = []
    for element in elements {
      switch element {
      case .statement(let statement, let source):
        last = source
        let (checked, mistakes) = examine([statement], of: source)
        guard mistakes.isEmpty else { return run(statements) && fail(mistakes, in: source) }
        statements += checked
      case .mistake(let diagnostic, let source):
        return run(statements) && fail([tried(diagnostic, in: source)], in: source)
      }
    }
    return run(statements)
  }
}
