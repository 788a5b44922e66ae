import XCallbackURL

/// Finds what a line with a mistake was meant to be: by the words of other programs and languages, else by the edits of
/// the mistake, else by similar names. An edit is shown only if the corrected line has no mistake in its place.
struct Hints {
  private let checker: Checker
  private let source: Source
  /// How many more corrections are tried: each reads the source again, so a long one has fewer.
  private var tries: Int
  /// The verbs that the source defines, and those from before; `nil` if other scripts may define more.
  private lazy var definitions = collected()

  /// - Parameter checker: the checker in the state from before the source.
  init(checker: Checker, source: Source) {
    self.checker = checker
    self.source = source
    tries = min(64, max(4, (1 << 18) / max(source.bytes.count, 1)))
  }

  private func collected() -> [String: Definition]? {
    var checker = checker
    let statements = Parser.recovering(source, mode: checker.mode.parserMode).statements
    guard !checker.isOpen, !statements.contains(where: \.runsScript) else { return nil }
    checker.collectDefinitions(statements)
    return checker.definitions
  }

  /// The mistake, or the words of others behind it, with the first hint that is right.
  mutating func hinted(_ mistake: Diagnostic) -> Diagnostic {
    guard !mistake.isTried else { return mistake }
    var hinted = wordsOfProgram(behind: mistake) ?? wordOfLanguage(behind: mistake) ?? mistake
    if !hinted.isTried, !hinted.edits.isEmpty,
      cutsProse(hinted) || quotesSetting(hinted) || !isRight(after: hinted.edits, namesRows: hinted.near.count < 2)
    {
      hinted.edits = []
      if hinted.kind == .unknownVerb, hinted.label == nil { hinted.label = NearWords.question(hinted.near) }
    }
    // Our own verb may be right, and only what follows it written as another program takes it.
    if hinted.edits.isEmpty, let other = lineOfOthers(at: hinted), isVerb(other.words.value) {
      hinted.edits = edits(of: other)
    }
    hinted.isTried = true
    return hinted
  }

  /// The kinds of mistakes that the words of another program may be behind.
  private static let kindsOfOtherLines: Set<Diagnostic.Kind> = [
    .unknownVerb, .badHead, .tooManyArgs, .typeMismatch, .wrongKind, .missingArg, .unknownParam,
  ]

  /// A line that starts with words of another program, in the place of a mistake.
  private mutating func lineOfOthers(at mistake: Diagnostic) -> LineOfOthers? {
    guard !mistake.isWarning, mistake.source == nil, Self.kindsOfOtherLines.contains(mistake.kind) else {
      return nil
    }
    // A name without its `$`, or a text without quotes, is corrected without a similar verb.
    guard mistake.kind != .unknownVerb || mistake.edits.isEmpty || !mistake.near.isEmpty else { return nil }
    let isAtVerb = mistake.kind == .unknownVerb || mistake.kind == .badHead
    let start = isAtVerb ? mistake.span.start : firstWord(ofLineAt: mistake.span.start)
    guard let other = LineOfOthers(in: source, at: start), isVerb(other.verb) || PromptCommand.named(other.verb) != nil,
      let definitions, definitions[other.firstWord] == nil, !isLongerVerb(at: mistake, than: other.words)
    else { return nil }
    return other
  }

  /// Whether the line has a verb of more words than the other program's, or one that is similar.
  private func isLongerVerb(at mistake: Diagnostic, than words: Spanned<String>) -> Bool {
    if mistake.kind == .unknownVerb, !mistake.near.isEmpty, mistake.span.end > words.span.end { return true }
    let end = source.lineSpan(at: words.span.start).end
    let line = source.text(Span(words.span.start, end))
    return checker.resolver.catalog.verbs.contains { verb in
      verb.hasPrefix(words.value + " ") && (line + " ").hasPrefix(verb + " ")
    }
  }

  /// Whether what would be a text starts with one of our verbs: other programs have subcommands, as in 'toot timeline'.
  private func startsWithVerb(_ other: LineOfOthers) -> Bool {
    guard let word = other.firstWordOfText else { return false }
    return checker.resolver.catalog.verbs.contains { $0 == word || $0.hasPrefix(word + " ") }
  }

