extension Parser {
  /// Reads a command, the programs after `|` and the file after `>`.
  mutating func pipeline() throws(Diagnostic) -> Pipeline {
    let start = lexer.offset
    let (first, firstSpan) = try step()
    var end = firstSpan.end
    var stages: [RowStage] = []
    var programs: [Program] = []
    try lexer.skipBlanks()
    while lexer.peek == UInt8(ascii: "|") {
      let bar = Span(lexer.offset, lexer.offset + 1)
      lexer.offset += 1
      guard lexer.peek != UInt8(ascii: "|") else { throw .doubleBar(Span(bar.start, bar.end + 1)) }
      if let stage = try rowStage() {
        guard programs.isEmpty, first.hasRows else { throw .stageAfterProgram(stage.span) }
        stages.append(stage)
        end = stage.span.end
        continue
      }
      let asCommand = self.asCommand
      var words = try plainWords()
      let isRun = words.first?.literalWord == "run" && words.count > 1
      if isRun { words.removeFirst() }
      guard let last = words.last else { throw .emptyPipe(bar) }
      programs.append(Program(words: words, command: isRun ? nil : asCommand, span: bar.through(last.span)))
      end = last.span.end
      try lexer.skipBlanks()
    }
    guard lexer.peek == UInt8(ascii: ">") else {
      return Pipeline(first: first, stages: stages, programs: programs, span: Span(start, end))
    }
    if let mistake = otherOutput(at: lexer.offset - 1) { throw mistake }
    let output = try output()
    return Pipeline(
      first: first, stages: stages, programs: programs, output: output, span: Span(start, output.file.span.end))
  }

  /// The words at the cursor as a command; `nil` if they cannot be read as one.
  private var asCommand: Command? {
    var parser = self
    guard (try? parser.lexer.skipBlanks()) != nil, Lexer.isLetter(parser.lexer.peek ?? 0) else { return nil }
    return try? parser.command()
  }

  private mutating func output() throws(Diagnostic) -> Pipeline.Output {
    let start = lexer.offset
    lexer.offset += 1
    let isAppending = lexer.take(UInt8(ascii: ">"))
    let mark = Span(start, lexer.offset)
    try lexer.skipBlanks()
    guard !isAtPlainEnd else { throw .missingFile(mark) }
    let file = try value(.plain)
    try lexer.skipBlanks()
    guard lexer.isAtLineEnd || lexer.peek == UInt8(ascii: ")") else {
      if let mistake = otherOutput(at: lexer.offset) { throw mistake }
      throw .wordsAfterFile(try trailingSpan())
    }
    return Pipeline.Output(file: file, isAppending: isAppending)
  }

  private mutating func step() throws(Diagnostic) -> (Pipeline.Step, Span) {
    guard let (keyword, span) = keyword() else {
      let command = try command()
      return (.command(command), command.span)
    }
    guard keyword == .run || keyword == .programTrial else { throw .reservedHead(keyword.word, span) }
    lexer.offset = span.end
    let words = try plainWords()
    guard let last = words.last else { throw .missingValue("'\(keyword.word)'", span) }
    let program = Program(words: words, span: span.through(last.span))
    return (keyword == .run ? .run(program) : .attempt(program), program.span)
  }

  private mutating func command() throws(Diagnostic) -> Command {
    if isAtPipedVariable {
      let value = try value(.argument)
      return Command(verb: Spanned("rows", value.span), arguments: [.value(value)], span: value.span)
    }
    let span = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-")])
    guard !span.isEmpty, endsHead(at: span.end) else {
      if let mistake = gluedHead() { throw mistake }
      return try commandOfURL()
    }
    let verb = Spanned(lexer.text(span), span)
    guard keyword(verb.value) == nil else { throw .reservedHead(verb.value, span) }
    guard !Self.otherElseIfs.contains(verb.value) else { throw .otherElseIf(verb.value, span) }
    lexer.offset = span.end
    return try command(verb)
  }

  /// How other languages spell `else if`.
  private static let otherElseIfs: Set<String> = ["elif", "elseif", "elsif"]

  /// A URL alone on its line, which means `open URL`.
  private mutating func commandOfURL() throws(Diagnostic) -> Command {
    let start = lexer.offset
    guard lexer.peek != UInt8(ascii: "|"), lexer.peek != UInt8(ascii: ">") else { throw badHead() }
    let value = try value(.argument)
    guard case .url = value.form else {
      let isHandle = lexer.text(value.span).hasPrefix("@")
      let edits = isHandle ? [Diagnostic.Edit(Span(start, start), "profile ")] : []
      throw otherComment(value) ?? .badHead(value.span, edits: edits)
    }
    return try command(Spanned("open", Span(start, value.span.end)), [.value(value)])
  }

