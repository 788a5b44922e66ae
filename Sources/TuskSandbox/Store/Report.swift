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

extension Refusal {
  fileprivate static let badRules = invalid("Rule ids does not reference valid rules")
  fileprivate static let longComment = invalid("Comment is too long (maximum is 1000 characters)")
}
