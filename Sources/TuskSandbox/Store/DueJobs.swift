import GRDB

/// Work that becomes due with time: publishing scheduled statuses and announcing the ends of polls.
enum DueJobs {
  static func isAny(in db: Database, at now: Moment) throws -> Bool {
    try Int.fetchOne(
      db,
      SQLRequest(
        sql: """
          SELECT 1 FROM scheduled WHERE scheduledAt <= ?1
          UNION ALL SELECT 1 FROM poll WHERE NOT isAnnounced AND expiresAt <= ?1
          """, arguments: [now], cached: true)) != nil
  }

  static func perform(in db: Database, at now: Moment) throws {
    try Scheduled.publishDue(in: db, at: now)
    try Poll.announceEnds(in: db, at: now)
  }
}

extension Poll {
  /// Notifies the author and the voters of each poll that ended, once.
  fileprivate static func announceEnds(in db: Database, at now: Moment) throws {
    let ended = Poll.filter(sql: "NOT isAnnounced AND expiresAt <= ?", arguments: [now]).order(sql: "expiresAt")
    for poll in try ended.fetchAll(db) {
      try db.execute(sql: "UPDATE poll SET isAnnounced = 1 WHERE id = ?", arguments: [poll.id])
      guard let asker = try Status.find(poll.statusId, in: db)?.accountId else { continue }
      let voters = try Int64.fetchAll(
        db, sql: "SELECT DISTINCT accountId FROM vote WHERE pollId = ? AND accountId <> ?",
        arguments: [poll.id, asker])
      for person in [asker] + voters {
        try NotificationEvent(type: "poll", to: person, from: asker, status: poll.statusId)
          .deliver(in: db, at: poll.expiresAt ?? now)
      }
    }
  }
}
