import GRDB

/// A filter that hides statuses on a subject from a person.
struct Filter: Codable, FetchableRecord, PersistableRecord {
  /// A word or phrase to match.
  struct Keyword: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "filterKeyword"
    var id: Int64?
    var filterId: Int64
    var keyword: String
    var wholeWord: Bool

    func matches(_ text: String) -> Bool {
      let text = text.lowercased()
      guard wholeWord else { return text.contains(keyword.lowercased()) }
      let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      let sought = keyword.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      guard !sought.isEmpty, words.count >= sought.count else { return false }
      return (0...(words.count - sought.count)).contains { Array(words[$0..<($0 + sought.count)]) == sought }
    }
  }

  /// A status that is filtered whatever its text is.
  struct Status: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "filterStatus"
    var id: Int64?
    var filterId: Int64
    var statusId: Int64
  }

  /// A filter with what it matches.
  struct Active {
    let filter: Filter
    let keywords: [Keyword]
    let statuses: Set<Int64>
  }

  static let databaseTableName = "filter"

  var id: Int64?
  var accountId: Int64
  var title: String
  /// Separated by commas.
  var contexts: String
  var action: String
  var expiresAt: Moment?

  func keywords(in db: Database) throws -> [Keyword] {
    try Keyword.filter(sql: "filterId = ?", arguments: [id]).order(sql: "id").fetchAll(db)
  }

  func statuses(in db: Database) throws -> [Status] {
    try Status.filter(sql: "filterId = ?", arguments: [id]).order(sql: "id").fetchAll(db)
  }

  static func active(of account: Int64, at now: Moment, in db: Database) throws -> [Active] {
    try Filter.filter(sql: "accountId = ? AND ifnull(expiresAt, ?) >= ?", arguments: [account, now, now])
      .order(sql: "id").fetchAll(db).map {
        Active(filter: $0, keywords: try $0.keywords(in: db), statuses: Set(try $0.statuses(in: db).map(\.statusId)))
      }
  }
}
