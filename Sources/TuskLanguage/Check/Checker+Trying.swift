// A correction is shown only if the corrected line passes the check in its place.
extension Checker {
  /// The mistakes, each with the first of its corrections that leaves no mistake on the line, or with none.
  ///
  /// The checker is in the state from before these statements.
  package func tried(_ mistakes: [Diagnostic], in source: Source) -> [Diagnostic] {
    // Each try reads the whole source again, so a long one has fewer.
    var tries = min(Checker.maxSuggestions, max(Checker.minTries, Checker.triedBytes / max(source.bytes.count, 1)))
    var openers = ForeignOpeners()
    let ends = mistakes.contains { $0.kind == .unterminatedBlock } ? foreignEnds(in: source) : []
    let explained = mistakes.flatMap { $0.kind == .unterminatedBlock && !ends.isEmpty ? ends : [$0] }
    let tried = explained.map { mistake in
      guard !mistake.isTried else { return mistake }
      var tried = foreignWord(behind: mistake, in: source, &openers) ?? mistake
      let corrections = ([tried.edits] + tried.alternatives).filter { !$0.isEmpty }
      (tried.edits, tried.alternatives, tried.isTried) = ([], [], true)
      guard !(tried.presumedName.map { isVerb($0) || definitions[$0] != nil } ?? false) else { return tried }
      for edits in corrections where tries > 0 {
        tries -= 1
        guard let meant = meant(by: edits, of: tried, in: source) else { continue }
        tried.edits = meant
        break
      }
      return tried
    }
    // Several mistakes may have one word behind them.
    var seen: Set<Shown> = []
    return tried.sorted { $0.span.start < $1.span.start }.filter {
      seen.insert(Shown(span: $0.span, message: $0.message)).inserted
    }
  }

  /// A mistake, as a person sees it.
  private struct Shown: Hashable {
    let span: Span
    let message: String
  }

  private static let minTries = 1
  private static let triedBytes = 1 << 17

  /// The edits, with the `$` of names in scope; `nil` unless they leave no mistake on the line and keep what was meant.
  private func meant(by edits: [Diagnostic.Edit], of mistake: Diagnostic, in source: Source) -> [Diagnostic.Edit]? {
    guard let line = corrected(edits, of: mistake, in: source), let sigils = sigils(on: line) else { return nil }
    guard !sigils.isEmpty else { return edits }
    guard let text = Diagnostic.line(of: line.source, after: sigils) else { return nil }
    let whole = [Diagnostic.Edit(source.lineSpan(at: edits[0].span.start), text)]
    guard let again = corrected(whole, of: mistake, in: source), self.sigils(on: again) == [] else { return nil }
    return whole
  }

  /// The line after these edits; `nil` if it still has mistakes.
  private func corrected(_ edits: [Diagnostic.Edit], of mistake: Diagnostic, in source: Source) -> CorrectedLine? {
    guard let text = Diagnostic.line(of: source, after: edits) else { return nil }
    let old = source.lineSpan(at: edits[0].span.start)
    guard text != source.text(old) else { return nil }
    let line = Span(old.start, old.start + text.utf8.count)
    let (corrected, parsed) = closed(source.replacing(old, with: text))
    let problems = parsed.problems
    guard !problems.contains(where: { line.meets($0.span) && !$0.leavesOpen(before: mistake) }) else { return nil }
    // A line that is right by itself may leave an 'end' without its block.
    let others = problems.count { !line.meets($0.span) }
    guard others == 0 || others <= closed(source).parsed.problems.count(where: { !old.meets($0.span) }) else {
      return nil
    }
    var checker = self
    let isWrong = checker.findMistakes(in: parsed.statements, of: corrected).contains { found in
      // The names of lines that cannot be read are unknown.
      line.meets(found.span) && (problems.isEmpty || found.kind != .unknownName)
    }
    return isWrong
      ? nil : CorrectedLine(source: corrected, span: line, parsed: parsed, typed: source.text(old), edits: edits)
  }

  /// The source with its open blocks closed, because the person may still be typing them.
  private func closed(_ source: Source) -> (source: Source, parsed: Parser.Recovered) {
    var whole = source
    var parsed = Parser.recovering(whole, mode: mode.parserMode)
    for _ in 0..<Parser.maxDepth where parsed.problems.contains(where: { $0.kind == .unterminatedBlock }) {
      whole = whole.replacing(Span(whole.bytes.count, whole.bytes.count), with: "\nend")
      parsed = Parser.recovering(whole, mode: mode.parserMode)
    }
    return (whole, parsed)
  }

  /// The word of another language that explains the mistake: the first word of its line or, for an 'end' without a
  /// block, of the line that was to open the block.
  private func foreignWord(
    behind mistake: Diagnostic, in source: Source, _ openers: inout ForeignOpeners
  ) -> Diagnostic? {
    switch mistake.kind {
    case .strayEnd, .strayElse:
      return openers.last(before: source.lineSpan(at: mistake.span.start), of: source) { line in
        foreignWord(startingLine: line, of: source).flatMap { $0.word.opensBlock ? $0.diagnostic : nil }
      }
    case .reservedChar, .trailingWords, .paramSpace, .emptyPipe, .adjacent, .shortFlag, .doubleDash, .badRedirect,
      .badDollar, .strayClose:
      return foreignWord(startingLine: source.lineSpan(at: mistake.span.start), of: source)?.diagnostic
    default: return nil
    }
  }

  /// The words that end blocks in other languages, for blocks without an 'end'.
  private func foreignEnds(in source: Source) -> [Diagnostic] {
    let parsed = Parser.recovering(source, mode: mode.parserMode)
    var checker = self
    checker.collectDefinitions(parsed.statements)
    let ends = parsed.foreignEnds.prefix(Checker.maxSuggestions).filter { checker.definitions[$0.value] == nil }
    return ends.compactMap { ForeignWord.named($0.value)?.diagnostic(of: $0, through: $0.span.end, in: source) }
  }

  private func foreignWord(
    startingLine line: Span, of source: Source
  ) -> (word: ForeignWord, diagnostic: Diagnostic)? {
    var start = line.start
    while start < line.end, Lexer.isBlank(source.bytes[start]) { start += 1 }
    let span = Lexer(source, at: start).name(at: start, also: [UInt8(ascii: "-")])
    let text = source.text(span)
    guard let word = ForeignWord.named(text), definitions[text] == nil, !isVerb(text) else { return nil }
    return (word, word.diagnostic(of: Spanned(text, span), through: line.end, in: source))
  }
}

/// The lines that words of another language start, read once from top to bottom, because mistakes come in that order.
private struct ForeignOpeners {
  private var offset = 0
  private var found: Diagnostic?

  /// What the last such line before a line explains; `nil` if there is none.
  mutating func last(before line: Span, of source: Source, _ explain: (Span) -> Diagnostic?) -> Diagnostic? {
    if line.start < offset { self = ForeignOpeners() }
    while offset < line.start {
      let next = source.lineSpan(at: offset)
      found = explain(next) ?? found
      offset = (source.bytes[next.end...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count) + 1
    }
    return found
  }
}

extension Checker.Mode {
  var parserMode: Parser.Mode { self == .prompt ? .repl : .script }
}

extension Span {
  /// Whether the two overlap or touch.
  fileprivate func meets(_ other: Span) -> Bool { other.start <= end && other.end >= start }
}

extension Diagnostic {
  /// Whether this is a bracket that was open before the other mistake, and that further lines may close.
  fileprivate func leavesOpen(before mistake: Diagnostic) -> Bool {
    isIncomplete && span.start <= mistake.span.start && kind != .unterminatedString
  }
}
