import GRDB

/// The poll of a status.
struct Poll: Codable, FetchableRecord, PersistableRecord {
  /// An answer and its number of votes.
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
  /// Nil for polls of servers that count only votes.
  var votersCount: Int?
  /// Whether the notifications of its end have been sent.
  var isAnnounced = false

  func hasEnded(at now: Moment) -> Bool { expiresAt.map { $0 <= now } ?? false }

  func options(in db: Database) throws -> [Option] {
    try Option.filter(sql: "pollId = ?", arguments: [id]).order(sql: "position").fetchAll(db)
  }

  static func ofStatus(_ id: Int64, in db: Database) throws -> Poll? {
    try Poll.fetchOne(db, SQLRequest(sql: "SELECT * FROM poll WHERE statusId = ?", arguments: [id], cached: true))
  }
}
