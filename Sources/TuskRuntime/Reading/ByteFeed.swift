import XCallbackURL

/// A stream of bytes read in chunks, which counts lines.
struct ByteFeed: Sendable {
  private let nextChunk: RowReader.Chunks
  private let longestRow: Int
  private var chunk: [UInt8] = []
  private var at = 0
  private var isAtStart = true
  /// The number of the line that contains the next byte, from 1.
  private(set) var line = 1

  /// - Parameter longestRow: the greatest size of a row in bytes, so that an endless row cannot fill the memory.
  init(_ nextChunk: @escaping RowReader.Chunks, longestRow: Int) {
    self.nextChunk = nextChunk
    self.longestRow = longestRow
  }

  /// The next byte, without consuming it; `nil` at the end. A byte order mark at the start is skipped.
  mutating func peek() throws(Failure) -> UInt8? {
    if isAtStart { try skipMark() }
    while at == chunk.count {
      guard let next = try nextChunk() else { return nil }
      (chunk, at) = (next, 0)
    }
    return chunk[at]
  }

  /// Takes the bytes that were read and not consumed.
  mutating func takeUnread() -> [UInt8] {
    defer { (chunk, at) = ([], 0) }
    return Array(chunk[at...])
  }

  /// Consumes the next byte; `nil` at the end.
  mutating func pop() throws(Failure) -> UInt8? {
    guard let byte = try peek() else { return nil }
    at += 1
    if byte == .newline { line += 1 }
    return byte
  }

  /// Moves bytes to row number `row`, up to the first wanted byte or the end.
  mutating func move(to bytes: inout [UInt8], row: Int, until isWanted: (UInt8) -> Bool) throws(Failure) {
    while try peek() != nil {
      let end = chunk[at...].firstIndex(where: isWanted) ?? chunk.count
      line += chunk[at..<end].count { $0 == .newline }
      bytes += chunk[at..<end]
      at = end
      try allow(bytes.count, row: row)
      if end < chunk.count { return }
    }
  }

  /// Consumes the next line, without its LF or CR LF; `nil` at the end.
  mutating func popLine(row: Int) throws(Failure) -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var bytes: [UInt8] = []
    try move(to: &bytes, row: row) { $0 == .newline }
    if try pop() != nil, bytes.last == .carriageReturn { bytes.removeLast() }
    return bytes
  }

  /// - Throws: ``Failure`` if a row has exceeded the greatest size.
  func allow(_ size: Int, row: Int) throws(Failure) {
    guard size <= longestRow else { throw .tooLong(row: row, longestRow) }
  }

  private mutating func skipMark() throws(Failure) {
    isAtStart = false
    // More is read only while it may be a mark: the writer may wait for the answer to a short first row.
    while chunk.count < Self.mark.count, Self.mark.starts(with: chunk), let next = try nextChunk() { chunk += next }
    if chunk.starts(with: Self.mark) { at = Self.mark.count }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text of bytes that begin on this line.
  static func text(_ bytes: [UInt8], line: Int) throws(Failure) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // No byte of a multi-byte character equals a newline, so each line can be checked by itself.
    let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .notUTF8(line: line + bad)
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}

extension Failure {
  fileprivate static func tooLong(row: Int, _ most: Int) -> Failure {
    Failure(.invalidParameter, "row \(row) is longer than \(most >> 10) KiB")
  }

  fileprivate static func notUTF8(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) is not UTF-8 text")
  }
}
