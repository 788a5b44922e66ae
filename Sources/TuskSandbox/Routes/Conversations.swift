import GRDB

extension Routes {
  /// Conversations: direct statuses by thread.
  static let conversations: [Endpoint] = [
    Endpoint(.get, "/api/v1/conversations", as: "read:statuses") { call, me in
      let page = Page(call)
      let rows = try page.rows("s.*", from: newest(of: me.id), cursor: "s.id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.conversation(Status(row: $0), of: me) }
    },
    Endpoint(.post, "/api/v1/conversations/:id/read", as: "write:conversations") { call, me in
      let latest = try latest(of: me, call)
      try call.db.execute(
        sql: "INSERT OR REPLACE INTO conversationState VALUES (?, ?, ?, 0)",
        arguments: [me.id, latest.conversationId, latest.id])
      return Reply(try call.view.conversation(latest, of: me))
    },
    Endpoint(.delete, "/api/v1/conversations/:id", as: "write:conversations") { call, me in
      let latest = try latest(of: me, call)
      try call.db.execute(
        sql: "INSERT OR REPLACE INTO conversationState VALUES (?, ?, ?, 1)",
        arguments: [me.id, latest.conversationId, latest.id])
      return .empty
    },
  ]

  private static func latest(of me: Account, _ call: Call) throws -> Status {
    let status = try SQLRequest<Status>(
      literal: "SELECT s.* FROM \(newest(of: me.id)) AND s.conversationId = \(call.id())"
    ).fetchOne(call.db)
    guard let status else { throw Refusal.notFound }
    return status
  }

  /// The newest direct status of each conversation of `me` that has not been deleted since.
  private static func newest(of me: Int64) -> SQL {
    """
    status s WHERE s.id IN (
      SELECT max(d.id) FROM status d WHERE d.visibility = 'direct' AND (d.accountId = \(me)
        OR EXISTS (SELECT 1 FROM mention WHERE statusId = d.id AND accountId = \(me))) GROUP BY d.conversationId)
    AND NOT EXISTS (SELECT 1 FROM conversationState c WHERE c.accountId = \(me)
                    AND c.conversationId = s.conversationId AND c.isGone AND c.lastReadId >= s.id)
    """
  }
}

extension Viewpoint {
  /// A Conversation entity.
  func conversation(_ latest: Status, of me: Account) throws -> Entity {
    let people = try Int64.fetchAll(
      db,
      sql: """
        WITH letter AS (
          SELECT id, accountId FROM status s WHERE conversationId = ?1 AND visibility = 'direct'
            AND (accountId = ?2 OR EXISTS (SELECT 1 FROM mention WHERE statusId = s.id AND accountId = ?2)))
        SELECT DISTINCT p FROM (
          SELECT accountId AS p FROM letter
          UNION SELECT m.accountId FROM mention m JOIN letter ON letter.id = m.statusId)
        WHERE p <> ?2 ORDER BY p
        """, arguments: [latest.conversationId, me.id])
    let isRead = try exists(
      "SELECT 1 FROM conversationState WHERE accountId = ? AND conversationId = ? AND lastReadId >= ?",
      [me.id, latest.conversationId, latest.id])
    return [
      "id": .id(latest.conversationId), "unread": .bool(latest.accountId != me.id && !isRead),
      "accounts": .list(try people.map(account)), "last_status": try entity(of: latest),
    ]
  }
}
