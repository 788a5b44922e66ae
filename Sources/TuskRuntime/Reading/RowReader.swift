package import JSONValue
package import XCallbackURL

/// The rows of a stream of bytes, read one at a time; only the longest row determines the memory needed.
package struct RowReader: Sendable {
  /// The next bytes of the stream, as soon as there are any; `nil` at its end.
  package typealias Chunks = @Sendable () throws(Failure) -> [UInt8]?

  /// The formats of rows.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// RFC 4180: the first record names the fields, each further record is an object of texts.
    case csv
    /// An array whose elements are the rows, or a value that is the only row.
    case json
    /// One JSON text per line; blank lines are ignored.
    case jsonl
    /// One text per line, without its line end.
    case lines
    /// Texts separated by blank lines; inner newlines are kept, the last one is removed.
    case paragraphs
  }

  private var source: Source

  private enum Source: Sendable {
    case csv(CSVRows)
    case json(JSONRows)
    case plain(LineRows, Format)
  }

  /// The usual greatest size of a row in bytes.
  package static let longestRow = 16 << 20

  /// - Parameter longestRow: the greatest size of a row in bytes, so that an endless one cannot fill the memory.
  package init(_ format: Format, longestRow: Int = Self.longestRow, chunks: @escaping Chunks) {
    self.init(format, ByteFeed(chunks, longestRow: longestRow))
  }

  /// Reads on where another reader stopped.
  init(_ format: Format, _ feed: ByteFeed) {
    switch format {
    case .csv: source = .csv(CSVRows(feed))
    case .json: source = .json(JSONRows(feed))
    case .jsonl, .lines, .paragraphs: source = .plain(LineRows(feed), format)
    }
  }

  /// What is read: the bytes after the last row.
  var feed: ByteFeed {
    get {
      switch source {
      case .csv(let rows): rows.feed
      case .json(let rows): rows.feed
      case .plain(let rows, _): rows.feed
      }
    }
    set {
      switch source {
      case .csv(var rows):
        rows.feed = newValue
        source = .csv(rows)
      case .json(var rows):
        rows.feed = newValue
        source = .json(rows)
      case .plain(var rows, let format):
        rows.feed = newValue
        source = .plain(rows, format)
      }
    }
  }

  /// The next row; `nil` after the last.
  ///
  /// - Throws: ``Failure`` with the line number if the bytes are not a valid row; nothing can be read after that.
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
