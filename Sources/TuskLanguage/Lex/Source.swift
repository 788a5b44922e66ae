import TuskCommon

/// A text in the command language, and what it is called when errors point into it.
package struct Source: Sendable, Hashable {
  /// The name of the file; `nil` for a line that was typed.
  package let name: String?
  package let bytes: [UInt8]
  /// The number of the first line, where the text is a part of a stream.
  private let firstLine: Int

  package init(name: String? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.firstLine = firstLine
  }

  package init(name: String? = nil, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// All of the source.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of the line that holds this offset; lines are counted from 1.
  package func line(at offset: Int) -> Int {
    firstLine + bytes.prefix(offset).count { $0 == Source.newline }
  }

  /// The place in its line of this offset, from 1, counted in cells of a terminal; a control character counts one,
  /// because something is shown in its place.
  package func column(at offset: Int) -> Int {
    text(Span(lineSpan(at: offset).start, offset)).reduce(1) { $0 + ($1.isControl ? 1 : $1.cellWidth) }
  }

  /// The line that holds this offset, without its end.
  package func lineSpan(at offset: Int) -> Span {
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[..<offset].lastIndex(of: Source.newline).map { $0 + 1 } ?? 0
    var end = bytes[offset...].firstIndex(of: Source.newline) ?? bytes.count
    if end > start, end < bytes.count, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return Span(start, max(end, start))
  }

  /// What was written there; bytes that are not UTF-8 become U+FFFD.
  package func text(_ span: Span) -> String {
    let start = min(max(span.start, 0), bytes.count)
    return String(decoding: bytes[start..<min(max(span.end, start), bytes.count)], as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")
}

extension Character {
  fileprivate var isControl: Bool { unicodeScalars.first?.properties.generalCategory == .control }
}
