/// The text up to the cursor, read without reporting mistakes.
struct CompletionContext {
  let bytes: [UInt8]
  /// Whether anything can be completed: not in quotes, comments, lists or the arguments of a program.
  private(set) var isOpen = true
  /// Whether the command is a whole statement, not part of one.
  private(set) var isStatement = true
  /// Whether no other line is before it: a later one may be in a block.
  private(set) var isFirstLine = true
  /// The words of the command whose rows the step gets that is typed after a `|`; `nil` in a command.
  private(set) var source: [Spanned<String>]?
  /// The offset of the `|` of that step.
  private var pipe: Int?
  /// The offset of the quote around the cursor; `nil` outside of quotes.
  private(set) var openQuote: Int?
  /// Whether the file is expected that takes the output.
  private(set) var isOutput = false
  /// Whether nothing can be completed at the cursor: in a comment, or after a stray bracket.
  private(set) var isLost = false
  /// The complete words of the innermost command.
  private(set) var words: [Spanned<String>] = []
  /// The word before the cursor; empty after a blank.
  private(set) var word = Span(0, 0)
  private let newline = UInt8(ascii: "\n")
  private var outer: [Outer] = []

  /// A command that goes on after brackets.
  private struct Outer {
    let isOpen: Bool
    let isStatement: Bool
    let source: [Spanned<String>]?
    let words: [Spanned<String>]
    let pipe: Int?
    /// The word that the bracket is in begins here.
    let wordStart: Int
    /// Where the bracket is.
    let bracket: Int
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var offset = 0
    while offset < bytes.count {
      guard let next = step(at: offset) else {
        isLost = openQuote == nil
        break
      }
      offset = next
    }
    word.end = bytes.count
  }

  /// The word before the cursor.
  var partial: String { text(from: word.start) }

  /// The text from an offset to the cursor.
  func text(from start: Int) -> String { String(decoding: bytes.dropFirst(max(start, 0)), as: UTF8.self) }

  /// The commands before the step at the cursor; `nil` in a command.
  var head: String? {
    guard let start = source?.first?.span.start, let pipe, start < pipe else { return nil }
    return String(decoding: bytes[start..<pipe], as: UTF8.self)
  }

  /// Whether the name of an account is expected after `as`.
  var isAtAccount: Bool {
    outer.isEmpty && openQuote == nil && source == nil && words.count == 1 && words[0].value == "as"
  }

  /// The account that the command names to act; `nil` for the usual one.
  var account: String? {
    let all = (openList?.words ?? []) + words
    return all.first { $0.value.hasPrefix("as=") }.map { String($0.value.dropFirst(3)) }
  }

  /// The list at the cursor that is the value of a parameter: the parameter's name, and the words before it.
  var openList: (key: String, words: [Spanned<String>])? {
    guard openQuote == nil, source == nil, let list = outer.last, list.isOpen,
      bytes[list.bracket] == UInt8(ascii: "["), list.bracket > list.wordStart,
      bytes[list.bracket - 1] == UInt8(ascii: "=")
    else { return nil }
    return (String(decoding: bytes[list.wordStart..<list.bracket - 1], as: UTF8.self), list.words)
  }

  /// Where the variable begins that ends at the cursor; `nil` if none does.
  var variableStart: Int? {
    guard openQuote.map({ bytes[$0] == UInt8(ascii: "\"") }) ?? true else { return nil }
    var start = bytes.count
    while start > 0, Self.isInPath(bytes[start - 1]) { start -= 1 }
    if start > 0, bytes[start - 1] == UInt8(ascii: "{") { start -= 1 }
    guard start > 0, bytes[start - 1] == UInt8(ascii: "$") else { return nil }
    return start > 1 && bytes[start - 2] == UInt8(ascii: "\\") ? nil : start - 1
  }

  private static func isInPath(_ byte: UInt8) -> Bool {
    Lexer.isLetter(byte) || Lexer.isDigit(byte) || "_.?".utf8.contains(byte)
  }

  /// The first words of a verb being typed; `nil` after other words.
  var verbWords: [Spanned<String>]? {
    words.count < 3 && words.allSatisfy { isBare($0.value) } && isBare(partial) ? words : nil
  }

  /// The command so far, without the word before the cursor.
  var command: Command { Self.command(of: words) }

  static func command(of words: [Spanned<String>]) -> Command {
    let arguments = words.dropFirst().map { Argument.value(Value(.word(Text([.literal($0.value)])), $0.span)) }
    let verb = words.first ?? Spanned("", Span(0, 0))
    return Command(verb: verb, arguments: arguments, span: verb.span)
  }

  /// The names of the parameters already given.
  var names: Set<String> {
    Set(
      words.compactMap { word in
        if word.value.hasPrefix("--no-") { return String(word.value.dropFirst(5)) }
        if word.value.hasPrefix("--") { return String(word.value.dropFirst(2)) }
        return word.value.firstIndex(of: "=").map { String(word.value[..<$0]) }
      })
  }

