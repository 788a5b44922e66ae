import GRDB

/// An entry of a list of what moderators block or allow.
protocol AccessListEntry: Codable, FetchableRecord, PersistableRecord, Sendable {
  /// The list's name in paths and scopes, and that of its table.
  static var listName: String { get }

  /// The name, in messages, of what no two entries share.
  static var uniquePart: String { get }

  var id: Int64? { get set }
  var entity: Entity { get }
}

extension AccessListEntry {
  static var databaseTableName: String { listName }
  static var uniquePart: String { "Domain" }

  static func find(_ id: Int64, in db: Database) throws -> Self {
    guard let entry = try filter(sql: "id = ?", arguments: [id]).fetchOne(db) else { throw Refusal.notFound }
    return entry
  }

  /// Adds this entry to its list and returns it with its id.
  @discardableResult func added(in db: Database) throws -> Self {
    try Self.refusingDuplicates { try insert(db) }
    var entry = self
    entry.id = db.lastInsertedRowID
    return entry
  }

  /// Stores this entry in place of the one with its id.
  func replaced(in db: Database) throws -> Self {
    try Self.refusingDuplicates { try update(db) }
    return self
  }

  private static func refusingDuplicates(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw Refusal.invalid("\(uniquePart) has already been taken")
    }
  }
}

extension Form {
  /// The domain that moderators name, as it is stored.
  func domain() throws -> String {
    let domain = (self["domain"] ?? "").lowercased().filter { !$0.isWhitespace }
    guard !domain.isEmpty else { throw Refusal.invalid("Domain can't be blank") }
    guard domain.allSatisfy({ $0.isLetter || $0.isNumber || "-.".contains($0) }), !domain.hasPrefix(".") else {
      throw Refusal.invalid("Domain is not a valid domain name")
    }
    return domain
  }
}
