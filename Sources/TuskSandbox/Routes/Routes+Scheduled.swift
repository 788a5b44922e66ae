import GRDB

extension Routes {
  /// Scheduled statuses.
  static let scheduled: [Endpoint] = [
    Endpoint(.get, "/api/v1/scheduled_statuses", as: "read:statuses") { call, me in
      let page = Page(call)
      let rows = try page.rows(
        "*", from: "scheduled WHERE accountId = \(me.id)", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.entity(of: Scheduled(row: $0)) }
    },
    Endpoint(.get, "/api/v1/scheduled_statuses/:id", as: "read:statuses") { call, me in
      Reply(try call.view.entity(of: scheduled(call, of: me)))
    },
    Endpoint(.put, "/api/v1/scheduled_statuses/:id", as: "write:statuses") { call, me in
      var scheduled = try scheduled(call, of: me)
      guard let time = call.form["scheduled_at"].flatMap(Moment.init(parsing:)) else {
        throw Refusal(422, "Invalid date supplied")
      }
      guard time >= call.now.adding(seconds: 300) else { throw Refusal.invalid("Scheduled at must be in the future") }
      scheduled.scheduledAt = time
      try scheduled.update(call.db)
      return Reply(try call.view.entity(of: scheduled))
    },
    Endpoint(.delete, "/api/v1/scheduled_statuses/:id", as: "write:statuses") { call, me in
      let id = try scheduled(call, of: me).id
      try call.db.execute(sql: "UPDATE media SET scheduledId = NULL WHERE scheduledId = ?", arguments: [id])
      try call.db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id])
      return .empty
    },
  ]

  private static func scheduled(_ call: Call, of me: Account) throws -> Scheduled {
    let found = try Scheduled.filter(sql: "id = ? AND accountId = ?", arguments: [call.id(), me.id])
      .fetchOne(call.db)
    guard let found else { throw Refusal.notFound }
    return found
  }
}
