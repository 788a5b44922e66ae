/// A cursor over the bytes of a source that reads blanks, words, strings and variables.
///
/// What a word means depends on where it stands, so the parser asks for what its grammar wants next; there is no list
/// of tokens between the two.
package struct Lexer {
  let bytes: [UInt8]
  var offset: Int
  /// How many `(` and `[` are open; within them the end of a line is a blank.
  var nesting = 0
  /// Where the line starts that a backslash joined to the one before it.
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

  /// Whether exactly these bytes come next.
  func isNext(_ text: StaticString) -> Bool {
    guard bytes.count - offset >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      buffer.elementsEqual(bytes[offset..<(offset + buffer.count)])
    }
  }

  /// The length of the line end that stands there; `nil` where none does.
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

  /// Whether a blank, a line end or nothing stands there.
  func isBoundary(at offset: Int) -> Bool {
    offset >= bytes.count || Lexer.isBlank(byte(at: offset)) || lineEnd(at: offset) != nil
  }

  /// Skips blanks, continued line ends and a comment.
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

  /// Skips to the first line that says something.
  mutating func skipEmptyLines() throws(Diagnostic) {
    try skipBlanks()
    while let length = lineEnd(at: offset) {
      offset += length
      try skipBlanks()
    }
  }

  /// Goes to the start of the line after this one, whatever stands in between.
  mutating func skipLine() {
    nesting = 0
    offset = (bytes[min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
  }

  /// A `#` opens a comment where it is first on its line or stands between blanks; elsewhere it is a tag's.
  private var isComment: Bool {
    if isFirstOnLine { return true }
    let before = byte(at: offset - 1)
    guard Lexer.isBlank(before) || before == UInt8(ascii: "\n") else { return false }
    return isBoundary(at: offset + 1)
  }

  /// Whether only blanks stand before this place, on a line that does not continue another: in a list of several
  /// lines, and after a backslash, a line may start with a tag.
  private var isFirstOnLine: Bool {
    var start = offset
    while Lexer.isBlank(byte(at: start - 1)) { start -= 1 }
    guard nesting == 0, start != joinedLine else { return false }
    let isAfterMark = start == Lexer.byteOrderMark.count && bytes.starts(with: Lexer.byteOrderMark)
    return start == 0 || byte(at: start - 1) == UInt8(ascii: "\n") || isAfterMark
  }

  private mutating func skipComment() throws(Diagnostic) {
    while !isAtLineEnd { try character(.comment) }
  }

  /// The letters, digits and further bytes that stand there after a letter; empty where no letter does.
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