  /// Whether only parameters and flags follow the first words.
  func hasNoOperand(after count: Int) -> Bool { operandCount(after: count) == 0 }

  /// How many of the words after the first ones are no parameters and flags.
  func operandCount(after count: Int) -> Int {
    words.dropFirst(count).count { !$0.value.hasPrefix("--") && !isParameter($0.value) }
  }

  /// Whether a word is a parameter with its value; an equals sign may also be part of a text or a URL.
  private func isParameter(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "=") else { return false }
    return isBare(String(word[..<equals]))
  }

  private func isBare(_ word: String) -> Bool {
    word.utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") && word.utf8.first != $0 }
  }

  /// Reads one element and returns its end; `nil` if nothing after it can be completed.
  private mutating func step(at offset: Int) -> Int? {
    switch bytes[offset] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      endWord(at: offset)
    case UInt8(ascii: "\\") where word.start == offset && offset + 1 < bytes.count && bytes[offset + 1] == newline:
      word = Span(offset + 2, offset + 2)
      return offset + 2
    case newline:
      endWord(at: offset)
      if outer.isEmpty { startLine() }
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let end = endOfQuotes(from: offset)
      if end == nil { openQuote = offset }
      return end
    case UInt8(ascii: "("), UInt8(ascii: "["):
      outer.append(
        Outer(
          isOpen: isOpen, isStatement: isStatement, source: source, words: words, pipe: pipe, wordStart: word.start,
          bracket: offset))
      isOpen = bytes[offset] == UInt8(ascii: "(")
      start(isStatement: false)
      word = Span(offset + 1, offset + 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      guard let last = outer.popLast() else { return nil }
      (isOpen, isStatement, source, words, pipe) = (last.isOpen, last.isStatement, last.source, last.words, last.pipe)
      isOutput = false
      word = Span(last.wordStart, offset)
    case UInt8(ascii: "|"):
      startStep(at: offset)
    case UInt8(ascii: ">"):
      startOutput(at: offset)
    case UInt8(ascii: "#") where isComment(at: offset):
      return bytes[offset...].firstIndex(of: newline)
    default:
      break
    }
    return offset + 1
  }

  /// Whether a comment starts at the offset: at the start of a line, or between blanks; any other `#` starts a tag.
  private func isComment(at offset: Int) -> Bool {
    guard word.start == offset else { return false }
    var start = offset
    while start > 0, Lexer.isBlank(bytes[start - 1]) { start -= 1 }
    if start == 0 || bytes[start - 1] == newline { return start < 2 || bytes[start - 2] != UInt8(ascii: "\\") }
    // At the cursor it may become a hashtag.
    let isAlone = offset + 1 < bytes.count && (Lexer.isBlank(bytes[offset + 1]) || bytes[offset + 1] == newline)
    return Lexer.isBlank(bytes[offset - 1]) && isAlone
  }

  private func endOfQuotes(from offset: Int) -> Int? {
    var place = offset + 1
    while place < bytes.count, bytes[place] != bytes[offset] {
      place += bytes[place] == UInt8(ascii: "\\") && bytes[offset] == UInt8(ascii: "\"") ? 2 : 1
    }
    return place < bytes.count ? place + 1 : nil
  }

  private mutating func startLine() {
    isFirstLine = false
    start(isStatement: true)
  }

  private mutating func start(isStatement: Bool) {
    self.isStatement = isStatement
    if isStatement { isOpen = true }
    (source, words, pipe, isOutput) = (nil, [], nil, false)
  }

  /// Starts the file that takes the output, unless the sign compares.
  private mutating func startOutput(at offset: Int) {
    guard source == nil || words.first?.value != "where" else { return }
    endWord(at: offset)
    let isProgram = ["run", "attempt"].contains(words.first?.value ?? "")
    (isOutput, isOpen) = (outer.isEmpty && (isOpen || isOutput || isProgram), false)
  }

  /// Starts a step, which gets the rows of the command before it, also through other steps.
  private mutating func startStep(at offset: Int) {
    endWord(at: offset)
    (source, words, isStatement, pipe, isOutput) = (source ?? words, [], false, offset, false)
  }

  private mutating func endWord(at offset: Int) {
    if offset > word.start {
      words.append(Spanned(String(decoding: bytes[word.start..<offset], as: UTF8.self), Span(word.start, offset)))
      isOutput = false
    }
    word = Span(offset + 1, offset + 1)
    enterOperation()
  }

  /// Starts a command where the line's keyword allows one; after other keywords nothing is completed.
  private mutating func enterOperation() {
    guard source == nil else { return }
    switch words.first.flatMap({ Keyword.named($0.value) })?.command {
    case .afterEqualsSign?:
      if words.count == 3, words[2].value == "=" { start(isStatement: false) }
    case .afterKeyword?: start(isStatement: false)
    case .nowhere?: isOpen = isOpen && !outer.isEmpty
    case nil: break
    }
  }
}