  /// The words of another program behind a mistake, with the line that does the same here.
  private mutating func wordsOfProgram(behind mistake: Diagnostic) -> Diagnostic? {
    guard let other = lineOfOthers(at: mistake), !isVerb(other.words.value) else { return nil }
    let command = isVerb(other.verb) || checker.mode == .prompt ? nil : PromptCommand.named(other.verb)
    guard command == nil || command?.inScripts != nil else { return nil }
    let label = command?.inScripts ?? other.hint ?? NearWords.question([other.verb])
    var explained = Diagnostic.unknownVerb(
      other.words, label: label, edits: edits(of: other), near: command == nil ? [other.verb] : [])
    explained.isTried = true
    return explained
  }

  /// The edits that write a line in our words; none if that leaves a mistake.
  private mutating func edits(of other: LineOfOthers) -> [Diagnostic.Edit] {
    // A command of the prompt is checked only when it runs; its help says what it takes.
    if !isVerb(other.verb), other.lacksArgument {
      let page = Diagnostic.Edit(other.words.span, "\(PromptCommand.help.spelling) \(other.verb)")
      return isRight(after: [page]) ? [page] : []
    }
    let judged = other.edit(keepsRows: false)
    guard !startsWithVerb(other), isRight(after: [judged]) else { return [] }
    let shown = other.edit(keepsRows: true)
    // Only the prompt has numbers for rows.
    guard shown == judged || checker.mode == .prompt, shown.text != source.text(shown.span) else { return [] }
    return [shown]
  }

  private func isVerb(_ words: String) -> Bool {
    [checker.resolver.catalog, Catalog.own].contains { $0.signature(verb: words) != nil }
  }

  /// Whether the edit quotes prose up to a `#`, `|` or `>`, which may be a part of it.
  private func cutsProse(_ mistake: Diagnostic) -> Bool {
    guard [.adjacent, .tooManyArgs].contains(mistake.kind), let edit = mistake.edits.last, edit.text.hasPrefix("\"")
    else { return false }
    return source.bytes[edit.span.end...].first { !Lexer.isBlank($0) }.map { "#|>".utf8.contains($0) } ?? false
  }

  /// Whether the edits take a parameter or a flag for a part of a text.
  private func quotesSetting(_ mistake: Diagnostic) -> Bool {
    guard [.adjacent, .tooManyArgs, .unterminatedString, .smartQuote].contains(mistake.kind),
      let first = mistake.edits.first, let last = mistake.edits.last
    else { return false }
    let quoted = source.text(Span(min(first.span.start, mistake.span.start), last.span.end))
    return quoted.split(separator: " ").dropFirst().contains { word in
      let name = word.prefix { $0.isLetter || $0 == "-" }
      return word.hasPrefix("--") || !name.isEmpty && (word.dropFirst(name.count).hasPrefix("=") || word == "\(name):")
    }
  }

  /// Whether the edits leave no mistake on their line.
  ///
  /// - Parameter namesRows: whether numbers at the prompt count as the rows that they may name.
  private mutating func isRight(after edits: [Diagnostic.Edit], namesRows: Bool = true) -> Bool {
    let old = source.lineSpan(at: edits[0].span.start)
    guard tries > 0, let written = Diagnostic.line(of: source, after: edits), written != source.text(old) else {
      return false
    }
    tries -= 1
    let text = namesRows && checker.mode == .prompt ? checker.resolver.withoutRows(written) : written
    let line = Span(old.start, old.start + text.utf8.count)
    let corrected = source.replacing(old, with: text)
    let parsed = Parser.recovering(corrected, mode: checker.mode.parserMode)
    // Further lines may close what is open.
    guard !parsed.problems.contains(where: { line.meets($0.span) && $0.kind != .unterminatedBlock }) else {
      return false
    }
    var checker = checker
    return !checker.findMistakes(in: parsed.statements, of: corrected).contains { found in
      // The names of lines that cannot be read are unknown.
      line.meets(found.span) && (parsed.problems.isEmpty || found.kind != .unknownName)
    }
  }

