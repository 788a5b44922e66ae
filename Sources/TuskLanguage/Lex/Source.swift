import TuskCommon

/// A text in the command language, and its name in errors.
package struct Source: Sendable, Hashable {
  /// The name of the file; `nil` for typed lines.
  package let name: String?
  package let bytes: [UInt8]
  /// The number of the first line; not 1 within a stream.
  private let firstLine: Int
  /// The number of line ends before each block of bytes but the first, so that the line of a mistake is found without
  /// counting from the start for each of them.
  private let lineEnds: [Int]

  private static let blockSize = 1024

  package init(name: String? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.firstLine = firstLine
    var (lineEnds, count) = ([Int](), 0)
    for end in stride(from: Source.blockSize, to: bytes.count, by: Source.blockSize) {
      count += bytes[(end - Source.blockSize)..<end].count { $0 == Source.newline }
      lineEnds.append(count)
    }
    self.lineEnds = lineEnds
  }

  package init(name: String? = nil, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The whole text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of the line at this offset, from 1.
  package func line(at offset: Int) -> Int {
    let offset = min(max(offset, 0), bytes.count)
    guard offset > 0 else { return firstLine }
    let block = (offset - 1) / Source.blockSize
    let before = block == 0 ? 0 : lineEnds[block - 1]
    return firstLine + before + bytes[(block * Source.blockSize)..<offset].count { $0 == Source.newline }
  }

  /// The column of this offset in terminal cells, from 1; a control character counts one, because a picture of it is
  /// shown in its place.
  package func column(at offset: Int) -> Int {
    text(Span(lineSpan(at: offset).start, offset)).reduce(1) { $0 + ($1.isControl ? 1 : $1.cellWidth) }
  }

  /// The span of the line at this offset, without its line end.
  package func lineSpan(at offset: Int) -> Span {
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[..<offset].lastIndex(of: Source.newline).map { $0 + 1 } ?? 0
    var end = bytes[offset...].firstIndex(of: Source.newline) ?? bytes.count
    if end > start, end < bytes.count, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return Span(start, max(end, start))
  }

  /// The text of a span; invalid UTF-8 becomes U+FFFD.
  package func text(_ span: Span) -> String {
    let start = min(max(span.start, 0), bytes.count)
    return String(decoding: bytes[start..<min(max(span.end, start), bytes.count)], as: UTF8.self)
  }

  /// The source with a span replaced.
  func replacing(_ span: Span, with text: String) -> Source {
    Source(name: name, bytes: Array(bytes[..<span.start]) + Array(text.utf8) + bytes[span.end...], firstLine: firstLine)
  }

  private static let newline = UInt8(ascii: "\n")
}

extension Character {
  fileprivate var isControl: Bool { unicodeScalars.first?.properties.generalCategory == .control }
}
