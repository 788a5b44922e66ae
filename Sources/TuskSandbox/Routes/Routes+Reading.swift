import GRDB

extension Routes {
  /// Reading statuses, their threads and their history.
  static let reading: [Endpoint] = [
    Endpoint(.get, "/api/v1/statuses", .anyone("read:statuses")) { call in
      let found = try call.form.ids("id").prefix(20).compactMap { try call.view.visibleStatus($0) }
      return Reply(.list(try call.view.entities(of: found)))
    },
    Endpoint(.get, "/api/v1/statuses/:id", .anyone("read:statuses")) { call in
      Reply(try call.view.entity(of: call.status()))
    },
    Endpoint(.get, "/api/v1/statuses/:id/context", .anyone("read:statuses")) { call in
      Reply(try call.view.context(of: call.status()))
    },
    Endpoint(.get, "/api/v1/statuses/:id/card", .anyone("read:statuses")) { call in
      Reply(try call.status().card.map(Entity.verbatim) ?? [:])
    },
    Endpoint(.get, "/api/v1/statuses/:id/history", .anyone("read:statuses")) { call in
      Reply(try call.view.history(of: call.status()))
    },
    Endpoint(.get, "/api/v1/statuses/:id/source", as: "read:statuses") { call, _ in
      let status = try call.status()
      return Reply([
        "id": .id(status.id), "text": .text(status.text), "spoiler_text": .text(status.spoilerText),
      ])
    },
    Endpoint(.get, "/api/v1/statuses/:id/reblogged_by", .anyone("read:accounts")) { call in
      try people(
        call, from: "status l JOIN account a ON a.id = l.accountId WHERE l.reblogOfId = \(call.status().id)",
        cursor: "l.id")
    },
    Endpoint(.get, "/api/v1/statuses/:id/favourited_by", .anyone("read:accounts")) { call in
      try people(
        call, from: "favourite l JOIN account a ON a.id = l.accountId WHERE l.statusId = \(call.status().id)",
        cursor: "l.id")
    },
    Endpoint(.get, "/api/v1/statuses/:id/quotes", as: "read:statuses") { call, me in
      let seen = Status.visibility(for: me.id)
      return try statusList(
        call, from: "status s WHERE s.quoteOfId = \(call.status().id) AND NOT s.isQuoteRevoked AND \(seen)", .whenFull)
    },
    Endpoint(.post, "/api/v1/statuses/:id/translate", as: "read:statuses") { call, _ in
      Reply(try call.view.translation(of: call.status(), to: call.form["lang"] ?? "de"))
    },
  ]

  /// A page of accounts `a`; 40 by default, 80 at most.
  static func people(_ call: Call, from source: SQL, cursor: SQL) throws -> Reply {
    let page = Page(call, standard: 40)
    let rows = try page.rows("\(sql: Account.selection)", from: source, cursor: cursor, in: call.db)
    return try page.reply(rows, continuing: .whenFull) { try call.view.entity(of: Account(selected: $0)) }
  }

  /// A page of statuses `s`; 20 by default, 40 at most.
  static func statusList(
    _ call: Call, from source: SQL, cursor: SQL = "s.id", _ continuation: Page.Continuation
  ) throws -> Reply {
    let page = Page(call)
    let rows = try page.rows("\(sql: Status.selection)", from: source, cursor: cursor, in: call.db)
    return page.reply(
      .list(try call.view.entities(of: rows.map { try Status(selected: $0) })), around: rows, continuing: continuation)
  }
}
