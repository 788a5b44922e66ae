/// Places the tokens of a script on lines.
struct Layout {
  private var lines: [String] = []
  /// The current line, without its indentation.
  private var current = ""
  private var indentation = 0
  /// Whether the next token is the first of its source line, which may become several lines.
  private var isFirst = true
  /// Whether the next word follows the one before it without a space.
  private var isGlued = true
  /// Whether the next word starts a line within a source line.
  private var breaksNext = false
  /// Whether the source has a line end since the last word.
  private var isOnNewLine = false
  private var isContinued = false
  /// For each open bracket, whether a line ends in it.
  private var brackets: [Bool] = []
  private var depth = 0
  private var beginsBlock = false
  /// Whether the previous line started a block, after which empty lines are dropped.
  private var isAtBlockStart = true
  private var needsEmptyLine = false

  /// The formatted script.
  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func add(_ tokens: [FormatToken]) {
    let broken = Layout.brokenBrackets(in: tokens)
    for (index, token) in tokens.enumerated() {
      switch token {
      case .keyword(let word): place(keyword: word, opensBlock: !tokens.hasRequest(after: index))
      case .word(let word): place(word)
      case .key(let key):
        place(key)
        isGlued = true
      case .text(let quotes, let lines): place(text: lines, quotes)
      case .open(let bracket): open(bracket, isBroken: broken.contains(index))
      case .close(let bracket): close(bracket)
      case .comment(let text): place(comment: text)
      case .lineEnd: endLine()
      case .continuation: join(before: index + 1 < tokens.count ? tokens[index + 1] : .lineEnd)
      }
    }
    if !isFirst { finishLine() }
  }

  /// The indices of the brackets that contain a line end and are not empty.
  private static func brokenBrackets(in tokens: [FormatToken]) -> Set<Int> {
    var open: [(index: Int, isBroken: Bool, isFilled: Bool)] = []
    var broken: Set<Int> = []
    for (index, token) in tokens.enumerated() {
      let innermost = open.count - 1
      if innermost >= 0 {
        switch token {
        case .lineEnd, .continuation: open[innermost].isBroken = true
        case .comment: (open[innermost].isBroken, open[innermost].isFilled) = (true, true)
        case .keyword, .word, .key, .text, .open: open[innermost].isFilled = true
        case .close: break
        }
      }
      switch token {
      case .open: open.append((index, false, false))
      case .close:
        if let last = open.popLast(), last.isBroken, last.isFilled { broken.insert(last.index) }
      default: break
      }
    }
    return broken
  }
}

extension Layout {
  /// Places a keyword; the first one on a line sets the depth of the line.
  ///
  /// - Parameter opensBlock: whether a keyword that can open a block does so here.
  private mutating func place(keyword word: String, opensBlock: Bool) {
    guard isFirst, let keyword = Keyword.named(word) else { return place(word) }
    if keyword.needsOpenBlock {
      depth -= 1
      needsEmptyLine = false
    }
    place(word)
    beginsBlock = keyword.block == .opens && opensBlock || keyword.block == .continues
  }

  private mutating func place(_ word: String) {
    begin()
    // At the start of a line, a tag would be a comment.
    if breaksNext, !word.hasPrefix("#") { breakLine() }
    current += isGlued ? word : " \(word)"
    isGlued = false
    isOnNewLine = false
  }

  /// Starts a source line, unless one is started.
  private mutating func begin() {
    guard isFirst else { return }
    if needsEmptyLine, !isAtBlockStart { lines.append("") }
    (isFirst, isAtBlockStart, needsEmptyLine, isGlued) = (false, false, false, true)
    indentation = currentIndentation
  }

  private var currentIndentation: Int {
    2 * depth + 2 * brackets.count { $0 } + (isContinued ? 4 : 0)
  }

  private mutating func flush() {
    lines.append(String(repeating: " ", count: indentation) + current)
    current = ""
  }

  private mutating func breakLine() {
    flush()
    indentation = currentIndentation
    (isGlued, breaksNext) = (true, false)
  }

  private mutating func open(_ bracket: String, isBroken: Bool) {
    place(bracket)
    brackets.append(isBroken)
    (isGlued, breaksNext) = (true, isBroken)
  }

  private mutating func close(_ bracket: String) {
    let isBroken = brackets.popLast() ?? false
    (isGlued, breaksNext) = (true, isBroken)
    place(bracket)
  }

  /// Places a comment on its own line or at the end of one, as in the source.
  private mutating func place(comment text: String) {
    guard !isFirst else {
      begin()
      current = text
      return
    }
    if !brackets.isEmpty, isOnNewLine { breakLine() }
    current += current.isEmpty ? text : " \(text)"
    breaksNext = !brackets.isEmpty
    isOnNewLine = false
  }

  /// Places a multi-line text, indented one level deeper than its statement.
  private mutating func place(text lines: [String], _ quotes: String) {
    place(quotes)
    flush()
    indentation = currentIndentation + 2
    for line in lines {
      self.lines.append(line.isEmpty ? "" : String(repeating: " ", count: indentation) + line)
    }
    current = quotes
  }

  private mutating func endLine() {
    guard brackets.isEmpty else {
      breaksNext = true
      isOnNewLine = true
      return
    }
    guard !isFirst else {
      needsEmptyLine = true
      return
    }
    finishLine()
  }

  private mutating func finishLine() {
    flush()
    if beginsBlock { depth += 1 }
    isAtBlockStart = beginsBlock
    (isFirst, isContinued, beginsBlock) = (true, false, false)
  }

  /// Keeps a continuation only if a token follows it.
  private mutating func join(before next: FormatToken) {
    guard brackets.isEmpty else { return endLine() }
    switch next {
    case .lineEnd, .continuation, .comment: return
    case .keyword, .word, .key, .text, .open, .close: break
    }
    guard !isFirst else { return }
    current += " \\"
    isContinued = true
    breakLine()
  }
}

extension [FormatToken] {
  /// Whether the keyword at an index is a `once` with a request on its line: a second value, or `let`.
  fileprivate func hasRequest(after index: Int) -> Bool {
    guard case .keyword(Keyword.once.word) = self[index] else { return false }
    var (values, depth, isSetting) = (0, 0, false)
    for token in self[(index + 1)...] {
      switch token {
      case .lineEnd where depth == 0, .comment where depth == 0: return values > 1
      case .keyword(Keyword.assignment.word) where depth == 0: return true
      case .key where depth == 0: isSetting = true
      case .word where depth == 0, .text where depth == 0, .open where depth == 0:
        if !isSetting { values += 1 }
        isSetting = false
      default: break
      }
      if case .open = token { depth += 1 }
      if case .close = token { depth -= 1 }
    }
    return values > 1
  }
}
