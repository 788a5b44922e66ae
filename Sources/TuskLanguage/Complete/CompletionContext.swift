/// A line up to the cursor, read as far as it goes without a mistake being one.
struct CompletionContext {
  let bytes: [UInt8]
  /// Whether something can be completed: not within quotes, comments, lists or the words of a program.
  private(set) var isOpen = true
  /// Whether the command is a statement of its own, not part of one.
  private(set) var isStatement = true
  /// The whole words of the innermost command.
  private(set) var words: [Spanned<String>] = []
  /// The word that the cursor stands at the end of; empty after a blank.
  private(set) var word = Span(0, 0)
  private let newline = UInt8(ascii: "\n")
  private var outer: [(isOpen: Bool, isStatement: Bool, words: [Spanned<String>])] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var offset = 0
    while offset < bytes.count {
      guard let next = step(at: offset) else {
        isOpen = false
        return
      }
      offset = next
    }
    word.end = bytes.count
  }

  /// The word at the cursor as far as it is typed.
  var partial: String { String(decoding: bytes[word.start..<word.end], as: UTF8.self) }

  /// The words of a verb that is still being typed; `nil` where other words stand before the cursor.
  var verbWords: [Spanned<String>]? {
    words.count < 3 && words.allSatisfy { isBare($0.value) } && isBare(partial) ? words : nil
  }

  /// The command so far, without the word at the cursor.
  var command: Command {
    let arguments = words.dropFirst().map { Argument.value(Value(.word(Text([.literal($0.value)])), $0.span)) }
    let verb = words.first ?? Spanned("", Span(0, 0))
    return Command(verb: verb, arguments: arguments, span: verb.span)
  }

  /// The parameters that are given already.
  var names: Set<String> {
    Set(
      words.compactMap { word in
        if word.value.hasPrefix("--no-") { return String(word.value.dropFirst(5)) }
        if word.value.hasPrefix("--") { return String(word.value.dropFirst(2)) }
        return word.value.firstIndex(of: "=").map { String(word.value[..<$0]) }
      })
  }

  /// Whether only parameters and flags stand after so many words.
  func hasNoOperand(after count: Int) -> Bool {
    words.dropFirst(count).allSatisfy { $0.value.hasPrefix("--") || $0.value.contains("=") }
  }

  private func isBare(_ word: String) -> Bool {
    word.utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") && word.utf8.first != $0 }
  }

  /// Reads what stands there and says where it ends; `nil` where the rest cannot be completed.
  private mutating func step(at offset: Int) -> Int? {
    switch bytes[offset] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      endWord(at: offset)
    case UInt8(ascii: "\\") where word.start == offset && offset + 1 < bytes.count && bytes[offset + 1] == newline:
      word = Span(offset + 2, offset + 2)
      return offset + 2
    case newline:
      endWord(at: offset)
      if outer.isEmpty { start(isStatement: true) }
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return endOfQuotes(from: offset)
    case UInt8(ascii: "("), UInt8(ascii: "["):
      outer.append((isOpen, isStatement, words))
      isOpen = bytes[offset] == UInt8(ascii: "(")
      start(isStatement: false)
      word = Span(offset + 1, offset + 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      guard let last = outer.popLast() else { return nil }
      (isOpen, isStatement, words) = last
      word = Span(offset, offset)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      isOpen = false
    case UInt8(ascii: "#") where isComment(at: offset):
      return bytes[offset...].firstIndex(of: newline)
    default:
      break
    }
    return offset + 1
  }

  /// Whether a comment starts there: first on its line, or between blanks; elsewhere a `#` is a tag's.
  private func isComment(at offset: Int) -> Bool {
    guard word.start == offset else { return false }
    if offset == 0 || bytes[offset - 1] == newline { return outer.isEmpty }
    let isLast = offset + 1 == bytes.count || Lexer.isBlank(bytes[offset + 1]) || bytes[offset + 1] == newline
    return Lexer.isBlank(bytes[offset - 1]) && isLast
  }

  private func endOfQuotes(from offset: Int) -> Int? {
    var place = offset + 1
    while place < bytes.count, bytes[place] != bytes[offset] {
      place += bytes[place] == UInt8(ascii: "\\") && bytes[offset] == UInt8(ascii: "\"") ? 2 : 1
    }
    return place < bytes.count ? place + 1 : nil
  }

  private mutating func start(isStatement: Bool) {
    self.isStatement = isStatement
    if isStatement { isOpen = true }
    words = []
  }

  private mutating func endWord(at offset: Int) {
    if offset > word.start {
      words.append(Spanned(String(decoding: bytes[word.start..<offset], as: UTF8.self), Span(word.start, offset)))
    }
    word = Span(offset + 1, offset + 1)
    enterOperation()
  }

  /// After `let x =` and `return` a command starts; other statements take none.
  private mutating func enterOperation() {
    switch words.first.flatMap({ Keyword(rawValue: $0.value) }) {
    case .assignment?:
      if words.count == 3, words[2].value == "=" { start(isStatement: false) }
    case .answer?: start(isStatement: false)
    case nil: break
    default: isOpen = isOpen && !outer.isEmpty
    }
  }
}
