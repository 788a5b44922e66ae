import GRDB

/// An event that notifies an account of this instance.
struct NotificationEvent {
  let type: String
  let to: Int64
  let from: Int64
  var status: Int64?
  var payload: String?

  /// The types whose sender is the receiver.
  private static let selfTypes = ["poll", "moderation_warning"]

  /// Inserts the notification, unless the receiver is remote, caused it, has blocked or muted the sender, or drops it by
  /// policy.
  func deliver(in db: Database, at now: Moment) throws {
    guard to != from || NotificationEvent.selfTypes.contains(type), let receiver = try Account.find(to, in: db),
      receiver.isHere, try !isUnwanted(in: db, at: now)
    else { return }
    let treatment = try NotificationPolicy(of: receiver, in: db).treatment(of: self, at: now)
    guard treatment != .drop else { return }
    try db.execute(
      sql: """
        INSERT INTO notification (accountId, type, fromId, statusId, createdAt, payload, filtered)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, arguments: [to, type, from, status, now, payload, treatment == .filter])
  }

  private func isUnwanted(in db: Database, at now: Moment) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM block WHERE accountId = ? AND targetId = ?)
          OR EXISTS (SELECT 1 FROM mute WHERE accountId = ? AND targetId = ? AND notifications
                     AND ifnull(expiresAt, ?) >= ?)
          OR EXISTS (SELECT 1 FROM silence s JOIN status t USING (conversationId)
                     WHERE s.accountId = ? AND t.id = ?)
        """, arguments: [to, from, to, from, now, now, to, status]) ?? false
  }

  /// Deletes the notification, as Mastodon does when its cause is undone.
  func withdraw(in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM notification WHERE type = ? AND accountId = ? AND fromId = ? AND statusId IS ?",
      arguments: [type, to, from, status])
  }
}

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

  /// A Notification entity.
  func notification(_ row: Row) throws -> Entity {
    let statusID: Int64? = row["statusId"]
    var entity: Entity = [
      "id": .id(row["id"]), "type": .text(row["type"]), "created_at": .moment(row["createdAt"]),
      "group_key": .text(row["groupKey"]), "account": try account(row["fromId"]),
    ]
    if let status = try statusID.flatMap({ try self.status($0) }) {
      entity = entity.with(["status": try self.entity(of: status)])
    }
    return payload(of: row).map { entity.with([$0.name: $0.value]) } ?? entity
  }

  /// The member that some types of notification have instead of a status.
  func payload(of row: Row) -> (name: String, value: Entity)? {
    guard let json: String = row["payload"], let name = Viewpoint.payloadNames[row["type"]] else { return nil }
    return (name, .verbatim(json))
  }

  private static let payloadNames = [
    "admin.report": "report", "severed_relationships": "event", "moderation_warning": "moderation_warning",
    "added_to_collection": "collection",
  ]
}