  private mutating func command(
    _ verb: Spanned<String>, _ first: [Argument] = []
  ) throws(Diagnostic) -> Command {
    let span = verb.span
    var arguments = first
    try lexer.skipBlanks()
    while !isAtPlainEnd {
      if lexer.peek == UInt8(ascii: "=") { throw spacedSetting(after: arguments.last, of: verb) }
      arguments.append(try argument())
      try lexer.skipBlanks()
    }
    return Command(verb: verb, arguments: arguments, span: span.through(arguments.last?.span ?? span))
  }

  /// Whether a verb can end at the offset.
  func endsHead(at offset: Int) -> Bool {
    switch lexer.byte(at: offset) {
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): true
    default: lexer.isBoundary(at: offset)
    }
  }

  /// A character in the place of a verb.
  private func badHead() -> Diagnostic {
    .badHead(Span(lexer.offset, lexer.offset + 1))
  }

  /// Reads the arguments of a program.
  mutating func plainWords() throws(Diagnostic) -> [Value] {
    var words: [Value] = []
    try lexer.skipBlanks()
    while !isAtPlainEnd {
      words.append(try value(.plain))
      try lexer.skipBlanks()
    }
    return words
  }

  /// Whether a command or program ends at the cursor.
  var isAtPlainEnd: Bool {
    switch lexer.peek {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): true
    case UInt8(ascii: ")"): lexer.nesting > 0
    default: lexer.isAtLineEnd
    }
  }

  /// Reads parameters and flags up to the end of a block's first line.
  mutating func settings() throws(Diagnostic) -> [Setting] {
    var settings: [Setting] = []
    try lexer.skipBlanks()
    while !lexer.isAtLineEnd {
      guard !isAtPlainEnd else { throw .trailingWords(try trailingSpan()) }
      switch try argument() {
      case .setting(let setting): settings.append(setting)
      case .value(let value): throw trailing(value.span)
      }
      try lexer.skipBlanks()
    }
    return settings
  }

  /// Reads parameters and flags up to the first word that is neither.
  mutating func leadingSettings() throws(Diagnostic) -> [Setting] {
    var settings: [Setting] = []
    try lexer.skipBlanks()
    while !isAtPlainEnd, isAtSetting, case .setting(let setting) = try argument() {
      settings.append(setting)
      try lexer.skipBlanks()
    }
    return settings
  }

  private var isAtSetting: Bool {
    let key = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    return lexer.isNext("--") || !key.isEmpty && lexer.byte(at: key.end) == UInt8(ascii: "=")
  }

  private mutating func argument() throws(Diagnostic) -> Argument {
    if lexer.isNext("--") { return .setting(try flag()) }
    if lexer.peek == UInt8(ascii: "-"), let byte = lexer.byte(at: lexer.offset + 1), Lexer.isLetter(byte) {
      throw .shortFlag(lexer.text(lexer.chunk(at: lexer.offset)), lexer.chunk(at: lexer.offset))
    }
    let key = lexer.name(at: lexer.offset, also: [UInt8(ascii: "-"), UInt8(ascii: "_")])
    guard !key.isEmpty, lexer.byte(at: key.end) == UInt8(ascii: "=") else { return .value(try value(.argument)) }
    lexer.offset = key.end + 1
    guard !lexer.isBoundary(at: lexer.offset), !isAtPlainEnd else { throw emptySetting(Span(key.start, key.end + 1)) }
    let value = try value(.argument)
    return .setting(
      Setting(key: Spanned(lexer.text(key), key), content: .value(value), span: key.through(value.span)))
  }

  /// Reads `--name` or `--no-name`.
  private mutating func flag() throws(Diagnostic) -> Setting {
    let start = lexer.offset
    var end = start + 2
    while let byte = lexer.byte(at: end), Parser.isFlagByte(byte) { end += 1 }
    let span = Span(start, end)
    guard !endsHead(at: start + 2) else { throw doubleDash(at: start) }
    guard lexer.byte(at: end) != UInt8(ascii: "=") else {
      let chunk = lexer.chunk(at: start)
      let option = lexer.text(chunk).lowercased()
      guard !Self.wantsJSON.contains(option) else { throw .formatFlag(chunk, "--json") }
      guard !["--format=csv", "--output=csv"].contains(option) else { throw .formatFlag(chunk, "--csv") }
      guard option != "--csv=safe" else { throw .formatFlag(chunk, "--csv-safe") }
      throw .flagValue(lexer.text(span), chunk)
    }
    let isNegative = lexer.text(span).hasPrefix("--no-")
    let key = Span(start + (isNegative ? 5 : 2), end)
    guard endsHead(at: end), let first = lexer.byte(at: key.start), key.end > key.start, Lexer.isLetter(first) else {
      throw .badFlag(lexer.chunk(at: start))
    }
    lexer.offset = end
    return Setting(key: Spanned(lexer.text(key), key), content: .flag(!isNegative), span: span)
  }

  /// How other programs ask for JSON.
  private static let wantsJSON: Set<String> = [
    "--format=json", "--output=json", "--out=json", "--format=jsonl", "--output=jsonl", "--format=ndjson",
    "--output=ndjson",
  ]

  private static func isFlagByte(_ byte: UInt8) -> Bool {
    Lexer.isLetter(byte) || Lexer.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// A `--` without a name; a word after it was probably meant as text.
  private func doubleDash(at start: Int) -> Diagnostic {
    var next = start + 2
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    let word = lexer.chunk(at: next)
    let text = lexer.text(word)
    let isQuotable = !text.isEmpty && !text.utf8.contains { "\"'\\$()[]|<>".utf8.contains($0) }
    return .doubleDash(
      Span(start, start + 2), edits: isQuotable ? [Diagnostic.Edit(Span(start, word.end), "\"\(text)\"")] : [])
  }

  private func emptySetting(_ span: Span) -> Diagnostic {
    var next = span.end
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    let isFollowed = next > span.end && lexer.lineEnd(at: next) == nil && next < lexer.bytes.count
    return .emptySetting(lexer.text(span), span, edits: isFollowed ? [Diagnostic.Edit(Span(span.end, next), "")] : [])
  }
}

