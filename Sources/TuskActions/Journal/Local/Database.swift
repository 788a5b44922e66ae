import CSQLite
import XCallbackURL

/// A connection to an SQLite file, for one thread at a time.
final class Database {
  private let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// For how many milliseconds SQLite itself waits for other programs; the journal repeats its work after that.
  private static let shortWait: Int32 = 50

  /// Opens a file that exists.
  init(path: String) throws(Failure) {
    var handle: OpaquePointer?
    // Some builds of SQLite treat a name that starts with `file:` or `:memory:` specially.
    let name = path.hasPrefix("/") ? path : "./\(path)"
    let code = sqlite3_open_v2(name, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw .database(path, code, "cannot open it")
    }
    self.path = path
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.shortWait)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs a statement that returns no rows.
  ///
  /// - Returns: the number of rows that it inserted, changed or deleted directly.
  @discardableResult
  func run(_ sql: String, _ cells: [Cell]) throws(Failure) -> Int {
    _ = try all(sql, cells) { _ in }
    return Int(sqlite3_changes(handle))
  }

  @discardableResult
  func run(_ sql: String, _ cells: Cell...) throws(Failure) -> Int {
    try run(sql, cells)
  }

  /// The first row, read by `read`.
  func first<Value>(_ sql: String, _ cells: Cell..., read: (Statement) -> Value) throws(Failure) -> Value? {
    try all(sql, cells, read: read).first
  }

  func all<Value>(_ sql: String, _ cells: Cell..., read: (Statement) -> Value) throws(Failure) -> [Value] {
    try all(sql, cells, read: read)
  }

  /// Every row, read by `read`.
  func all<Value>(_ sql: String, _ cells: [Cell], read: (Statement) -> Value) throws(Failure) -> [Value] {
    let statement = try prepared(sql)
    defer { statement.reset() }
    guard statement.bind(cells) else { throw lastFailure }
    var values: [Value] = []
    while true {
      switch statement.step() {
      case SQLITE_ROW: values.append(read(statement))
      case SQLITE_DONE: return values
      default: throw lastFailure
      }
    }
  }

  /// Runs several statements that take no values.
  func execute(_ script: String) throws(Failure) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw lastFailure }
  }

  /// The identifier of the last inserted row.
  var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Does all of the work or none of it, while no other connection writes.
  func transaction<Value>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try between("BEGIN IMMEDIATE", work)
  }

  /// Does work that sees the file as of now, regardless of concurrent writes.
  func snapshot<Value>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try between("BEGIN DEFERRED", work)
  }

  private func between<Value>(_ beginning: String, _ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try run(beginning)
    do throws(Failure) {
      let value = try work()
      try run("COMMIT")
      return value
    } catch {
      // A full disk makes SQLite roll back by itself.
      if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  private func prepared(_ sql: String) throws(Failure) -> Statement {
    if let statement = statements[sql] { return statement }
    guard let statement = Statement(sql, in: handle) else {
      // The statements are fixed, so a table or a column is missing.
      let isIncomplete = sqlite3_errcode(handle) == SQLITE_ERROR
      throw isIncomplete ? .damagedJournal(path, String(cString: sqlite3_errmsg(handle))) : lastFailure
    }
    statements[sql] = statement
    return statement
  }

  private var lastFailure: Failure {
    .database(path, sqlite3_extended_errcode(handle), String(cString: sqlite3_errmsg(handle)))
  }
}

extension Failure {
  fileprivate static func database(_ path: String, _ code: Int32, _ message: String) -> Failure {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      Failure(.locked, "another program has locked the journal \(path); find it with: fuser \(path)")
    case SQLITE_CORRUPT: .damagedJournal(path)
    case SQLITE_NOTADB: .damagedJournal(path, "it is not a database")
    case SQLITE_FULL:
      Failure(.badSettings, "cannot write the journal \(path): the disk is full")
    case SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_NOLFS, SQLITE_AUTH:
      Failure(.badSettings, "cannot use the journal \(path): \(message)")
    default:
      Failure(.defect, "the journal \(path): \(message)")
    }
  }
}
