extension Checker {
  /// The mistakes, each with the first of its corrections that leaves no mistake on the line, or with none.
  ///
  /// The checker is in the state from before these statements.
  package func tried(_ mistakes: [Diagnostic], in source: Source) -> [Diagnostic] {
    var trial = CorrectionTrial(checker: self, source: source)
    return trial.tried(Diagnostic.limited(mistakes, in: source))
  }

  /// The mistake, or the first one behind it, with the first of its corrections that leaves no mistake on the line.
  package func tried(_ mistake: Diagnostic, in source: Source) -> Diagnostic {
    var trial = CorrectionTrial(checker: self, source: source)
    return trial.tried(mistake)
  }
}

extension Checker.Mode {
  var parserMode: Parser.Mode { self == .prompt ? .repl : .script }
}

extension Diagnostic {
  /// The mistakes, with only a count of those that are more than a person reads on one line; they are in source order.
  package static func limited(_ mistakes: [Diagnostic], in source: Source) -> [Diagnostic] {
    var limited: [Diagnostic] = []
    var (end, count) = (-1, 0)
    for mistake in mistakes {
      if mistake.span.start > end { (end, count) = (source.lineSpan(at: mistake.span.start).end, 0) }
      count += 1
      if count > maxPerLine + 1 { limited.removeLast() }
      limited.append(count > maxPerLine ? mistake.counting(count - maxPerLine) : mistake)
    }
    return limited
  }

  /// This and the mistakes before it, as one.
  private func counting(_ count: Int) -> Diagnostic {
    var counting = Diagnostic(kind, at: span, "\(count) more mistakes on this line", exitCode: exitCode)
    counting.isWarning = isWarning
    return counting
  }

  static let maxPerLine = 20
}
