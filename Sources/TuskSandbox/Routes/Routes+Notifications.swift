import GRDB

extension Routes {
  /// The caller's notifications.
  static let notifications: [Endpoint] = [
    Endpoint(.get, "/api/v1/notifications", as: "read:notifications") { call, me in
      let page = Page(call, standard: 40)
      let rows = try page.rows(
        "n.*, \(NotificationGroup.key) AS groupKey", from: inbox(of: me.id, call.form), cursor: "n.id", in: call.db)
      try call.view.prepare(ids: rows.compactMap { $0["statusId"] as Int64? })
      try call.view.prepareAccounts(rows.map { $0["fromId"] as Int64 })
      return try page.reply(rows, continuing: .always, each: call.view.notification)
    },
    Endpoint(.get, "/api/v1/notifications/unread_count", as: "read:notifications") { call, me in
      let limit = call.form.limit(standard: 100, most: 1000)
      let unread = try SQLRequest<Int>(
        literal: """
          SELECT count(*) FROM (SELECT 1 FROM \(inbox(of: me.id, call.form)) AND n.id > ifnull(
            (SELECT lastReadId FROM marker WHERE accountId = \(me.id) AND timeline = 'notifications'), 0)
            LIMIT \(limit))
          """
      ).fetchOne(call.db)
      return Reply(["count": .int(unread ?? 0)])
    },
    Endpoint(.post, "/api/v1/notifications/clear", as: "write:notifications") { call, me in
      try call.db.execute(sql: "DELETE FROM notification WHERE accountId = ?", arguments: [me.id])
      return .empty
    },
    Endpoint(.post, "/api/v1/notifications/dismiss", as: "write:notifications") { call, me in
      try dismiss(call.form.id("id"), of: me, call)
    },
    Endpoint(.get, "/api/v1/notifications/:id", as: "read:notifications") { call, me in
      Reply(try call.view.notification(notice(call.id(), of: me, call)))
    },
    Endpoint(.post, "/api/v1/notifications/:id/dismiss", as: "write:notifications") { call, me in
      try dismiss(call.id(), of: me, call)
    },
    Endpoint(.get, "/api/v1/markers", as: "read:statuses") { call, me in
      Reply(try call.view.markers(of: me, timelines: call.form.list("timeline") ?? []))
    },
    Endpoint(.post, "/api/v1/markers", as: "write:statuses") { call, me in
      var set: [String] = []
      for timeline in ["home", "notifications"] {
        guard let id = call.form.id("\(timeline)[last_read_id]") else { continue }
        try call.db.execute(
          sql: """
            INSERT INTO marker VALUES (?, ?, ?, 0, ?) ON CONFLICT DO UPDATE SET
              lastReadId = excluded.lastReadId, updatedAt = excluded.updatedAt, version = version + 1
            """, arguments: [me.id, timeline, id, call.now])
        set.append(timeline)
      }
      return Reply(try call.view.markers(of: me, timelines: set))
    },
  ]

  /// The notifications that the form asks for; those that the policy filters only on request.
  static func inbox(of me: Int64, _ form: Form) -> SQL {
    var source: SQL = "notification n WHERE n.accountId = \(me)"
    if form.flag("include_filtered") != true { source += " AND NOT n.filtered" }
    if let types = form.list("types") { source += " AND n.type IN \(types)" }
    if let types = form.list("exclude_types") { source += " AND n.type NOT IN \(types)" }
    if let account = form.id("account_id") { source += " AND n.fromId = \(account)" }
    return source
  }

  private static func notice(_ id: Int64?, of me: Account, _ call: Call) throws -> Row {
    let row = try SQLRequest<Row>(
      literal: """
        SELECT n.*, \(NotificationGroup.key) AS groupKey FROM notification n
        WHERE n.id = \(id) AND n.accountId = \(me.id)
        """
    ).fetchOne(call.db)
    guard let row else { throw Refusal.notFound }
    return row
  }

  private static func dismiss(_ id: Int64?, of me: Account, _ call: Call) throws -> Reply {
    _ = try notice(id, of: me, call)
    try call.db.execute(sql: "DELETE FROM notification WHERE id = ?", arguments: [id])
    return .empty
  }
}

extension Viewpoint {
  /// A Markers entity: the read position of each timeline.
  fileprivate func markers(of me: Account, timelines: [String]) throws -> Entity {
    let rows = try Row.fetchAll(db, sql: "SELECT * FROM marker WHERE accountId = ?", arguments: [me.id])
    let members = rows.compactMap { row -> (String, Entity)? in
      let timeline: String = row["timeline"]
      guard timelines.contains(timeline) else { return nil }
      return (
        timeline,
        [
          "last_read_id": .id(row["lastReadId"]), "version": .int(row["version"]),
          "updated_at": .moment(row["updatedAt"]),
        ]
      )
    }
    return .object(members)
  }
}
