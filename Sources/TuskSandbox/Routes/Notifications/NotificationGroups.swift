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

extension Routes {
  /// Grouped notifications.
  static let groupedNotifications: [Endpoint] = [
    Endpoint(.get, "/api/v2/notifications", as: "read:notifications") { call, me in
      let page = Page(call, standard: 40)
      let groups = try page.rows(
        "*", from: "(\(NotificationGroup.all(in: inbox(of: me.id, call.form)))) WHERE 1", cursor: "newest",
        in: call.db)
      return try page.reply(call.view.groups(groups), around: groups, continuing: .always)
    },
    Endpoint(.get, "/api/v2/notifications/unread_count", as: "read:notifications") { call, me in
      let unread = try SQLRequest<Int>(
        literal: """
          SELECT count(*) FROM (\(NotificationGroup.all(in: inbox(of: me.id, call.form)))) WHERE newest > ifnull(
            (SELECT lastReadId FROM marker WHERE accountId = \(me.id) AND timeline = 'notifications'), 0)
          """
      ).fetchOne(call.db)
      return Reply(["count": .int(min(unread ?? 0, call.form.limit(standard: 100, most: 1000)))])
    },
    Endpoint(.get, "/api/v2/notifications/:key", as: "read:notifications") { call, me in
      Reply(try call.view.groups([NotificationGroup.find(call, of: me)]))
    },
    Endpoint(.get, "/api/v2/notifications/:key/accounts", as: "read:notifications") { call, me in
      let ids = try NotificationGroup.authors(of: NotificationGroup.find(call, of: me), in: call.db)
      return Reply(.list(try ids.map(call.view.account)))
    },
    Endpoint(.post, "/api/v2/notifications/:key/dismiss", as: "write:notifications") { call, me in
      let group = try NotificationGroup.find(call, of: me)
      try call.db.execute(
        sql: "DELETE FROM notification WHERE id IN (SELECT value FROM json_each(?))",
        arguments: [group["ids"] as String])
      return .empty
    },
  ]
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
