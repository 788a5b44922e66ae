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

  /// Runs the next statements of a stream, and then shows the mistakes after them.
  ///
  /// - Parameter meanwhile: is called once while statements run that have no mistakes after them.
  /// - Returns: whether the run continues.
  mutating func run(_ batch: CheckedStream.Batch, meanwhile: () -> Void) -> Bool {
    guard batch.mistakes.isEmpty else { return run(batch.statements) && fail(batch.mistakes, in: batch.source) }
    return run(batch.statements, meanwhile: meanwhile)
  }
}
