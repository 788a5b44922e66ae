import GRDB

/// A status, or the wrapper that boosts another status.
struct Status: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "status"

  var id: Int64
  var accountId: Int64
  var uri: String
  var url: String?
  var content: String
  var text: String
  var spoilerText = ""
  var sensitive = false
  var visibility = "public"
  var language: String?
  var inReplyToId: Int64?
  var inReplyToAccountId: Int64?
  var reblogOfId: Int64?
  var quoteOfId: Int64?
  /// Whether the author of the quoted status has withdrawn it from the quote.
  var isQuoteRevoked = false
  var quotePolicy = "public"
  var conversationId: Int64
  var applicationName: String?
  var applicationWebsite: String?
  var card: String?
  var createdAt: Moment
  var editedAt: Moment?
  var repliesCount = 0
  var reblogsCount = 0
  var favouritesCount = 0
  var quotesCount = 0
}

extension Status {
  /// A new id. Ids carry the time in milliseconds in their upper bits, so that a newer status always has a greater id.
  static func nextID(at moment: Moment, in db: Database) throws -> Int64 {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM status") ?? 0
    return max(moment.milliseconds << 16, newest + 1)
  }

  /// The condition under which `viewer` may see the status `s`.
  static func visibility(for viewer: Int64?) -> SQL {
    let suspended: SQL = "EXISTS (SELECT 1 FROM account WHERE id = s.accountId AND suspended)"
    guard let viewer else { return "s.visibility IN ('public', 'unlisted') AND NOT \(suspended)" }
    return """
      (s.visibility IN ('public', 'unlisted') OR s.accountId = \(viewer)
        OR EXISTS (SELECT 1 FROM mention WHERE statusId = s.id AND accountId = \(viewer))
        OR s.visibility = 'private' AND EXISTS (
          SELECT 1 FROM follow WHERE accountId = \(viewer) AND targetId = s.accountId AND NOT pending))
      AND NOT EXISTS (SELECT 1 FROM block WHERE accountId = s.accountId AND targetId = \(viewer)) AND NOT \(suspended)
      """
  }
}
