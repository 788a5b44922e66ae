import GRDB

/// A follow of one account by another; pending until a locked account accepts it.
struct Follow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "follow"

  var id: Int64?
  var accountId: Int64
  var targetId: Int64
  var showReblogs = true
  var notify = false
  var languages: String?
  var pending = false
  /// When it was accepted; 1970 for follows from before this was kept.
  var createdAt = Moment(milliseconds: 0)

  static func find(from account: Int64, to target: Int64, in db: Database) throws -> Follow? {
    try Follow.fetchOne(
      db,
      SQLRequest(
        sql: "SELECT * FROM follow WHERE accountId = ? AND targetId = ?", arguments: [account, target], cached: true))
  }
}
