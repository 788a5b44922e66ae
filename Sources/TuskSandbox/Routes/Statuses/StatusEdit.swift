import GRDB

/// An edit of a published status; the previous version goes into its history.
struct StatusEdit {
  private let before: Status
  private let after: Status
  private let reading: StatusText
  private let media: [Int64]?
  private let descriptions: [[String: String]]
  private let poll: NewStatus.PollForm?
  private let view: Viewpoint

  init(of status: Status, by form: Form, view: Viewpoint) throws {
    before = status
    self.view = view
    media = form.list("media_ids").map { $0.compactMap { Int64($0) } }
    descriptions = form.groups("media_attributes")
    poll = try NewStatus.PollForm(form)
    let text = form["status"].map(NewStatus.trimmed) ?? status.text
    reading = try StatusText(text, in: view.db)
    var after = status
    after.text = text
    after.content = reading.html
    after.spoilerText = form["spoiler_text"] ?? ""
    after.sensitive = form.flag("sensitive") ?? status.sensitive || !after.spoilerText.isEmpty
    after.language = form["language"] ?? status.language
    self.after = after
    try check()
  }

  private func check() throws {
    let hasMedia = try media.map { !$0.isEmpty } ?? !Media.ofStatus(before.id, in: view.db).isEmpty
    let hasPoll = try poll != nil || Poll.ofStatus(before.id, in: view.db) != nil
    if after.text.allSatisfy(\.isWhitespace), !hasMedia, !hasPoll { throw Refusal.invalid("Text can't be blank") }
    if StatusText.length(of: after.text) + after.spoilerText.count > InstanceConfiguration.statusLimit {
      throw Refusal.invalid("Text character limit of \(InstanceConfiguration.statusLimit) exceeded")
    }
  }

  func apply(in db: Database, at now: Moment) throws {
    if try !view.exists("SELECT 1 FROM edit WHERE statusId = ?", [before.id]) {
      try record(before, at: before.createdAt, in: db)
    }
    var after = after
    after.editedAt = now
    try after.update(db)
    let known = try Int64.fetchSet(db, sql: "SELECT accountId FROM mention WHERE statusId = ?", arguments: [after.id])
    try db.execute(sql: "DELETE FROM mention WHERE statusId = ?", arguments: [after.id])
    try db.execute(sql: "DELETE FROM statusTag WHERE statusId = ?", arguments: [after.id])
    try reading.attach(to: after.id, in: db)
    try changeMedia(in: db)
    if let poll {
      try db.execute(sql: "DELETE FROM poll WHERE statusId = ?", arguments: [after.id])
      try poll.insert(for: after.id, in: db, at: now)
    }
    try record(after, at: now, in: db)
    try notify(except: known, in: db, at: now)
  }

  private func changeMedia(in db: Database) throws {
    if let media {
      try db.execute(sql: "UPDATE media SET statusId = NULL WHERE statusId = ?", arguments: [before.id])
      for (position, id) in media.enumerated() {
        try db.execute(
          sql: "UPDATE media SET statusId = ?, position = ? WHERE id = ? AND accountId = ?",
          arguments: [before.id, position, id, before.accountId])
      }
    }
    for change in descriptions {
      guard let id = change["id"], let description = change["description"] else { continue }
      try db.execute(
        sql: "UPDATE media SET description = ? WHERE id = ? AND accountId = ?",
        arguments: [description, id, before.accountId])
    }
  }

  private func record(_ status: Status, at time: Moment, in db: Database) throws {
    let media = Entity.list(try Media.ofStatus(status.id, in: db).map(view.entity(of:)))
    let poll = try Poll.ofStatus(status.id, in: db).map { poll in
      Entity.object([("options", .list(try poll.options(in: db).map { ["title": .text($0.title)] }))])
    }
    try db.execute(
      sql: """
        INSERT INTO edit (statusId, content, spoilerText, sensitive, createdAt, media, poll)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        status.id, status.content, status.spoilerText, status.sensitive, time,
        String(decoding: media.json, as: UTF8.self), poll.map { String(decoding: $0.json, as: UTF8.self) },
      ])
  }

  /// Notifies the accounts that boosted the status of the edit, and newly mentioned accounts of the mention.
  private func notify(except known: Set<Int64>, in db: Database, at now: Moment) throws {
    for person in reading.mentions where !known.contains(person.id) {
      try NotificationEvent(type: "mention", to: person.id, from: before.accountId, status: before.id).deliver(
        in: db, at: now)
    }
    let boosters = try Int64.fetchAll(
      db, sql: "SELECT accountId FROM status WHERE reblogOfId = ?", arguments: [before.id])
    for booster in boosters {
      try NotificationEvent(type: "update", to: booster, from: before.accountId, status: before.id).deliver(
        in: db, at: now)
    }
  }
}
