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
}

extension Account {
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

extension Refusal {
  fileprivate static let badType = invalid("Type is not included in the list")
}
