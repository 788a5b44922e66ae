import GRDB

/// A registered client application.
struct ClientApplication: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "application"

  var id: Int64?
  var name: String
  var website: String?
  var clientId: String
  var clientSecret: String
  /// One URI per line.
  var redirectUris: String
  var scopes: String

  static func find(_ id: Int64?, in db: Database) throws -> ClientApplication? {
    try ClientApplication.fetchOne(db, sql: "SELECT * FROM application WHERE id = ?", arguments: [id])
  }

  static func find(clientID: String?, in db: Database) throws -> ClientApplication? {
    try ClientApplication.fetchOne(db, sql: "SELECT * FROM application WHERE clientId = ?", arguments: [clientID])
  }
}
