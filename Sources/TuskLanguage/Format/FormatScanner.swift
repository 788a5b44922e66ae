/// Reads the text between the leaves of a script: keywords, brackets, comments and line ends.
struct FormatScanner {
  private let bytes: [UInt8]
  private let leaves: [LeafCollector.Leaf]
  private var offset: Int

  init(_ source: Source, leaves: [LeafCollector.Leaf]) {
    bytes = source.bytes
    self.leaves = leaves
    offset = source.bytes.starts(with: Lexer.byteOrderMark) ? Lexer.byteOrderMark.count : 0
  }

  /// The tokens of the whole source, in order.
  func tokens() -> [FormatToken] {
    var scanner = self
    var tokens: [FormatToken] = []
    for leaf in leaves {
      scanner.scan(to: leaf.span.start, into: &tokens)
      tokens.append(leaf.token)
      scanner.offset = leaf.span.end
    }
    scanner.scan(to: bytes.count, into: &tokens)
    return tokens
  }

  private mutating func scan(to end: Int, into tokens: inout [FormatToken]) {
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
      case UInt8(ascii: "\n"): take(.lineEnd, into: &tokens)
      case UInt8(ascii: "\\"):
        offset = (bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? end - 1) + 1
        tokens.append(.continuation)
      case UInt8(ascii: "#"): tokens.append(.comment(comment(to: end)))
      case UInt8(ascii: "["): take(.open("["), into: &tokens)
      case UInt8(ascii: "("): take(.open("("), into: &tokens)
      case UInt8(ascii: "]"): take(.close("]"), into: &tokens)
      case UInt8(ascii: ")"): take(.close(")"), into: &tokens)
      case UInt8(ascii: "|"): take(.keyword("|"), into: &tokens)
      default: tokens.append(.keyword(word(to: end)))
      }
    }
  }

  private mutating func take(_ token: FormatToken, into tokens: inout [FormatToken]) {
    offset += 1
    tokens.append(token)
  }

  private mutating func comment(to end: Int) -> String {
    var last = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? end
    let next = last
    while last > offset, Lexer.isBlank(bytes[last - 1]) || bytes[last - 1] == UInt8(ascii: "\r") { last -= 1 }
    defer { offset = next }
    return String(decoding: bytes[offset..<last], as: UTF8.self)
  }

  private mutating func word(to end: Int) -> String {
    let start = offset
    while offset < end, !isBreak(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func isBreak(_ byte: UInt8) -> Bool {
    Lexer.isBlank(byte) || "\r\n\\[]()|".utf8.contains(byte)
  }
}
