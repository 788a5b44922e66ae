import GRDB

extension SeedData {
  /// Adds what later versions of the sandbox added, after everything else, so that no identifier changes.
  func addLater() throws {
    try addAnnouncements()
    try addFilteredStatus()
    try addUpload()
  }

  private func addAnnouncements() throws {
    let texts = [
      ("Welcome to the sandbox. Nothing here leaves your machine.", ago(days: 2)),
      ("The sandbox was moved to a bigger shelf.", ago(days: 40)),
    ]
    for (text, moment) in texts {
      try db.execute(
        sql: "INSERT INTO announcement (text, publishedAt) VALUES (?, ?)", arguments: [text, moment])
    }
    try db.execute(
      sql: """
        INSERT INTO dismissedAnnouncement VALUES (?, 2);
        INSERT INTO announcementReaction VALUES (1, ?, '👋'), (1, ?, '👋');
        """, arguments: [Person.alice, Person.alice, Person.bob])
  }

  private func addFilteredStatus() throws {
    try db.execute(
      sql: "INSERT INTO filterStatus (filterId, statusId) SELECT id, 105 FROM filter WHERE title = 'Spoilers'")
  }

  /// Adds an upload of alice that no status has yet.
  private func addUpload() throws {
    guard let alice = try Account.find(Person.alice, in: db) else { throw Refusal.notFound }
    let file = Form.File(name: "sparrow.png", type: "image/png", bytes: SeedData.smallPicture)
    let media = try Upload(file, Form()).insert(by: alice, in: db, at: ago(hours: 1))
    try db.execute(sql: "UPDATE media SET id = 900 WHERE id = ?", arguments: [media.id])
  }

  /// Adds a collection of alice, and one of bob that she is in.
  func addCollections() throws {
    try add("Gardeners", "People who grow things", of: Person.alice, with: [Person.bob, Person.sakura])
    try add("Readers", "People who read the news early", of: Person.bob, with: [Person.alice, Person.carol])
  }

  private func add(_ name: String, _ text: String, of owner: Int64, with members: [Int64]) throws {
    let made = ago(days: 30)
    try AccountCollection(
      accountId: owner, name: name, description: text, language: "en", createdAt: made, updatedAt: made
    ).insert(db)
    let id = db.lastInsertedRowID
    for member in members {
      try db.execute(
        sql: "INSERT INTO collectionItem (collectionId, targetId, state, createdAt) VALUES (?, ?, 'accepted', ?)",
        arguments: [id, member, made])
    }
  }

  /// Adds a push subscription of alice and the report of one of her years.
  func addSettings() throws {
    try db.execute(
      sql: """
        INSERT INTO pushSubscription (token, endpoint, alerts, policy, standard)
        VALUES (?, 'https://push.example/alice', 'mention,follow', 'all', 1)
        """, arguments: [try Store.setting("token", in: db)])
    let year = try Figures.annualReport(of: Person.alice, in: db)
    try db.execute(
      sql: "INSERT INTO annualReport (accountId, year, data) VALUES (?, 2025, ?)",
      arguments: [Person.alice, String(decoding: year.json, as: UTF8.self)])
  }

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

  /// Adds entries of the moderators' lists; they change nothing else here.
  func addAccessLists() throws {
    try AdminDomainBlock(
      domain: "spam.example", severity: "noop", rejectMedia: true, privateComment: "Two reports in a week.",
      createdAt: ago(days: 5)
    ).added(in: db)
    try AdminDomainBlock(
      domain: "casino.example", severity: "suspend", rejectReports: true, publicComment: "Advertising",
      obfuscate: true, createdAt: ago(days: 3)
    ).added(in: db)
    try AdminDomainAllow(domain: "partner.example", createdAt: ago(days: 90)).added(in: db)
    try EmailDomainBlock(domain: "throwaway.example", createdAt: ago(days: 45)).added(in: db)
    try CanonicalEmailBlock(hash: CanonicalEmailBlock.hash(of: "someone@blocked.example")).added(in: db)
    try IPBlock(
      ip: "192.0.2.0/24", severity: "sign_up_block", comment: "A wave of registrations", createdAt: ago(days: 20)
    ).added(in: db)
    try db.execute(
      sql: "UPDATE tag SET trendable = 1, reviewedAt = ? WHERE name = 'trains'", arguments: [ago(days: 10)])
  }
}