extension Pipeline.Step {
  /// Whether its result can be rows; the output of a program is text.
  fileprivate var hasRows: Bool { if case .command = self { true } else { false } }
}

extension Diagnostic {
  fileprivate static func doubleBar(_ bars: Span) -> Diagnostic {
    Diagnostic(
      .emptyPipe, at: bars, "'||' does not join commands: to go on after an error, use 'try' and 'catch'")
  }

  fileprivate static func emptyPipe(_ bar: Span) -> Diagnostic {
    Diagnostic(.emptyPipe, at: bar, "'|' needs a program")
  }

  fileprivate static func missingFile(_ mark: Span) -> Diagnostic {
    Diagnostic(.badRedirect, at: mark, "'>' needs a file")
  }

  fileprivate static func wordsAfterFile(_ span: Span) -> Diagnostic {
    Diagnostic(.badRedirect, at: span, "unexpected words after the file of '>'")
  }

  fileprivate static func otherElseIf(_ word: String, _ span: Span) -> Diagnostic {
    Diagnostic(.unknownVerb, at: span, "'\(word)' is spelled 'else if'", edits: [Edit(span, "else if")])
  }

  fileprivate static func reservedHead(_ word: String, _ span: Span) -> Diagnostic {
    Diagnostic(.reservedName, at: span, "'\(word)' is a keyword, not a verb")
  }

  fileprivate static func shortFlag(_ spelled: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .shortFlag, at: span, "'\(spelled)' is not a flag: flags have two dashes and a full name",
      label: spelled == "-h" ? "'help VERB' describes a verb" : nil)
  }

  fileprivate static func doubleDash(_ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(
      .doubleDash, at: span, "'--' needs a name; quote text that looks like a flag", edits: edits)
  }

  fileprivate static func formatFlag(_ span: Span, _ flag: String) -> Diagnostic {
    let name = flag.dropFirst(2).prefix { $0 != "-" }.uppercased()
    return Diagnostic(.flagValue, at: span, "\(name) is asked for with '\(flag)'", edits: [Edit(span, flag)])
  }

  fileprivate static func flagValue(_ flag: String, _ span: Span) -> Diagnostic {
    guard !flag.hasPrefix("--no-") else {
      return Diagnostic(
        .flagValue, at: span, "a flag takes no value; write '\(flag)' or '\(flag.dropFirst("--no-".count))=false'")
    }
    return Diagnostic(
      .flagValue, at: span, "a flag takes no value; write '\(flag.dropFirst(2))=' without dashes",
      edits: [Edit(Span(span.start, span.start + 2), "")])
  }

  fileprivate static func badFlag(_ span: Span) -> Diagnostic {
    Diagnostic(.badFlag, at: span, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'")
  }

  fileprivate static func emptySetting(_ key: String, _ span: Span, edits: [Edit]) -> Diagnostic {
    Diagnostic(.emptyParam, at: span, "'\(key)' needs a value directly after it, without a space", edits: edits)
  }
}