  /// The word of another language that explains a mistake: the first word of its line; for a block without an `end`,
  /// the word that was to close it; for an `end` without a block, the word that was to open it.
  private mutating func wordOfLanguage(behind mistake: Diagnostic) -> Diagnostic? {
    switch mistake.kind {
    case .reservedChar, .trailingWords, .paramSpace, .emptyPipe, .adjacent, .shortFlag, .doubleDash, .badRedirect,
      .badDollar, .strayClose:
      return wordOfLanguage(startingLineAt: mistake.span.start)?.diagnostic
    case .unterminatedBlock:
      return wordOfLanguage(from: mistake.span.start, isForward: true) { $0.word.role == .closesBlock && $0.isAlone }
    case .strayEnd, .strayElse:
      return wordOfLanguage(from: mistake.span.start, isForward: false) { $0.word.role == .opensBlock }
    default: return nil
    }
  }

  /// A word of another language at the start of a line.
  private struct Found {
    let word: WordOfLanguage
    let diagnostic: Diagnostic
    let isAlone: Bool
  }

  private mutating func wordOfLanguage(startingLineAt offset: Int) -> Found? {
    let start = firstWord(ofLineAt: offset)
    let span = Lexer(source, at: start).name(at: start, also: [UInt8(ascii: "-")])
    let text = source.text(span)
    guard let word = WordOfLanguage.named(text), !checker.isVerb(text), let definitions, definitions[text] == nil
    else { return nil }
    return Found(
      word: word, diagnostic: word.diagnostic(of: Spanned(text, span)),
      isAlone: source.text(Span(span.end, source.lineSpan(at: offset).end)).allSatisfy(\.isWhitespace))
  }

  /// The closest line after or before a mistake that starts with such a word.
  private mutating func wordOfLanguage(
    from offset: Int, isForward: Bool, where isMeant: (Found) -> Bool
  ) -> Diagnostic? {
    var offset = offset
    for _ in 0..<Self.reach {
      let line = source.lineSpan(at: offset)
      offset = isForward ? line.end + 1 : line.start - 1
      guard offset >= 0, offset < source.bytes.count else { return nil }
      if let found = wordOfLanguage(startingLineAt: offset), isMeant(found) { return found.diagnostic }
    }
    return nil
  }

  /// How far from a mistake its reason is looked for, in lines.
  private static let reach = 200

  /// Where the first word of a line is.
  private func firstWord(ofLineAt offset: Int) -> Int {
    let line = source.lineSpan(at: offset)
    var start = line.start
    while start < line.end, Lexer.isBlank(source.bytes[start]) { start += 1 }
    return start
  }
}

extension Checker {
  /// The mistakes, each with its correction if the corrected line has no mistake; each once.
  ///
  /// The checker is in the state from before these statements.
  package func tried(_ mistakes: [Diagnostic], in source: Source) -> [Diagnostic] {
    var hints = Hints(checker: self, source: source)
    // Several mistakes may have one word behind them.
    var seen: Set<Diagnostic> = []
    return Diagnostic.limited(mistakes, in: source).map { hints.hinted($0) }
      .filter { seen.insert($0).inserted }.sorted { $0.span.start < $1.span.start }
  }

  /// The mistake, or the word of another language behind it, with its correction if the corrected line has no mistake.
  package func tried(_ mistake: Diagnostic, in source: Source) -> Diagnostic {
    var hints = Hints(checker: self, source: source)
    return hints.hinted(mistake)
  }
}

extension Statement {
  /// Whether it runs another script.
  fileprivate var runsScript: Bool {
    guard case .pipeline(let pipeline) = form, case .command(let command) = pipeline.first else { return false }
    return command.verb.value == "source"
  }
}

extension Checker.Mode {
  var parserMode: Parser.Mode { self == .prompt ? .repl : .script }
}

extension Span {
  /// Whether the two overlap or touch.
  fileprivate func meets(_ other: Span) -> Bool { other.start <= end && other.end >= start }
}
