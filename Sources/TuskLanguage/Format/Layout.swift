/// The lines of a script while its tokens are placed on them.
struct Layout {
  private var lines: [String] = []
  /// The line that is being filled, and how many blanks stand before it.
  private var current = ""
  private var indentation = 0
  /// Whether nothing stands yet in the line of the source, which may fill several.
  private var isFirst = true
  /// Whether the next word stands right behind the one before it.
  private var isGlued = true
  /// Whether the next word begins a line, though the line of the source goes on.
  private var breaksNext = false
  /// Whether the source began a line since the last word.
  private var isOnNewLine = false
  private var isContinued = false
  /// The brackets that are open, and whether a line ends in them.
  private var brackets: [Bool] = []
  private var depth = 0
  private var beginsBlock = false
  /// Whether the line before began a block, so that no empty line follows.
  private var isAtBlockStart = true
  private var wantsEmptyLine = false

  /// The script.
  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func add(_ tokens: [FormatToken]) {
    let broken = Layout.brokenBrackets(in: tokens)
    for (index, token) in tokens.enumerated() {
      switch token {
      case .keyword(let word): place(keyword: word)
      case .word(let word): place(word)
      case .key(let key):
        place(key)
        isGlued = true
      case .text(let quotes, let lines): place(text: lines, quotes)
      case .open(let bracket): open(bracket, isBroken: broken.contains(index))
      case .close(let bracket): close(bracket)
      case .comment(let text): place(comment: text)
      case .lineEnd: endLine()
      case .joint: join(before: index + 1 < tokens.count ? tokens[index + 1] : .lineEnd)
      }
    }
    if !isFirst { finishLine() }
  }

  /// The brackets in which a line ends and something stands.
  private static func brokenBrackets(in tokens: [FormatToken]) -> Set<Int> {
    var open: [(index: Int, isBroken: Bool, isFilled: Bool)] = []
    var broken: Set<Int> = []
    for (index, token) in tokens.enumerated() {
      let innermost = open.count - 1
      if innermost >= 0 {
        switch token {
        case .lineEnd, .joint: open[innermost].isBroken = true
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
  private static let openers: Set<String> = ["for", "if", "try", "def", "once", "every", "at", "as"]
  private static let closers: Set<String> = ["end", "else", "catch"]

  /// Places a word of the language; the first one of a line says how deep the line stands.
  private mutating func place(keyword word: String) {
    guard isFirst else { return place(word) }
    if Layout.closers.contains(word) {
      depth -= 1
      wantsEmptyLine = false
    }
    place(word)
    beginsBlock = Layout.openers.contains(word) || Layout.closers.contains(word) && word != "end"
  }

  private mutating func place(_ word: String) {
    begin()
    if breaksNext { breakLine() }
    current += isGlued ? word : " \(word)"
    isGlued = false
    isOnNewLine = false
  }

  /// Begins a line of the source, where none is begun.
  private mutating func begin() {
    guard isFirst else { return }
    if wantsEmptyLine, !isAtBlockStart { lines.append("") }
    (isFirst, isAtBlockStart, wantsEmptyLine, isGlued) = (false, false, false, true)
    indentation = wantedIndentation
  }

  private var wantedIndentation: Int {
    2 * depth + 2 * brackets.count { $0 } + (isContinued ? 4 : 0)
  }

  private mutating func flush() {
    lines.append(String(repeating: " ", count: indentation) + current)
    current = ""
  }

  private mutating func breakLine() {
    flush()
    indentation = wantedIndentation
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

  /// A comment stays on its own line or behind what stands before it.
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

  /// The lines of a text stand one step deeper than what they belong to.
  private mutating func place(text lines: [String], _ quotes: String) {
    place(quotes)
    flush()
    indentation = wantedIndentation + 2
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
      wantsEmptyLine = true
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

  /// A backslash joins lines only where something follows it.
  private mutating func join(before next: FormatToken) {
    guard brackets.isEmpty else { return endLine() }
    switch next {
    case .lineEnd, .joint, .comment: return
    case .keyword, .word, .key, .text, .open, .close: break
    }
    guard !isFirst else { return }
    current += " \\"
    isContinued = true
    breakLine()
  }
}
