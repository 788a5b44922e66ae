import GRDB

extension NewStatus {
  /// Inserts the status with its mentions, tags, media, poll, counts and notifications.
  func publish(by author: Account, through application: ClientApplication?, in db: Database, at now: Moment) throws
    -> Status
  {
    let reading = try StatusText(text, in: db)
    let id = try Status.nextID(at: now, in: db)
    let status = Status(
      id: id, accountId: author.id, uri: "\(author.uri)/statuses/\(id)", url: "\(author.url)/\(id)",
      content: reading.html, text: text, spoilerText: spoilerText, sensitive: sensitive, visibility: visibility,
      language: language ?? "en", inReplyToId: parent?.id, inReplyToAccountId: parent?.accountId,
      quoteOfId: quoted?.id, quotePolicy: quotePolicy, conversationId: parent?.conversationId ?? id,
      applicationName: application?.name, applicationWebsite: application?.website, createdAt: now)
    try status.insert(db)
    try reading.attach(to: id, in: db)
    try attachParts(to: id, in: db, at: now)
    try count(status, in: db)
    try notify(of: status, mentioning: reading.mentions, in: db, at: now)
    return status
  }

  private func attachParts(to id: Int64, in db: Database, at now: Moment) throws {
    for (position, media) in media.enumerated() {
      try db.execute(
        sql: "UPDATE media SET statusId = ?, scheduledId = NULL, position = ? WHERE id = ?",
        arguments: [id, position, media.id])
    }
    try poll?.insert(for: id, in: db, at: now)
  }

  /// Updates the counters. Direct statuses change none; replies are counted only when others can see them.
  private func count(_ status: Status, in db: Database) throws {
    guard visibility != "direct" else { return }
    try db.execute(
      sql: "UPDATE account SET statusesCount = statusesCount + 1, lastStatusAt = ? WHERE id = ?",
      arguments: [status.createdAt, status.accountId])
    if let parent, visibility != "private" {
      try db.execute(
        sql: "UPDATE status SET repliesCount = repliesCount + 1 WHERE id = ?", arguments: [parent.id])
    }
    if let quoted {
      try db.execute(sql: "UPDATE status SET quotesCount = quotesCount + 1 WHERE id = ?", arguments: [quoted.id])
    }
  }

  private func notify(of status: Status, mentioning people: [Account], in db: Database, at now: Moment) throws {
    let author = status.accountId
    for person in people {
      try NotificationEvent(type: "mention", to: person.id, from: author, status: status.id).deliver(in: db, at: now)
    }
    if let quoted, !people.contains(where: { $0.id == quoted.accountId }) {
      try NotificationEvent(type: "quote", to: quoted.accountId, from: author, status: status.id).deliver(
        in: db, at: now)
    }
    guard ["public", "unlisted"].contains(visibility), parent == nil else { return }
    let watchers = try Int64.fetchAll(
      db, sql: "SELECT accountId FROM follow WHERE targetId = ? AND notify AND NOT pending", arguments: [author])
    for watcher in watchers where !people.contains(where: { $0.id == watcher }) {
      try NotificationEvent(type: "status", to: watcher, from: author, status: status.id).deliver(in: db, at: now)
    }
  }
}

extension NewStatus.PollForm {
  func insert(for status: Int64, in db: Database, at now: Moment) throws {
    try Poll(
      statusId: status, expiresAt: now.adding(seconds: expiresIn), multiple: multiple, hideTotals: hideTotals,
      votersCount: 0
    ).insert(db)
    let poll = db.lastInsertedRowID
    for (position, title) in options.enumerated() {
      try Poll.Option(pollId: poll, position: position, title: title).insert(db)
    }
  }
}

extension StatusText {
  func attach(to status: Int64, in db: Database) throws {
    for person in mentions {
      try db.execute(
        sql: "INSERT OR IGNORE INTO mention (statusId, accountId) VALUES (?, ?)", arguments: [status, person.id])
    }
    for tag in tags {
      try db.execute(
        sql: "INSERT OR IGNORE INTO statusTag (statusId, name) VALUES (?, ?)", arguments: [status, tag])
    }
  }
}
