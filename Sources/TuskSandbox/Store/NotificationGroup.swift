import GRDB

/// Groups notifications of one kind about one subject within twelve hours into a row.
enum NotificationGroup {
  /// The key of the group that the notification `n` belongs to.
  static let key: SQL = """
    CASE WHEN n.type IN ('favourite', 'reblog') THEN n.type || '-' || n.statusId || '-' || (n.createdAt / 43200000)
      WHEN n.type IN ('follow', 'admin.sign_up') THEN n.type || '-' || (n.createdAt / 43200000)
      ELSE 'ungrouped-' || n.id END
    """

  /// The groups of the notifications `n` in a source.
  static func all(in source: SQL) -> SQL {
    """
    SELECT \(key) AS groupKey, max(n.id) AS newest, min(n.id) AS oldest, count(*) AS size, n.type AS type,
      n.statusId AS statusId, max(n.createdAt) AS latest, n.payload AS payload, json_group_array(n.id) AS ids
    FROM \(source) GROUP BY groupKey
    """
  }

  /// The group that the path names.
  static func find(_ call: Call, of me: Account) throws -> Row {
    let name = try call.text("key")
    let row = try SQLRequest<Row>(
      literal: "SELECT * FROM (\(all(in: "notification n WHERE n.accountId = \(me.id)"))) WHERE groupKey = \(name)"
    ).fetchOne(call.db)
    guard let row else { throw Refusal.notFound }
    return row
  }

  /// The accounts that caused a group's notifications, latest first.
  static func authors(of group: Row, in db: Database) throws -> [Int64] {
    let ids: String = group["ids"]
    return try SQLRequest<Int64>(
      literal: """
        SELECT fromId FROM notification WHERE id IN (SELECT value FROM json_each(\(ids)))
        GROUP BY fromId ORDER BY max(id) DESC
        """
    ).fetchAll(db)
  }
}

extension Viewpoint {
  /// A GroupedNotificationsResults entity.
  func groups(_ rows: [Row]) throws -> Entity {
    var people: [Int64] = []
    var statuses: [Int64] = []
    let groups = try rows.map { row -> Entity in
      let sample = try NotificationGroup.authors(of: row, in: db).prefix(8)
      let status: Int64? = row["statusId"]
      people += sample.filter { !people.contains($0) }
      statuses += [status].compactMap { $0 }.filter { !statuses.contains($0) }
      return group(row, sample: sample)
    }
    try prepare(ids: statuses)
    try prepareAccounts(people)
    let shown = try statuses.compactMap { try status($0) }
    return [
      "accounts": .list(try people.map(account)), "statuses": .list(try shown.map { try entity(of: $0) }),
      "notification_groups": .list(groups),
    ]
  }

  private func group(_ row: Row, sample: some Sequence<Int64>) -> Entity {
    let status: Int64? = row["statusId"]
    let entity: Entity = [
      "group_key": .text(row["groupKey"]), "notifications_count": .int(row["size"]), "type": .text(row["type"]),
      "most_recent_notification_id": .int(Int(row["newest"] as Int64)), "page_min_id": .id(row["oldest"]),
      "page_max_id": .id(row["newest"]), "latest_page_notification_at": .moment(row["latest"]),
      "sample_account_ids": .list(sample.map { .id($0) }),
    ]
    let withStatus = status.map { entity.with(["status_id": .id($0)]) } ?? entity
    return payload(of: row).map { withStatus.with([$0.name: $0.value]) } ?? withStatus
  }
}
