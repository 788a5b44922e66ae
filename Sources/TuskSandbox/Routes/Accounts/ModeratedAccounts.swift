import GRDB

/// A moderator's action against an account, with or without a report.
struct ModerationAction {
  /// The kinds of action, mildest first.
  enum Kind: String {
    case none
    case disable
    case silence
    case sensitive
    case suspend

    /// Only an account that signs in here can have its sign-in disabled.
    func isFor(_ account: Account) -> Bool { self != .disable || account.isHere }

    /// The action's name in the warning that the account receives.
    var warning: String {
      switch self {
      case .none, .disable, .silence, .suspend: rawValue
      case .sensitive: "mark_statuses_as_sensitive"
      }
    }
  }

  private let kind: Kind
  private let text: String
  private let report: Report?
  private let target: Account

  init(_ form: Form, on target: Account, in db: Database) throws {
    guard let kind = Kind(rawValue: form["type"] ?? ""), kind.isFor(target) else { throw Refusal.badType }
    guard !target.isAdmin else { throw Refusal.notPermitted }
    self.kind = kind
    self.target = target
    text = form["text"] ?? ""
    report = try form.id("report_id").map { try Report.find($0, in: db) }
    guard report.map({ $0.targetId == target.id }) ?? true else { throw Refusal.notFound }
  }

  func carryOut(by moderator: Account, in db: Database, at now: Moment) throws {
    var account = target
    account.impose(kind, true)
    try account.update(db)
    try resolveReports(by: moderator, in: db, at: now)
    try NotificationEvent(
      type: "moderation_warning", to: target.id, from: target.id, payload: try warning(in: db, at: now)
    )
    .deliver(in: db, at: now)
  }

  /// Resolves the account's reports: a warning only the report it answers, anything harsher all of them.
  private func resolveReports(by moderator: Account, in db: Database, at now: Moment) throws {
    let open = try Report.filter(sql: "targetId = ? AND actionTakenAt IS NULL", arguments: [target.id]).fetchAll(db)
    for var each in open where kind != .none || each.id == report?.id {
      try each.resolve(by: moderator, in: db, at: now)
    }
  }

  private func warning(in db: Database, at now: Moment) throws -> String {
    let strikes = try Int.fetchOne(db, sql: "SELECT count(*) FROM notification WHERE type = 'moderation_warning'")
    let entity: Entity = [
      "id": .text(String((strikes ?? 0) + 1)), "action": .text(kind.warning), "text": .text(text),
      "status_ids": .list(report?.statusIds.map { .id($0) } ?? []), "appeal": nil, "created_at": .moment(now),
    ]
    return String(decoding: entity.json, as: UTF8.self)
  }
}

extension Account {
  mutating func impose(_ kind: ModerationAction.Kind, _ holds: Bool) {
    switch kind {
    case .none: break
    case .disable: disabled = holds
    case .silence: silenced = holds
    case .sensitive: sensitized = holds
    case .suspend: suspended = holds
    }
  }

  /// This account without its profile text and pictures.
  var silent: Account {
    var account = self
    account.displayName = ""
    account.note = ""
    account.fields = []
    account.avatar = nil
    account.header = nil
    account.locked = false
    account.bot = false
    account.discoverable = false
    return account
  }
}

extension Routes {
  /// Accounts as moderators see them, and actions against them.
  static let moderatedAccounts: [Endpoint] = [
    moderation(.get, "accounts", as: "admin:read:accounts") { call, _ in
      try accountPage(call, ModeratedAccounts.firstVersion(call.form))
    },
    Endpoint(.get, "/api/v2/admin/accounts", as: "admin:read:accounts") { call, me in
      guard me.isAdmin else { throw Refusal.notPermitted }
      return try accountPage(call, ModeratedAccounts.secondVersion(call.form))
    },
    moderation(.get, "accounts/:id", as: "admin:read:accounts") { call, _ in
      Reply(try call.view.adminEntity(of: call.account()))
    },
    moderation(.post, "accounts/:id/action", as: "admin:write:accounts") { call, me in
      try ModerationAction(call.form, on: call.account(), in: call.db).carryOut(by: me, in: call.db, at: call.now)
      return .empty
    },
    pardon("enable", .disable), pardon("unsilence", .silence), pardon("unsensitive", .sensitive),
    pardon("unsuspend", .suspend),
    // Nobody registers here, so nobody waits for approval.
    moderation(.post, "accounts/:id/approve", as: "admin:write:accounts", perform: refusePending),
    moderation(.post, "accounts/:id/reject", as: "admin:write:accounts", perform: refusePending),
    moderation(.delete, "accounts/:id", as: "admin:write:accounts") { call, _ in
      let account = try call.account()
      guard account.suspended else { throw Refusal.notPermitted }
      return Reply(try call.view.adminEntity(of: account.erased(in: call.db)))
    },
  ]

  private static func accountPage(_ call: Call, _ conditions: SQL) throws -> Reply {
    let page = Page(call, standard: 100)
    let rows = try page.rows("a.*", from: "account a WHERE \(conditions)", cursor: "a.id", in: call.db)
    return try page.reply(rows, continuing: .whenFull) { try call.view.adminEntity(of: Account(row: $0)) }
  }

