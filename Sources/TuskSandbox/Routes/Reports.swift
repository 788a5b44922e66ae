import GRDB

/// A report about an account, for moderators.
struct Report: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "report"
  static let categories = ["spam", "legal", "violation", "other"]

  var id: Int64?
  var accountId: Int64
  var targetId: Int64
  var category = "other"
  var comment = ""
  var forwarded = false
  var statusIds: [Int64] = []
  var ruleIds: [Int64] = []
  var createdAt: Moment
  var updatedAt: Moment
  var assignedId: Int64?
  var actionTakenAt: Moment?
  var actionTakenById: Int64?

  static func find(_ id: Int64, in db: Database) throws -> Report {
    guard let report = try Report.fetchOne(db, sql: "SELECT * FROM report WHERE id = ?", arguments: [id]) else {
      throw Refusal.notFound
    }
    return report
  }

  /// The SQL condition for the reports that the form asks for; open reports by default.
  static func conditions(in form: Form) -> SQL {
    var source: SQL = form.flag("resolved") == true ? "actionTakenAt IS NOT NULL" : "actionTakenAt IS NULL"
    if let reporter = form.id("account_id") { source += " AND accountId = \(reporter)" }
    if let target = form.id("target_account_id") { source += " AND targetId = \(target)" }
    return source
  }

  mutating func resolve(by moderator: Account, in db: Database, at now: Moment) throws {
    actionTakenAt = now
    actionTakenById = moderator.id
    try save(in: db, at: now)
  }

  mutating func reopen(in db: Database, at now: Moment) throws {
    actionTakenAt = nil
    actionTakenById = nil
    try save(in: db, at: now)
  }

  mutating func assign(to moderator: Account?, in db: Database, at now: Moment) throws {
    assignedId = moderator?.id
    try save(in: db, at: now)
  }

  /// Changes the category and, for a violation, the rules.
  mutating func change(by form: Form, in db: Database, at now: Moment) throws {
    category = form["category"] ?? category
    let rules = form.list("rule_ids")
    try Report.check(category, rules: rules ?? [])
    ruleIds = category == "violation" ? rules?.compactMap { Int64($0) } ?? ruleIds : []
    try save(in: db, at: now)
  }

  private static func check(_ category: String, rules: [String]) throws {
    guard rules.allSatisfy(Instance.ruleIDs.contains) else { throw Refusal.badRules }
    guard categories.contains(category) else { throw Refusal(422, "'\(category)' is not a valid category") }
  }

  private mutating func save(in db: Database, at now: Moment) throws {
    updatedAt = now
    try update(db)
  }
}

extension Report {
  private static let commentLimit = 1000

  /// Files the report that a form describes; statuses by accounts other than the target are ignored.
  static func file(_ form: Form, on target: Account, by me: Account, in db: Database, at now: Moment) throws -> Report {
    let rules = form.list("rule_ids") ?? []
    let category = form["category"].flatMap { $0.isEmpty ? nil : $0 } ?? (rules.isEmpty ? "other" : "violation")
    try check(category, rules: rules)
    let comment = form["comment"] ?? ""
    guard comment.count <= commentLimit else { throw Refusal.longComment }
    let statuses = try form.ids("status_ids").filter { try Status.find($0, in: db)?.accountId == target.id }
    var report = Report(
      accountId: me.id, targetId: target.id, category: category, comment: comment,
      forwarded: form.flag("forward") ?? false && !target.isLocal, statusIds: statuses,
      ruleIds: rules.compactMap { Int64($0) }, createdAt: now, updatedAt: now)
    try report.insert(db)
    report.id = db.lastInsertedRowID
    return report
  }
}

