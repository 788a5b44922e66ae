import GRDB

/// A follow of one account by another; pending until a locked account accepts it.
struct Follow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "follow"

  var id: Int64?
  var accountId: Int64
  var targetId: Int64
  var showReblogs = true
  var notify = false
  var languages: String?
  var pending = false
  /// When it was accepted; 1970 for follows from before this was kept.
  var createdAt = Moment(milliseconds: 0)

  static func find(from account: Int64, to target: Int64, in db: Database) throws -> Follow? {
    try Follow.fetchOne(
      db,
      SQLRequest(
        sql: "SELECT * FROM follow WHERE accountId = ? AND targetId = ?", arguments: [account, target], cached: true))
  }
}

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

  /// Requests to follow a locked account.
  static let followRequests: [Endpoint] = [
    Endpoint(.get, "/api/v1/follow_requests", as: "read:follows", "follow") { call, me in
      try people(
        call, from: "follow f JOIN account a ON a.id = f.accountId WHERE f.targetId = \(me.id) AND f.pending",
        cursor: "f.id")
    },
    Endpoint(.post, "/api/v1/follow_requests/:id/authorize", as: "write:follows", "follow") { call, me in
      let account = try call.account()
      try Following.accept(from: account, by: me, in: call.db, at: call.now)
      return Reply(try call.view.relationship(with: account.id))
    },
    Endpoint(.post, "/api/v1/follow_requests/:id/reject", as: "write:follows", "follow") { call, me in
      let account = try call.account()
      guard try Follow.find(from: account.id, to: me.id, in: call.db)?.pending == true else { throw Refusal.notFound }
      try Following.end(from: account, to: me, in: call.db)
      return Reply(try call.view.relationship(with: account.id))
    },
  ]
}

extension Viewpoint {
  /// A Relationship entity: the viewer's relationship to another account.
  func relationship(with id: Int64) throws -> Entity {
    guard let me = viewer?.id else { throw Refusal.notFound }
    let follow = try Follow.find(from: me, to: id, in: db)
    let followed = try Follow.find(from: id, to: me, in: db)
    let mute = try Row.fetchOne(
      db, sql: "SELECT * FROM mute WHERE accountId = ? AND targetId = ? AND ifnull(expiresAt, ?) >= ?",
      arguments: [me, id, now, now])
    let active = follow.flatMap { $0.pending ? nil : $0 }
    let remark = try String.fetchOne(
      db, sql: "SELECT comment FROM remark WHERE accountId = ? AND targetId = ?", arguments: [me, id])
    let domain = try Account.find(id, in: db)?.domain
    return [
      "id": .id(id), "following": .bool(active != nil), "showing_reblogs": .bool(active?.showReblogs ?? false),
      "notifying": .bool(active?.notify ?? false),
      "languages": active?.languages.map { .texts($0.split(separator: ",").map(String.init)) } ?? .null,
      "followed_by": .bool(followed.map { !$0.pending } ?? false),
      "blocking": .bool(try viewerHas("block", "targetId", id)),
      "blocked_by": .bool(try exists("SELECT 1 FROM block WHERE accountId = ? AND targetId = ?", [id, me])),
      "muting": .bool(mute != nil), "muting_notifications": .bool(mute?["notifications"] ?? false),
      "muting_expires_at": .moment(mute?["expiresAt"]), "requested": .bool(follow?.pending ?? false),
      "requested_by": .bool(followed?.pending ?? false),
      "domain_blocking": .bool(
        try exists("SELECT 1 FROM domainBlock WHERE accountId = ? AND domain = ?", [me, domain ?? ""])),
      "endorsed": .bool(try viewerHas("endorsement", "targetId", id)), "note": .text(remark ?? ""),
    ]
  }

  /// A FamiliarFollowers entity: the followers of an account that the viewer follows.
  func familiarFollowers(of id: Int64, to me: Account) throws -> Entity {
    let people = try Account.fetchAll(
      db,
      sql: """
        SELECT a.* FROM follow mine JOIN follow theirs ON theirs.accountId = mine.targetId
          JOIN account a ON a.id = mine.targetId
        WHERE mine.accountId = ? AND theirs.targetId = ? AND NOT mine.pending AND NOT theirs.pending
        """, arguments: [me.id, id])
    return ["id": .id(id), "accounts": .list(try people.map { try entity(of: $0) })]
  }
}
