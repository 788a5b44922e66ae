import GRDB

/// Deletes a status and subtracts it from the counters it was part of.
enum StatusDeletion {
  static func remove(_ status: Status, in db: Database) throws {
    if status.visibility != "direct" {
      try db.execute(
        sql: "UPDATE account SET statusesCount = max(0, statusesCount - 1) WHERE id = ?",
        arguments: [status.accountId])
    }
    if let parent = status.inReplyToId, ["public", "unlisted"].contains(status.visibility) {
      try db.execute(
        sql: "UPDATE status SET repliesCount = max(0, repliesCount - 1) WHERE id = ?", arguments: [parent])
    }
    if let reblogged = status.reblogOfId {
      try db.execute(
        sql: """
          UPDATE status SET reblogsCount = max(0, reblogsCount - 1) WHERE id = ?;
          DELETE FROM notification WHERE type = 'reblog' AND statusId = ? AND fromId = ?;
          """, arguments: [reblogged, reblogged, status.accountId])
    }
    if let quoted = status.quoteOfId, !status.isQuoteRevoked {
      try db.execute(
        sql: "UPDATE status SET quotesCount = max(0, quotesCount - 1) WHERE id = ?", arguments: [quoted])
    }
    try db.execute(
      sql: """
        UPDATE account SET statusesCount = max(0, statusesCount - 1)
        WHERE id IN (SELECT accountId FROM status WHERE reblogOfId = ?)
        """, arguments: [status.id])
    try db.execute(sql: "DELETE FROM status WHERE id = ?", arguments: [status.id])
  }
}
