import GRDB

extension SeedData {
  /// Adds boosts, favorites and bookmarks.
  func addBoostsAndMarks(_ mine: StatusesOfAlice, _ theirs: StatusesOfOthers) throws {
    try boost(1, by: Person.crowd, from: ago(days: 60))
    try favourite(1, by: Person.crowd)
    try favourite(42, by: [Person.alice, Person.bob])
    try favourite(109, by: [Person.bob, Person.sakura])
    try favourite(mine.popular, by: Person.crowd.prefix(45) + [Person.bob, Person.carol])
    try favourite(mine.picture, by: [Person.carol, Person.sakura, Person.lens])
    try boost(mine.popular, by: [Person.carol, Person.zoe, Person.peggy], from: ago(days: 89))
    try boost(theirs.watched, by: [Person.bob], from: ago(hours: 6, minutes: 30))
    try boost(theirs.watched, by: [Person.alice], from: ago(hours: 6))
    try favourite(theirs.mention, by: [Person.alice])
    for status in [42, 77, theirs.watched, theirs.quote] {
      try db.execute(
        sql: "INSERT INTO bookmark (accountId, statusId) VALUES (?, ?)", arguments: [Person.alice, status])
    }
  }

  /// Adds notifications, oldest first so that ids grow with time; the newest forty fill a page.
  func addNotifications(_ mine: StatusesOfAlice, _ theirs: StatusesOfOthers) throws {
    for (index, person) in Person.crowd.prefix(20).enumerated() {
      try notify("follow", from: person, at: ago(days: 100, hours: -index))
    }
    for (index, person) in Person.crowd.prefix(45).enumerated() {
      try notify("favourite", from: person, mine.popular, at: ago(days: 89, minutes: -index))
    }
    try addEarlierNotifications(mine, theirs)
    try addRecentNotifications(mine, theirs)
    try db.execute(
      sql: "INSERT INTO marker VALUES (?, 'notifications', 80, 12, ?), (?, 'home', ?, 31, ?)",
      arguments: [Person.alice, ago(hours: 9), Person.alice, theirs.quote, ago(hours: 9)])
  }

  private func addEarlierNotifications(_ mine: StatusesOfAlice, _ theirs: StatusesOfOthers) throws {
    try notify("favourite", from: Person.bob, mine.popular, at: ago(days: 88))
    try notify("reblog", from: Person.carol, mine.popular, at: ago(days: 88, hours: -1))
    try notify("admin.sign_up", from: Person.victor, at: ago(days: 50))
    try notify("moderation_warning", from: Person.alice, at: ago(days: 49), payload: SeedData.warning)
    try notify("severed_relationships", from: Person.alice, at: ago(days: 40), payload: SeedData.severance)
    try notify("poll", from: Person.alice, mine.closedPoll, at: ago(days: 29))
    try notify("favourite", from: Person.carol, mine.picture, at: ago(days: 12, hours: 3))
    try notify("favourite", from: Person.sakura, mine.picture, at: ago(days: 12, hours: 2))
    try notify("favourite", from: Person.lens, mine.picture, at: ago(days: 12, hours: 1))
    try notify("follow", from: Person.moon, at: ago(days: 11))
    try notify("follow", from: Person.judy, at: ago(days: 10))
    try notify("follow_request", from: Person.trent, at: ago(days: 9))
    let report = try addReports()
    try notify("admin.report", from: Person.judy, at: ago(days: 8), payload: try payload(of: report))
  }

  private func addRecentNotifications(_ mine: StatusesOfAlice, _ theirs: StatusesOfOthers) throws {
    let replies = try Row.fetchAll(
      db, sql: "SELECT * FROM status WHERE inReplyToId = ? ORDER BY id", arguments: [mine.question])
    for row in replies {
      try notify("mention", from: row["accountId"], row["id"], at: row["createdAt"])
    }
    try notify("mention", from: Person.bob, theirs.answer, at: ago(hours: 28))
    try notify("follow_request", from: Person.victor, at: ago(hours: 22))
    try notify("follow_request", from: Person.yusuf, at: ago(hours: 21))
    try notify("quote", from: Person.zoe, theirs.quote, at: ago(hours: 15))
    try notify("reblog", from: Person.zoe, mine.popular, at: ago(hours: 14))
    try notify("status", from: Person.peggy, theirs.watched, at: ago(hours: 7))
    try notify("reblog", from: Person.peggy, mine.popular, at: ago(hours: 6))
    try notify("mention", from: Person.carol, theirs.direct, at: ago(hours: 5))
    try notify("update", from: Person.peggy, theirs.watched, at: ago(hours: 4))
    try notify("poll", from: Person.bob, theirs.votedPoll, at: ago(hours: 3))
    try notify("mention", from: Person.sakura, theirs.mention, at: ago(hours: 2))
    try notify("favourite", from: Person.mallory, mine.introduction, at: ago(hours: 1))
    try notify("follow", from: Person.erin, at: ago(minutes: 20))
  }

  private func notify(
    _ type: String, from person: Int64, _ status: Int64? = nil, at moment: Moment, payload: String? = nil
  ) throws {
    try db.execute(
      sql: "INSERT INTO notification (accountId, type, fromId, statusId, createdAt, payload) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [Person.alice, type, person, status, moment, payload])
  }

  private func payload(of report: Report) throws -> String {
    let view = Viewpoint(db, viewer: nil, now: report.createdAt)
    return String(decoding: try view.entity(of: report).json, as: UTF8.self)
  }

  private static let warning = """
    {"id":"1","action":"none","text":"A friendly reminder to describe pictures.","status_ids":[],"appeal":null,\
    "created_at":"2024-01-01T00:00:00.000Z"}
    """
  private static let severance = """
    {"id":"1","type":"domain_block","purged":false,"target_name":"gone.example","followers_count":2,\
    "following_count":1,"created_at":"2024-01-01T00:00:00.000Z"}
    """
}
