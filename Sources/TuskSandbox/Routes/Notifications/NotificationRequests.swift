import GRDB

/// A sender whose mentions are filtered, and who waits to be accepted or dismissed. It exists while there are filtered
/// mentions of the sender, whose id it has.
struct NotificationRequest {
  let id: Int64
  let count: Int
  private let latest: Int64?
  private let createdAt: Moment
  private let updatedAt: Moment

  init(row: Row) {
    id = row["fromId"]
    count = row["size"]
    latest = row["latest"]
    createdAt = row["createdAt"]
    updatedAt = row["updatedAt"]
  }

  /// The requests to `owner`, as a source of rows `r`.
  static func source(of owner: Account) -> SQL {
    """
    (SELECT n.fromId, count(*) AS size, max(n.statusId) AS latest, min(n.createdAt) AS createdAt,
       max(n.createdAt) AS updatedAt
     FROM notification n JOIN account a ON a.id = n.fromId
     WHERE n.accountId = \(owner.id) AND n.filtered AND n.type IN ('mention', 'quote') AND NOT a.suspended
     GROUP BY n.fromId) r WHERE 1
    """
  }

  static func all(of owner: Account, in db: Database) throws -> [NotificationRequest] {
    try SQLRequest<Row>(literal: "SELECT * FROM \(source(of: owner))").fetchAll(db).map(NotificationRequest.init)
  }

  static func find(_ id: Int64, of owner: Account, in db: Database) throws -> NotificationRequest {
    let row = try SQLRequest<Row>(literal: "SELECT * FROM \(source(of: owner)) AND r.fromId = \(id)").fetchOne(db)
    guard let row else { throw Refusal.notFound }
    return NotificationRequest(row: row)
  }

  /// Shows what was filtered, and accepts what the sender causes from now on.
  func accept(by owner: Account, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO notificationPermission VALUES (?, ?);
        UPDATE notification SET filtered = 0 WHERE accountId = ? AND fromId = ?;
        INSERT INTO notificationMerge (accountId) VALUES (?);
        """, arguments: [owner.id, id, owner.id, id, owner.id])
  }

  /// Deletes what was filtered.
  func dismiss(by owner: Account, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM notification WHERE accountId = ? AND fromId = ? AND filtered", arguments: [owner.id, id])
  }
}

extension NotificationRequest {
  /// A NotificationRequest entity.
  func entity(for view: Viewpoint) throws -> Entity {
    let status = try latest.flatMap { try view.visibleStatus($0) }
    return [
      "id": .id(id), "created_at": .moment(createdAt), "updated_at": .moment(updatedAt),
      "notifications_count": .text(String(count)), "account": try view.account(id),
      "last_status": try status.map { try view.entity(of: $0) } ?? .null,
    ]
  }
}