  @Sendable private static func refusePending(_ call: Call, _ me: Account) throws -> Reply {
    _ = try call.account()
    throw Refusal.notPermitted
  }

  private static func pardon(_ name: String, _ kind: ModerationAction.Kind) -> Endpoint {
    moderation(.post, "accounts/:id/\(name)", as: "admin:write:accounts") { call, _ in
      var account = try call.account()
      account.impose(kind, false)
      try account.update(call.db)
      return Reply(try call.view.adminEntity(of: account))
    }
  }
}

/// The SQL conditions for the accounts `a` that a moderator asks for.
private enum ModeratedAccounts {
  /// The fields of the first version, which are words of their own.
  static func firstVersion(_ form: Form) -> SQL {
    let origin = form.flag("remote") == true ? "remote" : form.flag("local") == true ? "local" : nil
    let statuses = ["active", "pending", "disabled", "silenced", "suspended", "sensitized"]
    return conditions(
      form, origin: origin, statuses: statuses.filter { form.flag($0) == true },
      isStaff: form.flag("staff") == true)
  }

  static func secondVersion(_ form: Form) -> SQL {
    conditions(
      form, origin: form["origin"], statuses: [form["status"]].compactMap(\.self),
      isStaff: form["permissions"] == "staff")
  }

  private static func conditions(_ form: Form, origin: String?, statuses: [String], isStaff: Bool) -> SQL {
    var found: SQL = "1"
    if origin == "local" { found += " AND a.domain IS NULL" }
    if origin == "remote" { found += " AND a.domain IS NOT NULL" }
    for status in statuses { found += " AND \(condition(for: status))" }
    if isStaff { found += " AND a.isAdmin" }
    for (field, column) in [("username", "username"), ("display_name", "displayName")] {
      guard let words = form[field], !words.isEmpty else { continue }
      found += " AND a.\(sql: column) LIKE \(Search.escaped(words) + "%") ESCAPE '\\'"
    }
    if let domain = form["by_domain"], !domain.isEmpty { found += " AND a.domain = \(domain)" }
    if let email = form["email"], !email.isEmpty {
      found += " AND a.domain IS NULL AND a.username || '@' || \(InstanceConfiguration.domain) LIKE \(email)"
    }
    if let address = form["ip"], !address.isEmpty {
      found += address == "127.0.0.1" ? " AND a.domain IS NULL" : " AND 0"
    }
    return found
  }

  private static func condition(for status: String) -> SQL {
    switch status {
    case "active": "NOT a.suspended"
    case "disabled": "a.disabled"
    case "silenced": "a.silenced"
    case "suspended": "a.suspended"
    case "sensitized": "a.sensitized"
    // "pending" among them: nobody is.
    default: "0"
    }
  }
}

extension Account {
  /// Deletes what a suspended account has written and whom it knew; its name stays, so that nobody else gets it.
  fileprivate func erased(in db: Database) throws -> Account {
    for status in try Status.filter(sql: "accountId = ?", arguments: [id]).fetchAll(db) {
      try StatusDeletion.remove(status, in: db)
    }
    for follow in try Follow.filter(sql: "accountId = ?1 OR targetId = ?1", arguments: [id]).fetchAll(db) {
      guard let one = try Account.find(follow.accountId, in: db), let other = try Account.find(follow.targetId, in: db)
      else { continue }
      try Following.end(from: one, to: other, in: db)
    }
    try db.execute(
      sql: """
        DELETE FROM media WHERE accountId = ?1; DELETE FROM favourite WHERE accountId = ?1;
        DELETE FROM notification WHERE ?1 IN (accountId, fromId); DELETE FROM token WHERE accountId = ?1;
        """, arguments: [id, id, id, id])
    guard var account = try Account.find(id, in: db)?.silent else { return self }
    account.noteSource = ""
    try account.update(db)
    return account
  }
}

extension Viewpoint {
  /// An Admin::Account entity; accounts that do not sign in here lack the members about signing in.
  func adminEntity(of account: Account) throws -> Entity {
    let isLocal = account.isLocal
    return [
      "id": .id(account.id), "username": .text(account.username), "domain": .optional(account.domain),
      "created_at": .moment(account.createdAt),
      "email": isLocal ? .text("\(account.username)@\(InstanceConfiguration.domain)") : .null,
      "ip": isLocal ? "127.0.0.1" : .null,
      "confirmed": isLocal ? true : .null, "suspended": .bool(account.suspended), "silenced": .bool(account.silenced),
      "sensitized": .bool(account.sensitized), "disabled": isLocal ? .bool(account.disabled) : .null,
      "approved": isLocal ? true : .null, "locale": isLocal ? .text(account.defaultLanguage ?? "en") : .null,
      "invite_request": nil, "ips": isLocal ? [["ip": "127.0.0.1", "used_at": .moment(account.createdAt)]] : [],
      "account": try entity(of: account), "role": isLocal ? role(of: account) : .null,
    ]
  }
}

extension Refusal {
  fileprivate static let badType = invalid("Type is not included in the list")
}
