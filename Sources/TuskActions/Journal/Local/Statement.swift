import CSQLite

/// A value of a row or of a `?` in a statement.
enum Cell {
  case null
  case int(Int)
  case text(String)
  case bytes([UInt8])

  init(_ text: String?) {
    self = text.map(Cell.text) ?? .null
  }
}

/// A compiled statement; its values are always bound, never written into the SQL.
final class Statement {
  private let handle: OpaquePointer

  /// - Returns: `nil` if SQLite rejects it.
  init?(_ sql: String, in database: OpaquePointer) {
    var handle: OpaquePointer?
    guard sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil) == SQLITE_OK,
      let handle
    else { return nil }
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds the values to the `?` of the statement.
  ///
  /// - Returns: whether SQLite accepts them.
  func bind(_ cells: [Cell]) -> Bool {
    cells.enumerated().allSatisfy { bind($1, at: Int32($0 + 1)) == SQLITE_OK }
  }

  /// Goes to the next row.
  ///
  /// - Returns: SQLite's code: a row, the end, or an error.
  func step() -> Int32 { sqlite3_step(handle) }

  /// Releases the rows and values, so that the statement keeps nothing locked.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func optionalInt(_ column: Int32) -> Int? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : int(column)
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    // Before its length, because reading the text may convert it.
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func bind(_ cell: Cell, at place: Int32) -> Int32 {
    switch cell {
    case .null: sqlite3_bind_null(handle, place)
    case .int(let value): sqlite3_bind_int64(handle, place, sqlite3_int64(value))
    case .text(var text): text.withUTF8 { csq_bind_text(handle, place, $0.baseAddress, UInt64($0.count)) }
    case .bytes(let bytes): bytes.withUnsafeBytes { csq_bind_blob(handle, place, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
