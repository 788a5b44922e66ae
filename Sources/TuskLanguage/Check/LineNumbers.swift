/// The numbers of a source's lines, counted on from the last one that was asked for: a check goes from top to bottom.
struct LineNumbers {
  private let source: Source?
  private var offset = 0
  private var ends = 0

  init(_ source: Source?) {
    self.source = source
  }

  /// The number of the line at this offset; `nil` where no text is known.
  mutating func number(at offset: Int) -> Int? {
    guard let source else { return nil }
    guard offset >= self.offset else { return source.line(at: offset) }
    ends += source.bytes[self.offset..<min(offset, source.bytes.count)].count { $0 == UInt8(ascii: "\n") }
    self.offset = min(offset, source.bytes.count)
    return source.line(at: 0) + ends
  }
}