extension Routes {
  /// Reports, and moderators' actions on them.
  static let moderation: [Endpoint] = [
    Endpoint(.post, "/api/v1/reports", as: "write:reports") { call, me in
      guard let target = try call.form.id("account_id").flatMap({ try Account.find($0, in: call.db) }) else {
        throw Refusal.notFound
      }
      let report = try call.view.entity(of: .file(call.form, on: target, by: me, in: call.db, at: call.now))
      let payload = String(decoding: report.json, as: UTF8.self)
      for admin in try Int64.fetchAll(call.db, sql: "SELECT id FROM account WHERE isAdmin") {
        try NotificationEvent(type: "admin.report", to: admin, from: me.id, payload: payload).deliver(
          in: call.db, at: call.now)
      }
      return Reply(report)
    },
    moderation(.get, "reports", as: "admin:read:reports") { call, _ in
      let page = Page(call, standard: 100)
      let rows = try page.rows(
        "*", from: "report WHERE \(Report.conditions(in: call.form))", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.adminEntity(of: Report(row: $0)) }
    },
    moderation(.get, "reports/:id", as: "admin:read:reports") { call, _ in
      Reply(try call.view.adminEntity(of: .find(call.id(), in: call.db)))
    },
    reportChange("resolve") { report, call, me in try report.resolve(by: me, in: call.db, at: call.now) },
    reportChange("reopen") { report, call, _ in try report.reopen(in: call.db, at: call.now) },
    reportChange("assign_to_self") { report, call, me in try report.assign(to: me, in: call.db, at: call.now) },
    reportChange("unassign") { report, call, _ in try report.assign(to: nil, in: call.db, at: call.now) },
    moderation(.put, "reports/:id", as: "admin:write:reports") { call, _ in
      var report = try Report.find(call.id(), in: call.db)
      try report.change(by: call.form, in: call.db, at: call.now)
      return Reply(try call.view.adminEntity(of: report))
    },
  ]

  private static func reportChange(
    _ name: String, perform: @escaping @Sendable (inout Report, Call, Account) throws -> Void
  ) -> Endpoint {
    moderation(.post, "reports/:id/\(name)", as: "admin:write:reports") { call, me in
      var report = try Report.find(call.id(), in: call.db)
      try perform(&report, call, me)
      return Reply(try call.view.adminEntity(of: report))
    }
  }
}

extension Viewpoint {
  /// A Report entity, for the account that filed it.
  func entity(of report: Report) throws -> Entity {
    head(of: report).with([
      "created_at": .moment(report.createdAt), "status_ids": .list(report.statusIds.map { .id($0) }),
      "rule_ids": .list(report.ruleIds.map { .id($0) }), "collection_ids": [],
      "target_account": try account(report.targetId),
    ])
  }

  /// An Admin::Report entity, for moderators.
  func adminEntity(of report: Report) throws -> Entity {
    let statuses = try report.statusIds.compactMap { try Status.find($0, in: db) }
    return head(of: report).with([
      "created_at": .moment(report.createdAt), "updated_at": .moment(report.updatedAt),
      "account": try adminEntity(of: report.accountId), "target_account": try adminEntity(of: report.targetId),
      "assigned_account": try adminEntity(of: report.assignedId),
      "action_taken_by_account": try adminEntity(of: report.actionTakenById),
      "statuses": .list(try statuses.map { try entity(of: $0) }),
      "rules": .list(Instance.rules(report.ruleIds.map(String.init))),
    ])
  }

  private func head(of report: Report) -> Entity {
    [
      "id": .id(report.id), "action_taken": .bool(report.actionTakenAt != nil),
      "action_taken_at": .moment(report.actionTakenAt), "category": .text(report.category),
      "comment": .text(report.comment), "forwarded": .bool(report.forwarded),
    ]
  }

  private func adminEntity(of id: Int64?) throws -> Entity {
    try id.flatMap { try Account.find($0, in: db) }.map { try adminEntity(of: $0) } ?? .null
  }
}

extension Refusal {
  fileprivate static let badRules = invalid("Rule ids does not reference valid rules")
  fileprivate static let longComment = invalid("Comment is too long (maximum is 1000 characters)")
}
