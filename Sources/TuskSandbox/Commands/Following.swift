import GRDB

/// The options of a follow: boosts, notifications, languages.
struct Following {
  private let showReblogs: Bool?
  private let notify: Bool?
  private let languages: String?

  init(_ form: Form) {
    showReblogs = form.flag("reblogs")
    notify = form.flag("notify")
    languages = form.list("languages").map { $0.joined(separator: ",") }
  }

  /// Follows an account, sends a follow request to a locked one, or changes the options of an existing follow.
  func begin(from me: Account, to target: Account, in db: Database, at now: Moment) throws {
    guard try !Following.isBarred(from: me, to: target, in: db) else { throw Refusal.notPermitted }
    if let old = try Follow.find(from: me.id, to: target.id, in: db) {
      try changed(old).update(db)
      return
    }
    var follow = changed(Follow(accountId: me.id, targetId: target.id, createdAt: now))
    follow.pending = target.locked
    try follow.insert(db)
    if !follow.pending { try Following.count(from: me.id, to: target.id, by: 1, in: db) }
    try NotificationEvent(type: follow.pending ? "follow_request" : "follow", to: target.id, from: me.id).deliver(
      in: db, at: now)
  }

  /// Whether a block by either side, or the target having moved, prevents the follow.
  private static func isBarred(from me: Account, to target: Account, in db: Database) throws -> Bool {
    try target.movedToId != nil
      || Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM block WHERE (accountId, targetId) IN (VALUES (?1, ?2), (?2, ?1)))
            OR EXISTS (SELECT 1 FROM domainBlock WHERE accountId = ?1 AND domain = ?3)
          """, arguments: [me.id, target.id, target.domain]) ?? false
  }

  private func changed(_ old: Follow) -> Follow {
    var follow = old
    follow.showReblogs = showReblogs ?? old.showReblogs
    follow.notify = notify ?? old.notify
    follow.languages = languages.map { $0.isEmpty ? nil : $0 } ?? old.languages
    return follow
  }

  static func end(from account: Account, to target: Account, in db: Database) throws {
    guard let follow = try Follow.find(from: account.id, to: target.id, in: db) else { return }
    try db.execute(
      sql: """
        DELETE FROM follow WHERE id = ?;
        DELETE FROM endorsement WHERE accountId = ? AND targetId = ?;
        DELETE FROM listMember WHERE targetId = ? AND listId IN (SELECT id FROM list WHERE accountId = ?);
        """, arguments: [follow.id, account.id, target.id, target.id, account.id])
    if !follow.pending { try count(from: account.id, to: target.id, by: -1, in: db) }
    for type in ["follow", "follow_request"] {
      try NotificationEvent(type: type, to: target.id, from: account.id).withdraw(in: db)
    }
  }

  /// Accepts a follow request to a locked account.
  static func accept(from account: Account, by me: Account, in db: Database, at now: Moment) throws {
    try db.execute(
      sql: "UPDATE follow SET pending = 0, createdAt = ? WHERE accountId = ? AND targetId = ? AND pending",
      arguments: [now, account.id, me.id])
    guard db.changesCount > 0 else { throw Refusal.notFound }
    try count(from: account.id, to: me.id, by: 1, in: db)
    try NotificationEvent(type: "follow_request", to: me.id, from: account.id).withdraw(in: db)
    try NotificationEvent(type: "follow", to: me.id, from: account.id).deliver(in: db, at: now)
  }

  private static func count(from account: Int64, to target: Int64, by change: Int, in db: Database) throws {
    try db.execute(
      sql: "UPDATE account SET followingCount = max(0, followingCount + ?) WHERE id = ?",
      arguments: [change, account])
    try db.execute(
      sql: "UPDATE account SET followersCount = max(0, followersCount + ?) WHERE id = ?",
      arguments: [change, target])
  }
}
