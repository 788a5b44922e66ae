import GRDB

extension Routes {
  /// Following, blocking, muting and other relationships.
  static let relationships: [Endpoint] = [
    relationship("follow", as: "write:follows", "follow") { call, me, target in
      guard me.id != target.id else { throw Refusal.notPermitted }
      try Following(call.form).begin(from: me, to: target, in: call.db, at: call.now)
    },
    relationship("unfollow", as: "write:follows", "follow") { call, me, target in
      try Following.end(from: me, to: target, in: call.db)
    },
    relationship("remove_from_followers", as: "write:follows", "follow") { call, me, target in
      try Following.end(from: target, to: me, in: call.db)
    },
    relationship("block", as: "write:blocks", "follow") { call, me, target in
      guard me.id != target.id else { return }
      try Following.end(from: me, to: target, in: call.db)
      try Following.end(from: target, to: me, in: call.db)
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO block (accountId, targetId) VALUES (?, ?)", arguments: [me.id, target.id])
      try call.db.execute(
        sql: "DELETE FROM notification WHERE accountId = ? AND fromId = ?", arguments: [me.id, target.id])
    },
    relationship("unblock", as: "write:blocks", "follow") { call, me, target in
      try call.db.execute(
        sql: "DELETE FROM block WHERE accountId = ? AND targetId = ?", arguments: [me.id, target.id])
    },
    relationship("mute", as: "write:mutes", "follow") { call, me, target in
      guard me.id != target.id else { return }
      let seconds = call.form.int("duration") ?? 0
      try call.db.execute(
        sql: """
          INSERT INTO mute (accountId, targetId, notifications, expiresAt) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET notifications = excluded.notifications, expiresAt = excluded.expiresAt
          """,
        arguments: [
          me.id, target.id, call.form.flag("notifications") ?? true,
          seconds > 0 ? call.now.adding(seconds: seconds) : nil,
        ])
    },
    relationship("unmute", as: "write:mutes", "follow") { call, me, target in
      try call.db.execute(
        sql: "DELETE FROM mute WHERE accountId = ? AND targetId = ?", arguments: [me.id, target.id])
    },
    relationship("pin", as: "write:accounts", perform: endorse),
    relationship("endorse", as: "write:accounts", perform: endorse),
    relationship("unpin", as: "write:accounts", perform: unendorse),
    relationship("unendorse", as: "write:accounts", perform: unendorse),
    relationship("note", as: "write:accounts") { call, me, target in
      try call.db.execute(
        sql: "INSERT OR REPLACE INTO remark (accountId, targetId, comment) VALUES (?, ?, ?)",
        arguments: [me.id, target.id, call.form["comment"] ?? ""])
    },
    Endpoint(.get, "/api/v1/blocks", as: "read:blocks", "follow") { call, me in
      try people(
        call, from: "block b JOIN account a ON a.id = b.targetId WHERE b.accountId = \(me.id)", cursor: "b.id")
    },
    Endpoint(.get, "/api/v1/mutes", as: "read:mutes", "follow") { call, me in
      let page = Page(call, standard: 40)
      let source: SQL = """
        mute m JOIN account a ON a.id = m.targetId
        WHERE m.accountId = \(me.id) AND ifnull(m.expiresAt, \(call.now)) >= \(call.now)
        """
      let rows = try page.rows("a.*, m.expiresAt AS mutedUntil", from: source, cursor: "m.id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { row in
        try call.view.entity(of: Account(row: row)).with(["mute_expires_at": .moment(row["mutedUntil"])])
      }
    },
    Endpoint(.get, "/api/v1/endorsements", as: "read:accounts") { call, me in
      try people(
        call, from: "endorsement e JOIN account a ON a.id = e.targetId WHERE e.accountId = \(me.id)", cursor: "e.id")
    },
    Endpoint(.get, "/api/v1/domain_blocks", as: "read:blocks", "follow") { call, me in
      let page = Page(call, standard: 100)
      let rows = try page.rows(
        "domain", from: "domainBlock WHERE accountId = \(me.id)", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { .text($0["domain"]) }
    },
    Endpoint(.post, "/api/v1/domain_blocks", as: "write:blocks", "follow") { call, me in
      guard let domain = call.form["domain"], !domain.isEmpty else {
        throw Refusal.invalid("Domain can't be blank")
      }
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO domainBlock (accountId, domain) VALUES (?, ?)",
        arguments: [me.id, domain.lowercased()])
      return .empty
    },
    Endpoint(.delete, "/api/v1/domain_blocks", as: "write:blocks", "follow") { call, me in
      try call.db.execute(
        sql: "DELETE FROM domainBlock WHERE accountId = ? AND domain = ?",
        arguments: [me.id, call.form["domain"]])
      return .empty
    },
  ]

  /// A route that changes the relationship to an account and answers with it.
  private static func relationship(
    _ name: String, as scopes: String..., perform: @escaping @Sendable (Call, Account, Account) throws -> Void
  ) -> Endpoint {
    Endpoint(.post, "/api/v1/accounts/:id/\(name)", as: scopes) { call, me in
      let target = try call.account()
      try perform(call, me, target)
      return Reply(try call.view.relationship(with: target.id))
    }
  }

  @Sendable private static func endorse(_ call: Call, _ me: Account, _ target: Account) throws {
    guard try Follow.find(from: me.id, to: target.id, in: call.db)?.pending == false else {
      throw Refusal.invalid("You must be already following the person you want to endorse")
    }
    try call.db.execute(
      sql: "INSERT OR IGNORE INTO endorsement (accountId, targetId) VALUES (?, ?)", arguments: [me.id, target.id])
  }

  @Sendable private static func unendorse(_ call: Call, _ me: Account, _ target: Account) throws {
    try call.db.execute(
      sql: "DELETE FROM endorsement WHERE accountId = ? AND targetId = ?", arguments: [me.id, target.id])
  }
}
