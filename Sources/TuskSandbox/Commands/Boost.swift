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
