import GRDB

extension SeedData {
  /// Adds the accounts with the newest ids: a bot, a spammer and an administrator.
  func addLaterPeople() throws {
    try add(Person.buildbot, "buildbot", "Build Bot", "Builds every night. Automated.", on: "gts.example") {
      $0.bot = true
      $0.followersCount = 48
    }
    try add(Person.winner, "you_have_won", "You have won", "Claim it today.", on: "spam.example") { $0.avatar = nil }
    try add(Person.robin, "robin", "Robin", "Keeps things running.", on: "mastodon.example") { $0.followersCount = 77 }
  }

  /// Adds a report of each kind, the oldest one resolved, and returns the report that alice is notified of.
  func addReports() throws -> Report {
    try file(Person.carol, on: Person.mallory, "other", "Rings my terminal.", at: ago(days: 60)) {
      $0.actionTakenAt = ago(days: 59)
      $0.actionTakenById = Person.alice
      $0.updatedAt = ago(days: 59)
    }
    let known = try file(
      Person.judy, on: Person.spam, "spam", "Buy, buy, buy: that is all they say.", at: ago(days: 8))
    let offers = try Int64.fetchAll(
      db, sql: "SELECT id FROM status WHERE accountId = ? ORDER BY id", arguments: [Person.winner])
    try file(Person.bob, on: Person.winner, "spam", "", at: ago(days: 6)) {
      $0.statusIds = offers
      $0.forwarded = true
    }
    try file(
      Person.dora, on: Person.mallory, "other", "Sends me control characters.\nPlease have a look.", at: ago(days: 4))
    try file(Person.peggy, on: Person.lens, "violation", "Pictures without a description.", at: ago(days: 3)) {
      $0.ruleIds = [2, 1]
    }
    return known
  }

  @discardableResult private func file(
    _ reporter: Int64, on target: Int64, _ category: String, _ comment: String, at moment: Moment,
    adjust: (inout Report) -> Void = { _ in }
  ) throws -> Report {
    var report = Report(
      accountId: reporter, targetId: target, category: category, comment: comment, createdAt: moment,
      updatedAt: moment)
    adjust(&report)
    try report.insert(db)
    report.id = db.lastInsertedRowID
    return report
  }
}
