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
