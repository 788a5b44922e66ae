import GRDB

/// A question on a status.
struct Poll: Codable, FetchableRecord, PersistableRecord {
  /// One answer and how many chose it.
  struct Option: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "pollOption"
    var pollId: Int64
    var position: Int
    var title: String
    var votesCount = 0
  }

  static let databaseTableName = "poll"

  var id: Int64?
  var statusId: Int64
  var expiresAt: Moment?
  var multiple = false
  var hideTotals = false
  /// Unknown for polls of servers that count votes only.
  var votersCount: Int?
  /// Whether its end has been told.
  var isAnnounced = false

  func hasEnded(at now: Moment) -> Bool { expiresAt.map { $0 <= now } ?? false }

  func options(in db: Database) throws -> [Option] {
    try Option.filter(sql: "pollId = ?", arguments: [id]).order(sql: "position").fetchAll(db)
  }

  static func ofStatus(_ id: Int64, in db: Database) throws -> Poll? {
    try Poll.fetchOne(db, SQLRequest(sql: "SELECT * FROM poll WHERE statusId = ?", arguments: [id], cached: true))
  }
}
