import JSONValue
import XCallbackURL

/// Rows that consist of whole lines.
struct LineRows: Sendable {
  var feed: ByteFeed
  private var row = 1

  init(_ feed: ByteFeed) {
    self.feed = feed
  }

  mutating func nextLine() throws(Failure) -> JSON? {
    let line = feed.line
    guard let bytes = try feed.popLine(row: row) else { return nil }
    row += 1
    return .string(try ByteFeed.text(bytes, line: line))
  }

  mutating func nextJSON() throws(Failure) -> JSON? {
    while true {
      let line = feed.line
      guard let bytes = try feed.popLine(row: row) else { return nil }
      guard !bytes.isBlank else { continue }
      row += 1
      return try JSONRows.value(of: bytes, line: line)
    }
  }

  mutating func nextParagraph() throws(Failure) -> JSON? {
    var paragraph: [UInt8] = []
    var first = feed.line
    while let bytes = try feed.popLine(row: row) {
      switch (bytes.isBlank, paragraph.isEmpty) {
      case (true, true): first = feed.line
      case (true, false): return try finished(paragraph, first)
      case (false, true): paragraph = bytes
      case (false, false): paragraph += [.newline] + bytes
      }
      try feed.allow(paragraph.count, row: row)
    }
    guard !paragraph.isEmpty else { return nil }
    return try finished(paragraph, first)
  }

  private mutating func finished(_ paragraph: [UInt8], _ line: Int) throws(Failure) -> JSON {
    row += 1
    return .string(try ByteFeed.text(paragraph, line: line))
  }
}

extension [UInt8] {
  fileprivate var isBlank: Bool {
    allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == .carriageReturn }
  }
}
