import GRDB

extension Routes {
  /// Small endpoints that clients ask in passing.
  static let odds: [Endpoint] = [
    Endpoint(.get, "/api/v1/custom_emojis", .open) { call in
      Reply(.list(try call.view.emojis(of: "").map(\.entity)))
    },
    Endpoint(.get, "/api/v1/announcements", as: "read") { _, _ in Reply([]) },
    Endpoint(.get, "/api/v1/streaming/health", .open) { _ in Reply(file: Array("OK".utf8), type: "text/plain") },
    Endpoint(.get, "/health", .open) { _ in Reply(file: Array("OK".utf8), type: "text/plain") },
    Endpoint(.get, "/api/v1/directory", .anyone("read")) { call in
      let order: SQL = call.form["order"] == "new" ? "a.createdAt DESC" : "a.lastStatusAt DESC"
      let local: SQL = call.form.flag("local") == true ? "a.domain IS NULL" : "1"
      let found = try SQLRequest<Account>(
        literal: """
          SELECT a.* FROM account a WHERE a.discoverable AND \(local) ORDER BY \(order)
          LIMIT \(min(call.form.int("limit") ?? 40, 80)) OFFSET \(call.form.int("offset") ?? 0)
          """
      ).fetchAll(call.db)
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.get, "/api/v2/suggestions", as: "read") { call, me in
      let found = try Account.fetchAll(
        call.db,
        sql: """
          SELECT * FROM account WHERE id <> ? AND discoverable
            AND id NOT IN (SELECT targetId FROM follow WHERE accountId = ?) ORDER BY followersCount DESC LIMIT ?
          """, arguments: [me.id, me.id, min(call.form.int("limit") ?? 40, 80)])
      return Reply(
        .list(
          try found.map {
            ["source": "global", "sources": ["most_followed"], "account": try call.view.entity(of: $0)]
          }))
    },
    Endpoint(.get, "/api/v1/conversations", as: "read:statuses") { call, me in
      let page = Page(call)
      let rows = try page.rows("s.*", from: conversations(of: me.id), cursor: "s.id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.conversation(Status(row: $0), of: me) }
    },
    Endpoint(.post, "/api/v1/reports", as: "write:reports") { call, me in
      guard let target = try call.form.id("account_id").flatMap({ try Account.find($0, in: call.db) }) else {
        throw Refusal.notFound
      }
      let report = try call.view.report(on: target, by: call.form)
      let admins = try Int64.fetchAll(call.db, sql: "SELECT id FROM account WHERE isAdmin")
      for admin in admins {
        try Notice(
          type: "admin.report", to: admin, from: me.id, payload: String(decoding: report.json, as: UTF8.self)
        ).file(in: call.db, at: call.now)
      }
      return Reply(report)
    },
  ]

  /// The newest direct status of each conversation that `me` is in.
  private static func conversations(of me: Int64) -> SQL {
    """
    status s WHERE s.id IN (
      SELECT max(d.id) FROM status d WHERE d.visibility = 'direct' AND (d.accountId = \(me)
        OR EXISTS (SELECT 1 FROM mention WHERE statusId = d.id AND accountId = \(me))) GROUP BY d.conversationId)
    """
  }
}

extension Viewpoint {
  /// A Conversation entity.
  fileprivate func conversation(_ latest: Status, of me: Account) throws -> Entity {
    let people = try Int64.fetchAll(
      db,
      sql: """
        SELECT DISTINCT p FROM (
          SELECT accountId AS p FROM status WHERE conversationId = ?
          UNION SELECT m.accountId FROM mention m JOIN status s ON s.id = m.statusId WHERE s.conversationId = ?)
        WHERE p <> ? ORDER BY p
        """, arguments: [latest.conversationId, latest.conversationId, me.id])
    return [
      "id": .id(latest.conversationId), "unread": .bool(latest.accountId != me.id),
      "accounts": .list(try people.map(account)), "last_status": try entity(of: latest),
    ]
  }

  /// A Report entity.
  func report(on target: Account, by form: Form) throws -> Entity {
    [
      "id": .text(String(now.milliseconds % 1_000_000)), "action_taken": false, "action_taken_at": nil,
      "category": .text(form["category"] ?? "other"), "comment": .text(form["comment"] ?? ""),
      "forwarded": .bool(form.flag("forward") ?? false), "created_at": .moment(now),
      "status_ids": .texts(form.list("status_ids") ?? []), "rule_ids": .texts(form.list("rule_ids") ?? []),
      "collection_ids": [], "target_account": try entity(of: target),
    ]
  }
}
