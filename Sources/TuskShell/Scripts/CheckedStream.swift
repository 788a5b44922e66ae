import TuskLanguage

/// Reads statements from a stream, and checks them before they run.
struct CheckedStream {
  private var stream: StatementStream
  private var checker: Checker

  init(_ stream: StatementStream, _ checker: Checker) {
    (self.stream, self.checker) = (stream, checker)
  }

  /// Statements that arrived together, up to the first mistake.
  struct Batch {
    var statements: [CheckedStatement] = []
    /// The mistakes after the statements, after which nothing can be trusted.
    var mistakes: [Diagnostic] = []
    /// The source of the last statement or mistake.
    var source: Source
  }

  /// How many statements that arrived together run together at most; fewer would mostly wait for each other's threads.
  private static let size = 1024

  /// Whether reading failed before the end of the stream.
  var hasFailed: Bool { stream.hasFailed }

  /// The next statements; `nil` at the end.
  ///
  /// - Parameter waiting: whether to wait for the next one; otherwise `nil` if it has not arrived.
  mutating func next(waiting: Bool) -> Batch? {
    let elements = stream.next(atMost: Self.size, waiting: waiting)
    guard let first = elements.first else { return nil }
    var batch = Batch(source: first.source)
    batch.statements.reserveCapacity(elements.count)
    for element in elements {
      batch.source = element.source
      switch element {
      case .mistake(let diagnostic, let source): batch.mistakes = [checker.tried(diagnostic, in: source)]
      case .statement(let statement, let source):
        batch.mistakes = checker.check([statement], in: source)
        guard batch.mistakes.isEmpty else { return batch }
        batch.statements.append(
          CheckedStatement(statement: statement, source: source, resolutions: checker.resolutions))
      }
    }
    return batch
  }
}

extension StatementStream.Element {
  fileprivate var source: Source {
    switch self {
    case .statement(_, let source), .mistake(_, let source): source
    }
  }
}
