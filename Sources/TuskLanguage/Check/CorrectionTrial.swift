/// Tries the corrections of the mistakes in a source: one is shown only if the corrected line passes the check in its place.
struct CorrectionTrial {
  let checker: Checker
  let source: Source
  /// How many more times the source may be parsed: each correction needs it, so a long source has fewer.
  private(set) var parses: Int
  /// The source as it was typed.
  private(set) lazy var typed = closed(source)
  /// The checker with the verbs that the source defines.
  private(set) lazy var defining = collected()
  private(set) lazy var knowsVerbs = areVerbsKnown()
  var openers = ForeignOpeners()

  /// - Parameter checker: the checker in the state from before the source.
  init(checker: Checker, source: Source) {
    self.checker = checker
    self.source = source
    parses = min(Self.maxParses, max(Self.minParses, Self.parsedBytes / max(source.bytes.count, 1)))
  }

  private mutating func collected() -> Checker {
    var checker = checker
    checker.collectDefinitions(typed.parsed.statements)
    return checker
  }

  static let maxParses = 128
  private static let minParses = 4
  private static let parsedBytes = 1 << 18

  /// The mistakes, each with the first of its corrections that leaves no mistake on the line, or with none.
  mutating func tried(_ mistakes: [Diagnostic]) -> [Diagnostic] {
    let tried = explained(mistakes).map { $0.isTried ? $0 : corrected($0) }
    // Several mistakes may have one word behind them.
    var seen: Set<Shown> = []
    return tried.sorted { $0.span.start < $1.span.start }.filter {
      seen.insert(Shown(span: $0.span, message: $0.message)).inserted
    }
  }

  /// The mistake, or the first one behind it, with its correction.
  mutating func tried(_ mistake: Diagnostic) -> Diagnostic {
    let first = explained([mistake]).first ?? mistake
    return first.isTried ? first : corrected(first)
  }

  /// A mistake, as a person sees it.
  private struct Shown: Hashable {
    let span: Span
    let message: String
  }

  private mutating func corrected(_ mistake: Diagnostic) -> Diagnostic {
    var tried = foreignWord(behind: mistake) ?? mistake
    let corrections = ([tried.edits] + tried.alternatives).filter { !$0.isEmpty && !cutsProse($0, of: tried) }
    (tried.edits, tried.alternatives, tried.isTried) = ([], [], true)
    guard !(tried.presumedName.map { checker.isVerb($0) || defining.definitions[$0] != nil } ?? false) else {
      return tried
    }
    for edits in corrections where parses > 0 {
      guard let meant = meant(by: edits, of: tried) else { continue }
      tried.edits = meant
      break
    }
    return tried
  }

  /// Whether the edits quote prose up to a `#`, `|` or `>`, which may be a part of it.
  private func cutsProse(_ edits: [Diagnostic.Edit], of mistake: Diagnostic) -> Bool {
    guard [.adjacent, .tooManyArgs].contains(mistake.kind), let edit = edits.last, edit.text.hasPrefix("\"") else {
      return false
    }
    let rest = source.bytes[edit.span.end...].drop { Lexer.isBlank($0) }
    return rest.first.map { "#|>".utf8.contains($0) } ?? false
  }

  /// The edits, with the `$` of names in scope; `nil` unless they leave no mistake on the line and keep what was meant.
  private mutating func meant(by edits: [Diagnostic.Edit], of mistake: Diagnostic) -> [Diagnostic.Edit]? {
    guard let line = line(after: edits, of: mistake), let sigils = checker.sigils(on: line) else { return nil }
    guard !sigils.isEmpty else { return edits }
    guard let text = Diagnostic.line(of: line.source, after: sigils) else { return nil }
    let whole = [Diagnostic.Edit(source.lineSpan(at: edits[0].span.start), text)]
    guard let again = self.line(after: whole, of: mistake), checker.sigils(on: again) == [] else { return nil }
    return whole
  }

  /// The line after these edits; `nil` if it still has mistakes.
  private mutating func line(after edits: [Diagnostic.Edit], of mistake: Diagnostic) -> CorrectedLine? {
    guard let text = Diagnostic.line(of: source, after: edits) else { return nil }
    let old = source.lineSpan(at: edits[0].span.start)
    guard text != source.text(old) else { return nil }
    let line = Span(old.start, old.start + text.utf8.count)
    let (corrected, parsed) = closed(source.replacing(old, with: text))
    let problems = parsed.problems
    guard !problems.contains(where: { line.meets($0.span) && !$0.leavesOpen(before: mistake) }) else { return nil }
    // A line that is right by itself may leave an 'end' without its block.
    let others = problems.count { !line.meets($0.span) }
    guard others == 0 || others <= typed.parsed.problems.count(where: { !old.meets($0.span) }) else { return nil }
    var checker = checker
    let isWrong = checker.findMistakes(in: parsed.statements, of: corrected).contains { found in
      // The names of lines that cannot be read are unknown.
      line.meets(found.span) && (problems.isEmpty || found.kind != .unknownName)
    }
    return isWrong
      ? nil : CorrectedLine(source: corrected, span: line, parsed: parsed, typed: source.text(old), edits: edits)
  }

  /// The source with its open blocks closed, because the person may still be typing them.
  private mutating func closed(_ source: Source) -> (source: Source, parsed: Parser.Recovered) {
    var (whole, parsed) = (source, self.parsed(source))
    // The last line may take the first 'end' for a part of it.
    for _ in 0..<2 where parsed.openBlocks > 0 {
      let ends = String(repeating: "\nend", count: parsed.openBlocks)
      whole = whole.replacing(Span(whole.bytes.count, whole.bytes.count), with: ends)
      parsed = self.parsed(whole)
    }
    return (whole, parsed)
  }

  private mutating func parsed(_ source: Source) -> Parser.Recovered {
    parses -= 1
    return Parser.recovering(source, mode: checker.mode.parserMode)
  }
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
