import Foundation
import GRDB

/// A new status, read from a form and validated by Mastodon's rules.
struct NewStatus {
  let text: String
  let spoilerText: String
  let sensitive: Bool
  let visibility: String
  let language: String?
  let parent: Status?
  let quoted: Status?
  let quotePolicy: String
  let media: [Media]
  let poll: PollForm?

  /// The poll of a new status.
  struct PollForm {
    let options: [String]
    let expiresIn: Int
    let multiple: Bool
    let hideTotals: Bool
  }

  init(_ form: Form, by author: Account, view: Viewpoint) throws {
    let words = NewStatus.trimmed(form["status"])
    let warning = NewStatus.trimmed(form["spoiler_text"])
    let isBare = words.isEmpty && !warning.isEmpty
    text = isBare ? warning : words
    spoilerText = isBare ? "" : warning
    sensitive = form.flag("sensitive") ?? author.defaultSensitive || !spoilerText.isEmpty
    language = form["language"].flatMap { $0.isEmpty ? nil : $0 } ?? author.defaultLanguage
    parent = try NewStatus.parent(in: form, view: view)
    quoted = try NewStatus.quoted(in: form, view: view)
    visibility = try NewStatus.visibility(in: form, by: author, quoting: quoted)
    quotePolicy = try NewStatus.quotePolicy(in: form)
    poll = try PollForm(form)
    media = try NewStatus.media(in: form, by: author, hasPoll: poll != nil, in: view.db)
    try checkLength()
  }

  private func checkLength() throws {
    if text.isEmpty, media.isEmpty, poll == nil { throw Refusal.invalid("Text can't be blank") }
    let length = StatusText.length(of: text) + spoilerText.count
    if length > InstanceConfiguration.statusLimit {
      throw Refusal.invalid("Text character limit of \(InstanceConfiguration.statusLimit) exceeded")
    }
  }

  /// Removes surrounding white space, as Mastodon does.
  static func trimmed(_ words: String?) -> String {
    (words ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func visibility(in form: Form, by author: Account, quoting quoted: Status?) throws -> String {
    let wished = form["visibility"].flatMap { $0.isEmpty ? nil : $0 } ?? author.defaultPrivacy
    guard ["public", "unlisted", "private", "direct"].contains(wished) else {
      throw Refusal(422, "'\(wished)' is not a valid visibility")
    }
    return quoted?.visibility == "private" && wished != "direct" ? "private" : wished
  }

  static func quotePolicy(in form: Form) throws -> String {
    let policy = form["quote_approval_policy"] ?? "public"
    guard ["public", "followers", "nobody"].contains(policy) else {
      throw Refusal(422, "'\(policy)' is not a valid quote_approval_policy")
    }
    return policy
  }

  private static func parent(in form: Form, view: Viewpoint) throws -> Status? {
    guard let id = form["in_reply_to_id"], !id.isEmpty else { return nil }
    guard let number = Int64(id), let parent = try view.visibleStatus(number) else { throw Refusal.noParent }
    return try parent.reblogOfId.flatMap { try Status.find($0, in: view.db) } ?? parent
  }

  private static func quoted(in form: Form, view: Viewpoint) throws -> Status? {
    guard let id = form["quoted_status_id"], !id.isEmpty else { return nil }
    guard let number = Int64(id), let found = try view.visibleStatus(number) else { throw Refusal.noQuoted }
    let quoted = try found.reblogOfId.flatMap { try view.visibleStatus($0) } ?? found
    guard try view.mayQuote(quoted) else { throw Refusal.noQuoted }
    return quoted
  }

  private static func media(in form: Form, by author: Account, hasPoll: Bool, in db: Database) throws -> [Media] {
    let ids = form.list("media_ids") ?? []
    guard !ids.isEmpty else { return [] }
    guard ids.count <= InstanceConfiguration.mediaLimit, !hasPoll else { throw Refusal.tooManyFiles }
    let found = try ids.compactMap { id in
      try Media.filter(
        sql: "id = ? AND accountId = ? AND statusId IS NULL AND scheduledId IS NULL", arguments: [id, author.id]
      ).fetchOne(db)
    }
    let missing = ids.filter { id in !found.contains { String($0.id) == id } }
    guard missing.isEmpty else { throw Refusal.noFiles(missing) }
    guard found.count == 1 || !found.contains(where: { ["video", "audio"].contains($0.kind) }) else {
      throw Refusal.mixedFiles
    }
    return found
  }
}

extension NewStatus.PollForm {
  init?(_ form: Form) throws {
    guard let options = form.list("poll[options]"), !options.isEmpty else { return nil }
    guard options.count > 1 else { throw Refusal.invalid("Options must have more than one item") }
    guard options.count <= 4 else { throw Refusal.invalid("Options can't contain more than 4 items") }
    guard Set(options).count == options.count else { throw Refusal.invalid("Options contain duplicate items") }
    guard options.allSatisfy({ $0.count <= 50 }) else {
      throw Refusal.invalid("Options can't be longer than 50 characters each")
    }
    guard let seconds = form.int("poll[expires_in]") else { throw Refusal.invalid("Expires at can't be blank") }
    guard seconds >= 300 else { throw Refusal.invalid("Expires at is too soon") }
    guard seconds <= 2_629_746 else { throw Refusal.invalid("Expires at is too far into the future") }
    self.options = options
    expiresIn = seconds
    multiple = form.flag("poll[multiple]") ?? false
    hideTotals = form.flag("poll[hide_totals]") ?? false
  }
}

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

extension Refusal {
  fileprivate static let noParent = Refusal(404, "The post you are trying to reply to does not appear to exist.")
  fileprivate static let noQuoted = Refusal(404, "The post you are trying to quote does not appear to exist.")
  fileprivate static let tooManyFiles = Refusal(
    422, "Cannot attach more than \(InstanceConfiguration.mediaLimit) files")
  fileprivate static let mixedFiles = Refusal(422, "Cannot attach a video to a post that already contains images")
  fileprivate static func noFiles(_ ids: [String]) -> Refusal {
    Refusal(422, "Media \(ids.joined(separator: ", ")) not found or already attached to another post")
  }
}
