import GRDB

/// An image, video or audio file, with its bytes when it was uploaded here.
struct Media: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "media"

  var id: Int64
  var accountId: Int64
  var statusId: Int64?
  var scheduledId: Int64?
  var position = 0
  var kind: String
  var mime: String
  var url: String
  var remoteUrl: String?
  var description: String?
  /// JSON, sent as it is.
  var meta = "{}"
  var blurhash: String?

  /// All columns except the bytes, which only the file's own address needs.
  static var databaseSelection: [any SQLSelectable] { [.allColumns(excluding: ["bytes"])] }

  static func nextID(at moment: Moment, in db: Database) throws -> Int64 {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM media") ?? 0
    return max(moment.milliseconds << 16, newest + 1)
  }

  static func ofStatus(_ id: Int64, in db: Database) throws -> [Media] {
    try Media.filter(sql: "statusId = ?", arguments: [id]).order(sql: "position, id").fetchAll(db)
  }
}
