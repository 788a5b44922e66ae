package import JSONValue
package import XCallbackURL

/// The rows of a stream of bytes, one at a time, in memory that only the longest row determines.
package struct RowReader: Sendable {
  /// The next bytes of the stream, as soon as there are any; `nil` at its end.
  package typealias Chunks = @Sendable () throws(Failure) -> [UInt8]?

  /// How rows are written.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// RFC 4180: the first record names the fields, each further record is an object of texts.
    case csv
    /// One array whose elements are the rows, or one value that is the only row.
    case json
    /// A JSON text a line; blank lines are nothing.
    case jsonl
    /// A text a line, its end off.
    case lines
    /// Texts with blank lines between them; the newlines inside are kept, the last one is off.
    case paragraphs
  }

  private var source: Source

  private enum Source: Sendable {
    case csv(CSVRows)
    case json(JSONRows)
    case plain(LineRows, Format)
  }

  /// - Parameter longestRow: how many bytes a row may have, so that an endless one cannot fill the memory.
  package init(_ format: Format, longestRow: Int = 16 << 20, chunks: @escaping Chunks) {
    let feed = ByteFeed(chunks, longestRow: longestRow)
    switch format {
    case .csv: source = .csv(CSVRows(feed))
    case .json: source = .json(JSONRows(feed))
    case .jsonl, .lines, .paragraphs: source = .plain(LineRows(feed), format)
    }
  }

  /// The next row; `nil` after the last.
  ///
  /// - Throws: ``Failure`` with the line's number where the bytes are no such row; nothing can be read after that.
  package mutating func next() throws(Failure) -> JSON? {
    switch source {
    case .csv(var rows):
      defer { source = .csv(rows) }
      return try rows.next()
    case .json(var rows):
      defer { source = .json(rows) }
      return try rows.next()
    case .plain(var rows, let format):
      defer { source = .plain(rows, format) }
      switch format {
      case .jsonl: return try rows.nextJSON()
      case .paragraphs: return try rows.nextParagraph()
      default: return try rows.nextLine()
      }
    }
  }
}
