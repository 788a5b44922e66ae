import GRDB

extension SeedData {
  /// Adds follows, follow requests, blocks, mutes, filters and followed tags.
  func addRelations() throws {
    let followed = [
      Person.bob, Person.carol, Person.newsbot, Person.peggy, Person.sakura, Person.yusuf, Person.lens, Person.zoe,
      Person.bookClub, Person.heidi, Person.mallory, Person.moon,
    ]
    for person in followed { try follow(person, by: Person.alice) }
    let followers = [
      Person.bob, Person.carol, Person.dora, Person.erin, Person.peggy, Person.sakura, Person.zoe, Person.moon,
      Person.wide, Person.judy,
    ]
    for person in followers { try follow(Person.alice, by: person) }
    for person in Person.crowd.prefix(30) { try follow(Person.alice, by: person) }
    for person in Person.crowd { try follow(Person.newsbot, by: person) }
    for person in [Person.carol, Person.erin, Person.frank, Person.alice] where person != Person.alice {
      try follow(Person.bob, by: person)
    }
    try follow(Person.hermit, by: Person.alice, pending: true)
    for person in [Person.trent, Person.victor, Person.yusuf] {
      try follow(Person.alice, by: person, pending: true)
    }
    try addUnwanted()
  }

  private func addUnwanted() throws {
    try db.execute(
      sql: """
        UPDATE follow SET notify = 1 WHERE accountId = ? AND targetId = ?;
        INSERT INTO block (accountId, targetId) VALUES (?, ?);
        INSERT INTO mute (accountId, targetId, notifications, expiresAt) VALUES (?, ?, 0, ?);
        INSERT INTO domainBlock (accountId, domain) VALUES (?, 'ads.example');
        INSERT INTO tagFollow (accountId, name) VALUES (?, 'trains');
        INSERT INTO featuredTag (accountId, name) VALUES (?, 'tea');
        INSERT INTO endorsement (accountId, targetId) VALUES (?, ?);
        INSERT INTO remark (accountId, targetId, comment) VALUES (?, ?, 'met at the station');
        """,
      arguments: [
        Person.alice, Person.peggy, Person.alice, Person.spam, Person.alice, Person.ivanElsewhere,
        start.adding(seconds: 86_400 * 365), Person.alice, Person.alice, Person.alice, Person.alice, Person.carol,
        Person.alice, Person.peggy,
      ])
  }

  private func follow(_ target: Int64, by account: Int64, pending: Bool = false) throws {
    try Follow(accountId: account, targetId: target, pending: pending).insert(db)
  }

  func addLists() throws {
    let lists: [(String, [Int64])] = [
      ("Friends", [Person.hermit, Person.bookClub, Person.bob, Person.carol, Person.peggy, Person.sakura]),
      ("Quiet", [Person.yusuf, Person.lens]),
      ("Bots", [Person.newsbot]),
    ]
    for (title, members) in lists {
      try db.execute(
        sql: "INSERT INTO list (accountId, title, repliesPolicy, exclusive) VALUES (?, ?, 'list', 0)",
        arguments: [Person.alice, title])
      let list = db.lastInsertedRowID
      for member in members {
        try db.execute(sql: "INSERT INTO listMember (listId, targetId) VALUES (?, ?)", arguments: [list, member])
      }
    }
    try Filter(accountId: Person.alice, title: "Spoilers", contexts: "home,public", action: "warn").insert(db)
    try Filter.Keyword(filterId: db.lastInsertedRowID, keyword: "season finale", wholeWord: true).insert(db)
  }

  func addScheduled() throws {
    try Scheduled(
      accountId: Person.alice, scheduledAt: start.adding(seconds: 86_400 * 7),
      form: "status=Happy%20new%20week!&visibility=unlisted"
    ).insert(db)
  }
}
