import GRDB

/// Creates the wrapper status that shares another status with the booster's followers.
enum Boost {
  static func make(of status: Status, by me: Account, _ call: Call) throws -> Status {
    guard status.visibility != "direct", status.visibility != "private" || status.accountId == me.id else {
      throw Refusal.notPermitted
    }
    let earlier = Status.filter(sql: "reblogOfId = ? AND accountId = ?", arguments: [status.id, me.id])
    if let boost = try earlier.fetchOne(call.db) { return boost }
    let boost = try insert(of: status, by: me, visibility: visibility(of: status, call), at: call.now, in: call.db)
    try NotificationEvent(type: "reblog", to: status.accountId, from: me.id, status: status.id).deliver(
      in: call.db, at: call.now)
    return boost
  }

  static func insert(
    of status: Status, by account: Account, visibility: String, at now: Moment, in db: Database
  ) throws -> Status {
    let id = try Status.nextID(at: now, in: db)
    let address = "\(account.uri)/statuses/\(id)/activity"
    let boost = Status(
      id: id, accountId: account.id, uri: address, url: address, content: "", text: "", visibility: visibility,
      reblogOfId: status.id, conversationId: status.conversationId, createdAt: now)
    try boost.insert(db)
    try db.execute(sql: "UPDATE status SET reblogsCount = reblogsCount + 1 WHERE id = ?", arguments: [status.id])
    try db.execute(
      sql: "UPDATE account SET statusesCount = statusesCount + 1, lastStatusAt = ? WHERE id = ?",
      arguments: [now, account.id])
    return boost
  }

  private static func visibility(of status: Status, _ call: Call) -> String {
    guard status.visibility != "private" else { return "private" }
    let wished = call.form["visibility"] ?? "public"
    return ["public", "unlisted", "private"].contains(wished) ? wished : "public"
  }
}

extension Routes {
  /// Actions on statuses: favorite, boost, bookmark, pin, mute. All of them are idempotent.
  static let statusActions: [Endpoint] = [
    statusAction("favourite", as: "write:favourites") { call, me, status in
      guard try add("favourite", call, me, status) else { return }
      try count("favouritesCount", by: 1, status, call)
      try NotificationEvent(type: "favourite", to: status.accountId, from: me.id, status: status.id)
        .deliver(in: call.db, at: call.now)
    },
    statusAction("unfavourite", as: "write:favourites") { call, me, status in
      guard try drop("favourite", call, me, status) else { return }
      try count("favouritesCount", by: -1, status, call)
      try NotificationEvent(type: "favourite", to: status.accountId, from: me.id, status: status.id).withdraw(
        in: call.db)
    },
    statusAction("bookmark", as: "write:bookmarks") { call, me, status in _ = try add("bookmark", call, me, status) },
    statusAction("unbookmark", as: "write:bookmarks") { call, me, status in _ = try drop("bookmark", call, me, status)
    },
    statusAction("pin", as: "write:accounts") { call, me, status in
      try checkPin(status, of: me, call)
      _ = try add("pin", call, me, status)
    },
    statusAction("unpin", as: "write:accounts") { call, me, status in _ = try drop("pin", call, me, status) },
    statusAction("mute", as: "write:mutes") { call, me, status in
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO silence VALUES (?, ?)", arguments: [me.id, status.conversationId])
    },
    statusAction("unmute", as: "write:mutes") { call, me, status in
      try call.db.execute(
        sql: "DELETE FROM silence WHERE accountId = ? AND conversationId = ?",
        arguments: [me.id, status.conversationId])
    },
    Endpoint(.post, "/api/v1/statuses/:id/reblog", as: "write:statuses") { call, me in
      Reply(try call.view.entity(of: Boost.make(of: original(call), by: me, call)))
    },
    statusAction("unreblog", as: "write:statuses") { call, me, status in
      let boost = try Status.filter(sql: "reblogOfId = ? AND accountId = ?", arguments: [status.id, me.id])
        .fetchOne(call.db)
      guard let boost else { return }
      try StatusDeletion.remove(boost, in: call.db)
    },
  ]

  private static func statusAction(
    _ name: String, as scope: String, perform: @escaping @Sendable (Call, Account, Status) throws -> Void
  ) -> Endpoint {
    Endpoint(.post, "/api/v1/statuses/:id/\(name)", as: scope) { call, me in
      let status = try original(call)
      try perform(call, me, status)
      return try statusReply(status.id, call)
    }
  }

  /// The status in the path, or the status that it boosts.
  private static func original(_ call: Call) throws -> Status {
    let status = try call.status()
    guard let id = status.reblogOfId else { return status }
    guard let original = try call.view.visibleStatus(id) else { throw Refusal.notFound }
    return original
  }

  private static func add(_ table: String, _ call: Call, _ me: Account, _ status: Status) throws -> Bool {
    try call.db.execute(
      sql: "INSERT OR IGNORE INTO \(table) (accountId, statusId) VALUES (?, ?)", arguments: [me.id, status.id])
    return call.db.changesCount > 0
  }

  private static func drop(_ table: String, _ call: Call, _ me: Account, _ status: Status) throws -> Bool {
    try call.db.execute(
      sql: "DELETE FROM \(table) WHERE accountId = ? AND statusId = ?", arguments: [me.id, status.id])
    return call.db.changesCount > 0
  }

  private static func count(_ column: String, by change: Int, _ status: Status, _ call: Call) throws {
    try call.db.execute(
      sql: "UPDATE status SET \(column) = max(0, \(column) + ?) WHERE id = ?", arguments: [change, status.id])
  }

  private static func checkPin(_ status: Status, of me: Account, _ call: Call) throws {
    guard status.accountId == me.id else { throw Refusal.invalid("Someone else's post cannot be pinned") }
    guard status.visibility != "direct" else {
      throw Refusal.invalid("Posts that are only visible to mentioned users cannot be pinned")
    }
    let pins = try Int.fetchOne(
      call.db, sql: "SELECT count(*) FROM pin WHERE accountId = ? AND statusId <> ?", arguments: [me.id, status.id])
    guard (pins ?? 0) < 5 else {
      throw Refusal.invalid("You have already pinned the maximum number of posts")
    }
  }
}
