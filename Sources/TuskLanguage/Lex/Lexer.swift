/// A cursor over the bytes of a source that reads blanks, words, strings and variables.
///
/// The meaning of a word depends on its place, so the parser requests what its grammar allows next; there is no list of
/// tokens.
package struct Lexer {
  let bytes: [UInt8]
  var offset: Int
  /// How many `(` and `[` are open; within them a line end is a blank.
  var nesting = 0
  /// The start of a line that continues the previous one after a backslash.
  private var joinedLine = -1

  init(_ source: Source, at offset: Int) {
    bytes = source.bytes
    self.offset = offset
    if offset == 0, bytes.starts(with: Lexer.byteOrderMark) { self.offset = Lexer.byteOrderMark.count }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The next byte; `nil` at the end of the source.
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(at offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[offset] : nil
  }

  func text(_ span: Span) -> String {
    String(decoding: bytes[span.start..<span.end], as: UTF8.self)
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  /// Whether these bytes come next.
  func isNext(_ text: StaticString) -> Bool {
    guard bytes.count - offset >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      buffer.elementsEqual(bytes[offset..<(offset + buffer.count)])
    }
  }

  /// The length of the line end at the offset; `nil` if there is none.
  func lineEnd(at offset: Int) -> Int? {
    switch byte(at: offset) {
    case UInt8(ascii: "\n"): 1
    case UInt8(ascii: "\r") where byte(at: offset + 1) == UInt8(ascii: "\n"): 2
    default: nil
    }
  }

  func lineEnds(before offset: Int) -> Int {
    bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  var isAtEnd: Bool { offset >= bytes.count }
  var isAtLineEnd: Bool { isAtEnd || lineEnd(at: offset) != nil }

  static func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Whether the offset is at a blank, a line end or the end of the source.
  func isBoundary(at offset: Int) -> Bool {
    offset < 0 || offset >= bytes.count || Lexer.isBlank(byte(at: offset)) || lineEnd(at: offset) != nil
  }

  /// Skips blanks, line continuations and a comment.
  mutating func skipBlanks() throws(Diagnostic) {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard nesting > 0, let length = lineEnd(at: offset) else { return }
        offset += length
      case UInt8(ascii: "\\"):
        guard Lexer.isBlank(self.byte(at: offset - 1)), let length = lineEnd(at: offset + 1) else { return }
        offset += 1 + length
        joinedLine = offset
      case UInt8(ascii: "#"):
        guard isComment else { return }
        try skipComment()
      default:
        return
      }
    }
  }

  /// Skips blanks, comments and empty lines.
  mutating func skipEmptyLines() throws(Diagnostic) {
    try skipBlanks()
    while let length = lineEnd(at: offset) {
      offset += length
      try skipBlanks()
    }
  }

  /// Skips the rest of the line.
  mutating func skipLine() {
    nesting = 0
    offset = (bytes[min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
  }

  /// A `#` starts a comment at the start of a line or between blanks; any other starts a tag.
  private var isComment: Bool {
    if isFirstOnLine { return true }
    let before = byte(at: offset - 1)
    guard Lexer.isBlank(before) || before == UInt8(ascii: "\n") else { return false }
    return isBoundary(at: offset + 1)
  }

  /// Whether only blanks precede the cursor on a line that does not continue another: after a backslash, a line may
  /// start with a tag.
  private var isFirstOnLine: Bool {
    var start = offset
    while Lexer.isBlank(byte(at: start - 1)) { start -= 1 }
    guard start != joinedLine else { return false }
    let isAfterMark = start == Lexer.byteOrderMark.count && bytes.starts(with: Lexer.byteOrderMark)
    return start == 0 || byte(at: start - 1) == UInt8(ascii: "\n") || isAfterMark
  }

  private mutating func skipComment() throws(Diagnostic) {
    while !isAtLineEnd { try character(.comment) }
  }

  /// The span of a letter followed by letters, digits and these extra bytes; empty if there is no letter.
  func name(at start: Int, also extra: [UInt8]) -> Span {
    guard let first = byte(at: start), Lexer.isLetter(first) else { return Span(start, start) }
    var end = start + 1
    while let byte = byte(at: end), Lexer.isLetter(byte) || Lexer.isDigit(byte) || extra.contains(byte) { end += 1 }
    return Span(start, end)
  }

  package static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  package static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
