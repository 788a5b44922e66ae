import TuskCommon

extension Checker {
  /// Checks the first program after rows, which may be a step in the word of another language.
  ///
  /// A program of that name runs, and the prompt warns of it.
  mutating func checkOtherStep(in pipeline: Pipeline) {
    guard case .command = pipeline.first, let program = pipeline.programs.first, program.command != nil,
      let name = program.words.first, let word = name.literalWord, let step = StepOfOthers.named(word),
      let isThere = isProgram(word), staticType(of: pipeline.rows).row != nil
    else { return }
    if !isThere {
      found.append(.noProgram(word, step, name.span, edits: edits(of: program, as: step, in: pipeline)))
    } else {
      programChoices.append(.programRatherThanStep(word, step, name.span))
    }
  }

  /// Notes at the prompt which programs are not on this machine: only the run of the line reports them.
  mutating func noteAbsent(_ programs: [Program]) {
    guard mode == .prompt else { return }
    for program in programs {
      guard let name = program.words.first?.literalWord, !name.contains("/"), isProgram(name) == false else { continue }
      absentPrograms.append(
        Diagnostic(.failed, at: program.span, "program '\(name)' not found", exitCode: .refused))
    }
  }

  /// The edit that writes our step; none if a single step does not do it.
  private func edits(of program: Program, as step: StepOfOthers, in pipeline: Pipeline) -> [Diagnostic.Edit] {
    guard let ours = step.ours, let name = program.words.first else { return [] }
    guard program.words.count > 1 else {
      return step.alone.map { [Diagnostic.Edit(name.span, $0)] } ?? []
    }
    // A `>` that was to compare is read as the mark of an output file.
    let isComparison = ours == "pick" && pipeline.output != nil
    let by = program.words[1]
    let hasBy = ours.hasSuffix(" by") && by.literalWord == "by"
    return [Diagnostic.Edit(hasBy ? name.span.through(by.span) : name.span, isComparison ? "where" : ours)]
  }
}

extension Diagnostic {
  /// The run would say the same of the program.
  fileprivate static func noProgram(
    _ word: String, _ step: StepOfOthers, _ span: Span, edits: [Edit]
  ) -> Diagnostic {
    Diagnostic(
      .failed, at: span, "program '\(word)' not found; \(step.advice)", edits: edits, exitCode: .refused)
  }

  fileprivate static func programRatherThanStep(_ word: String, _ step: StepOfOthers, _ span: Span) -> Diagnostic {
    .warning(.changedMeaning, at: span, "'\(word)' is the program of this machine; \(step.advice)")
  }
}
