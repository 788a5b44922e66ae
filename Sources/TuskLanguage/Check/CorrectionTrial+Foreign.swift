// Words of other languages that are behind a mistake.
extension CorrectionTrial {
  /// Whether all verbs are known: no other script, which could define some, is run.
  mutating func areVerbsKnown() -> Bool {
    var finder = SourceFinder(isFound: checker.isOpen)
    finder.visit(typed.parsed.statements)
    return !finder.isFound
  }

  /// The mistakes, with the words that end blocks in other languages instead of blocks without an 'end'.
  mutating func explained(_ mistakes: [Diagnostic]) -> [Diagnostic] {
    guard mistakes.contains(where: { $0.kind == .unterminatedBlock }) else { return mistakes }
    let ends = foreignEnds()
    return ends.isEmpty ? mistakes : mistakes.flatMap { $0.kind == .unterminatedBlock ? ends : [$0] }
  }

  /// The words that end blocks in other languages, for blocks without an 'end'.
  private mutating func foreignEnds() -> [Diagnostic] {
    guard knowsVerbs else { return [] }
    let known = defining.definitions
    let ends = typed.parsed.foreignEnds.prefix(Checker.maxSuggestions).filter { known[$0.value] == nil }
    return ends.compactMap { ForeignWord.named($0.value)?.diagnostic(of: $0, through: $0.span.end, in: source) }
  }

  /// The word of another language that explains the mistake: the first word of its line or, for an 'end' without a
  /// block, of the line that was to open the block.
  mutating func foreignWord(behind mistake: Diagnostic) -> Diagnostic? {
    switch mistake.kind {
    case .strayEnd, .strayElse:
      guard knowsVerbs else { return nil }
      return openers.last(before: source.lineSpan(at: mistake.span.start), of: source) { [defining, source] line in
        defining.foreignWord(startingLine: line, of: source).flatMap { $0.word.opensBlock ? $0.diagnostic : nil }
      }
    case .reservedChar, .trailingWords, .paramSpace, .emptyPipe, .adjacent, .shortFlag, .doubleDash, .badRedirect,
      .badDollar, .strayClose:
      guard knowsVerbs else { return nil }
      return defining.foreignWord(startingLine: source.lineSpan(at: mistake.span.start), of: source)?.diagnostic
    default: return nil
    }
  }
}

/// Finds commands that run other scripts.
private struct SourceFinder: SyntaxVisitor {
  var isFound: Bool

  mutating func visit(_ command: Command) {
    isFound = isFound || command.verb.value == "source"
    command.walk(with: &self)
  }
}

extension Checker {
  fileprivate func foreignWord(
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
struct ForeignOpeners {
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
