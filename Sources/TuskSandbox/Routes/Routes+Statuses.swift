import GRDB

extension Routes {
  /// Posting, editing and deleting statuses.
  static let statuses: [Endpoint] = [
    Endpoint(.post, "/api/v1/statuses", as: "write:statuses") { call, me in
      if let replay = try earlierAnswer(to: me, call) { return replay }
      guard let time = try scheduledTime(in: call) else { return try publish(call, by: me) }
      let scheduled = try Scheduled.add(call.form, by: me, at: time, for: call)
      try remember(scheduled.id, isScheduled: true, of: me, call)
      return Reply(try call.view.entity(of: scheduled))
    },
    Endpoint(.put, "/api/v1/statuses/:id", as: "write:statuses") { call, me in
      let status = try ownStatus(of: me, call)
      try StatusEdit(of: status, by: call.form, view: call.view).apply(in: call.db, at: call.now)
      return try statusReply(status.id, call)
    },
    Endpoint(.delete, "/api/v1/statuses/:id", as: "write:statuses") { call, me in
      guard let status = try Status.find(call.id(), in: call.db), status.accountId == me.id else {
        throw Refusal.notFound
      }
      let entity = try call.view.entity(of: status).with(["text": .text(status.text)])
      try StatusDeletion.remove(status, in: call.db)
      return Reply(entity)
    },
    Endpoint(.put, "/api/v1/statuses/:id/interaction_policy", as: "write:statuses") { call, me in
      let status = try ownStatus(of: me, call)
      try call.db.execute(
        sql: "UPDATE status SET quotePolicy = ? WHERE id = ?",
        arguments: [NewStatus.quotePolicy(in: call.form), status.id])
      return try statusReply(status.id, call)
    },
    Endpoint(.post, "/api/v1/statuses/:id/quotes/:quote/revoke", as: "write:statuses") { call, me in
      let status = try ownStatus(of: me, call)
      guard var quote = try call.view.visibleStatus(call.id("quote")), quote.quoteOfId == status.id else {
        throw Refusal.notFound
      }
      if !quote.isQuoteRevoked {
        quote.isQuoteRevoked = true
        try quote.update(call.db)
        try call.db.execute(
          sql: "UPDATE status SET quotesCount = max(0, quotesCount - 1) WHERE id = ?", arguments: [status.id])
      }
      return try statusReply(quote.id, call)
    },
  ]

  /// The current state of the status.
  static func statusReply(_ id: Int64, _ call: Call) throws -> Reply {
    guard let status = try Status.find(id, in: call.db) else { throw Refusal.notFound }
    return Reply(try call.view.entity(of: status))
  }

  static func ownStatus(of me: Account, _ call: Call) throws -> Status {
    guard let status = try Status.find(call.id(), in: call.db), status.accountId == me.id, status.reblogOfId == nil
    else { throw Refusal.notFound }
    return status
  }

  private static func publish(_ call: Call, by me: Account) throws -> Reply {
    let application = try ClientApplication.find(call.bearer?.applicationId, in: call.db)
    let status = try NewStatus(call.form, by: me, view: call.view)
      .publish(by: me, through: application, in: call.db, at: call.now)
    try remember(status.id, isScheduled: false, of: me, call)
    return try statusReply(status.id, call)
  }

  private static func remember(_ id: Int64?, isScheduled: Bool, of me: Account, _ call: Call) throws {
    guard let key = call.input.idempotencyKey else { return }
    try call.db.execute(
      sql: """
        INSERT OR REPLACE INTO idempotency (accountId, key, statusId, expiresAt, isScheduled) VALUES (?, ?, ?, ?, ?)
        """, arguments: [me.id, key, id, call.now.adding(seconds: 3600), isScheduled])
  }

  /// The earlier answer for an idempotency key seen within the hour: the status it created, or the scheduled one.
  private static func earlierAnswer(to me: Account, _ call: Call) throws -> Reply? {
    guard let key = call.input.idempotencyKey else { return nil }
    let row = try Row.fetchOne(
      call.db, sql: "SELECT * FROM idempotency WHERE accountId = ? AND key = ? AND expiresAt > ?",
      arguments: [me.id, key, call.now])
    guard let row else { return nil }
    guard row["isScheduled"] else {
      return try Status.find(row["statusId"], in: call.db) == nil ? nil : try statusReply(row["statusId"], call)
    }
    let scheduled = try Scheduled.filter(sql: "id = ?", arguments: [row["statusId"] as Int64]).fetchOne(call.db)
    return try scheduled.map { Reply(try call.view.entity(of: $0)) }
  }

  /// The time to publish at; as on Mastodon a past time means now, and one less than five minutes ahead is refused.
  private static func scheduledTime(in call: Call) throws -> Moment? {
    guard let text = call.form["scheduled_at"], !text.isEmpty else { return nil }
    guard let time = Moment(parsing: text) else { throw Refusal.badDate }
    guard time > call.now else { return nil }
    guard time >= call.now.adding(seconds: 300) else { throw Refusal.tooSoon }
    return time
  }
}

extension Refusal {
  fileprivate static let badDate = Refusal(422, "Invalid date supplied")
  fileprivate static let tooSoon = Refusal.invalid("Scheduled at must be in the future")
}
