import GRDB

/// A number of the server, of a tag or of another server, day by day.
struct AdminMeasure {
  private let key: String
  /// What is counted: each value once.
  private let counted: SQL
  /// Its time, in milliseconds.
  private let time: SQL
  /// The tables, and a condition.
  private let source: SQL

  /// The measure of this name; `nil` if there is none.
  init?(_ key: String, _ form: Form) {
    let domain = form["\(key)[domain]"] ?? ""
    let found =
      AdminMeasure.ofServer(key) ?? AdminMeasure.ofTag(key, form.id("\(key)[id]") ?? 0)
      ?? AdminMeasure.ofAnotherServer(key, domain)
    guard let found else { return nil }
    self = found
  }

  private init(_ key: String, _ counted: SQL, at time: SQL, in source: SQL) {
    self.key = key
    self.counted = counted
    self.time = time
    self.source = source
  }

  /// Nobody signs in with a password here: who posts is active, and replies and boosts are the interactions.
  private static func ofServer(_ key: String) -> AdminMeasure? {
    switch key {
    case "active_users": statuses(key, "s.accountId", where: "a.domain IS NULL")
    case "new_users": AdminMeasure(key, "a.id", at: "a.createdAt", in: "account a WHERE a.domain IS NULL")
    case "interactions":
      statuses(key, "s.id", where: "a.domain IS NULL AND (s.reblogOfId IS NOT NULL OR s.inReplyToId IS NOT NULL)")
    case "opened_reports": AdminMeasure(key, "r.id", at: "r.createdAt", in: "report r WHERE 1")
    case "resolved_reports":
      AdminMeasure(key, "r.id", at: "r.actionTakenAt", in: "report r WHERE r.actionTakenAt IS NOT NULL")
    default: nil
    }
  }

  private static func ofTag(_ key: String, _ id: Int64) -> AdminMeasure? {
    let condition: SQL =
      "s.id IN (SELECT statusId FROM statusTag WHERE name = (SELECT name FROM tag WHERE id = \(id)))"
    return switch key {
    case "tag_accounts": statuses(key, "s.accountId", where: condition)
    case "tag_uses": statuses(key, "s.id", where: condition)
    case "tag_servers": statuses(key, "ifnull(a.domain, '')", where: condition)
    default: nil
    }
  }

  private static func ofAnotherServer(_ key: String, _ domain: String) -> AdminMeasure? {
    let condition: SQL = "a.domain = \(domain)"
    return switch key {
    case "instance_accounts": AdminMeasure(key, "a.id", at: "a.createdAt", in: "account a WHERE \(condition)")
    case "instance_statuses": statuses(key, "s.id", where: condition)
    case "instance_reports":
      AdminMeasure(
        key, "r.id", at: "r.createdAt", in: "report r JOIN account a ON a.id = r.targetId WHERE \(condition)")
    case "instance_follows":
      AdminMeasure(
        key, "f.id", at: "f.createdAt", in: "follow f JOIN account a ON a.id = f.targetId WHERE \(condition)")
    case "instance_followers":
      AdminMeasure(
        key, "f.id", at: "f.createdAt", in: "follow f JOIN account a ON a.id = f.accountId WHERE \(condition)")
    default: nil
    }
  }

  private static func statuses(_ key: String, _ counted: SQL, where condition: SQL) -> AdminMeasure {
    AdminMeasure(
      key, counted, at: "s.createdAt", in: "status s JOIN account a ON a.id = s.accountId WHERE \(condition)")
  }

  /// An Admin::Measure entity. The total of another server is that of all times, and has no preceding one.
  func entity(for range: DayRange, in db: Database) throws -> Entity {
    let isOfAllTimes = key.hasPrefix("instance_")
    let total = try count(when: isOfAllTimes ? "1" : range.condition(for: time), in: db)
    let head: Entity = ["key": .text(key), "unit": nil, "total": .text(String(total))]
    let values = try daily(range, in: db)
    let data = range.days.map { day -> Entity in
      ["date": .moment(DayRange.moment(of: day)), "value": .text(String(values[day] ?? 0))]
    }
    guard !isOfAllTimes else { return head.with(["data": .list(data)]) }
    let previous = try count(when: range.previous.condition(for: time), in: db)
    return head.with(["previous_total": .text(String(previous)), "data": .list(data)])
  }

  private func count(when condition: SQL, in db: Database) throws -> Int {
    try SQLRequest<Int>(literal: "SELECT count(DISTINCT \(counted)) FROM \(source) AND \(condition)").fetchOne(db) ?? 0
  }

  private func daily(_ range: DayRange, in db: Database) throws -> [Int64: Int] {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT \(DayRange.number(of: time)) AS day, count(DISTINCT \(counted)) AS value
        FROM \(source) AND \(range.condition(for: time)) GROUP BY day
        """
    ).fetchAll(db)
    return Dictionary(rows.map { ($0["day"] as Int64, $0["value"] as Int) }, uniquingKeysWith: +)
  }
}
