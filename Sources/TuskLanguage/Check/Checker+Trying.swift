extension Checker {
  /// The mistakes, each with the first of its corrections that leaves no mistake on the line, or with none.
  ///
  /// The checker is in the state from before these statements.
  package func tried(_ mistakes: [Diagnostic], in source: Source) -> [Diagnostic] {
    var trial = CorrectionTrial(checker: self, source: source)
    return trial.tried(mistakes)
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
