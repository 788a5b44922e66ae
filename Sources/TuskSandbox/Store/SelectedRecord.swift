import GRDB

/// A record that is read by the positions of its columns, which costs less than finding each column by its name.
protocol SelectedRecord {
  /// The table with its alias, for `FROM`.
  static var source: String { get }
  /// The columns with the alias of the table, for `SELECT`. They must come first in a row.
  static var selection: String { get }

  /// Reads a row that begins with the columns of the selection.
  init(selected row: Row) throws
}

extension SelectedRecord {
  static func all(_ request: SQLRequest<Row>, in db: Database) throws -> [Self] {
    let rows = try Row.fetchCursor(db, request)
    var found: [Self] = []
    while let row = try rows.next() { found.append(try Self(selected: row)) }
    return found
  }

  /// Finds a record by its id.
  static func find(_ id: Int64, in db: Database) throws -> Self? {
    let sql = "SELECT \(selection) FROM \(source) WHERE id = ?"
    return try all(SQLRequest(sql: sql, arguments: [id], cached: true), in: db).first
  }
}

/// A row whose columns are those of an enumeration, in its order.
struct SelectedRow<Column: RawRepresentable> where Column.RawValue == Int {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func value<Value: DatabaseValueConvertible>(of column: Column) throws -> Value {
    try row.decode(Value.self, atIndex: column.rawValue)
  }

  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(of column: Column) throws -> Value {
    try row.decode(Value.self, atIndex: column.rawValue)
  }
}
