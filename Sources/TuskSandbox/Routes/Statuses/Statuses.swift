import GRDB

/// A status, or the wrapper that boosts another status.
struct Status: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "status"

  var id: Int64
  var accountId: Int64
  var uri: String
  var url: String?
  var content: String
  var text: String
  var spoilerText = ""
  var sensitive = false
  var visibility = "public"
  var language: String?
  var inReplyToId: Int64?
  var inReplyToAccountId: Int64?
  var reblogOfId: Int64?
  var quoteOfId: Int64?
  /// Whether the author of the quoted status has withdrawn it from the quote.
  var isQuoteRevoked = false
  var quotePolicy = "public"
  var conversationId: Int64
  var applicationName: String?
  var applicationWebsite: String?
  var card: String?
  var createdAt: Moment
  var editedAt: Moment?
  var repliesCount = 0
  var reblogsCount = 0
  var favouritesCount = 0
  var quotesCount = 0
}

extension Status {
  /// A new id. Ids carry the time in milliseconds in their upper bits, so that a newer status always has a greater id.
  static func nextID(at moment: Moment, in db: Database) throws -> Int64 {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM status") ?? 0
    return max(moment.milliseconds << 16, newest + 1)
  }

  /// The condition under which `viewer` may see the status `s`.
  static func visibility(for viewer: Int64?) -> SQL {
    let suspended: SQL = "EXISTS (SELECT 1 FROM account WHERE id = s.accountId AND suspended)"
    guard let viewer else { return "s.visibility IN ('public', 'unlisted') AND NOT \(suspended)" }
    return """
      (s.visibility IN ('public', 'unlisted') OR s.accountId = \(viewer)
        OR EXISTS (SELECT 1 FROM mention WHERE statusId = s.id AND accountId = \(viewer))
        OR s.visibility = 'private' AND EXISTS (
          SELECT 1 FROM follow WHERE accountId = \(viewer) AND targetId = s.accountId AND NOT pending))
      AND NOT EXISTS (SELECT 1 FROM block WHERE accountId = s.accountId AND targetId = \(viewer)) AND NOT \(suspended)
      """
  }
}

extension Status: SelectedRecord {
  static let source = "status s"

  /// The columns in the order in which they are selected; their names are those of the table.
  enum SelectedColumn: Int, CaseIterable {
    case id, accountId, uri, url, content, text, spoilerText, sensitive, visibility, language, inReplyToId
    case inReplyToAccountId, reblogOfId, quoteOfId, isQuoteRevoked, quotePolicy, conversationId
    case applicationName, applicationWebsite, card, createdAt, editedAt, repliesCount, reblogsCount
    case favouritesCount, quotesCount
  }

  static let selection = SelectedColumn.allCases.map { "s.\($0)" }.joined(separator: ", ")

  init(selected row: Row) throws {
    let columns = SelectedRow<SelectedColumn>(row)
    id = try columns.value(of: .id)
    accountId = try columns.value(of: .accountId)
    uri = try columns.value(of: .uri)
    url = try columns.value(of: .url)
    content = try columns.value(of: .content)
    text = try columns.value(of: .text)
    spoilerText = try columns.value(of: .spoilerText)
    sensitive = try columns.value(of: .sensitive)
    visibility = try columns.value(of: .visibility)
    language = try columns.value(of: .language)
    inReplyToId = try columns.value(of: .inReplyToId)
    inReplyToAccountId = try columns.value(of: .inReplyToAccountId)
    reblogOfId = try columns.value(of: .reblogOfId)
    quoteOfId = try columns.value(of: .quoteOfId)
    isQuoteRevoked = try columns.value(of: .isQuoteRevoked)
    quotePolicy = try columns.value(of: .quotePolicy)
    conversationId = try columns.value(of: .conversationId)
    applicationName = try columns.value(of: .applicationName)
    applicationWebsite = try columns.value(of: .applicationWebsite)
    card = try columns.value(of: .card)
    createdAt = try columns.value(of: .createdAt)
    editedAt = try columns.value(of: .editedAt)
    repliesCount = try columns.value(of: .repliesCount)
    reblogsCount = try columns.value(of: .reblogsCount)
    favouritesCount = try columns.value(of: .favouritesCount)
    quotesCount = try columns.value(of: .quotesCount)
  }
}

extension Routes {
  /// Posting, editing and deleting statuses.
  static let statuses: [Endpoint] = [
    Endpoint(.post, "/api/v1/statuses", as: "write:statuses") { call, me in
      if let replay = try earlierAnswer(to: me, call) { return replay }
      guard let time = try scheduledTime(in: call) else { return try publish(call, by: me) }
      let scheduled = try Scheduled.add(call.form, by: me, at: time, for: call)
      try remember(scheduled.id, isScheduled: true, of: me, call)
      return Reply(try call.view.entity(of: scheduled))
    },
    Endpoint(.put, "/api/v1/statuses/:id", as: "write:statuses") { call, me in
      let status = try ownStatus(of: me, call)
      try StatusEdit(of: status, by: call.form, view: call.view).apply(in: call.db, at: call.now)
      return try statusReply(status.id, call)
    },
    Endpoint(.delete, "/api/v1/statuses/:id", as: "write:statuses") { call, me in
      guard let status = try Status.find(call.id(), in: call.db), status.accountId == me.id else {
        throw Refusal.notFound
      }
      let entity = try call.view.entity(of: status).with(["text": .text(status.text)])
      try StatusDeletion.remove(status, in: call.db)
      return Reply(entity)
    },
    Endpoint(.put, "/api/v1/statuses/:id/interaction_policy", as: "write:statuses") { call, me in
      let status = try ownStatus(of: me, call)
      try call.db.execute(
        sql: "UPDATE status SET quotePolicy = ? WHERE id = ?",
        arguments: [NewStatus.quotePolicy(in: call.form), status.id])
      return try statusReply(status.id, call)
    },
    Endpoint(.post, "/api/v1/statuses/:id/quotes/:quote/revoke", as: "write:statuses") { call, me in
      let status = try ownStatus(of: me, call)
      guard var quote = try call.view.visibleStatus(call.id("quote")), quote.quoteOfId == status.id else {
        throw Refusal.notFound
      }
      if !quote.isQuoteRevoked {
        quote.isQuoteRevoked = true
        try quote.update(call.db)
        try call.db.execute(
          sql: "UPDATE status SET quotesCount = max(0, quotesCount - 1) WHERE id = ?", arguments: [status.id])
      }
      return try statusReply(quote.id, call)
    },
  ]

  /// The current state of the status.
  static func statusReply(_ id: Int64, _ call: Call) throws -> Reply {
    guard let status = try Status.find(id, in: call.db) else { throw Refusal.notFound }
    return Reply(try call.view.entity(of: status))
  }

  static func ownStatus(of me: Account, _ call: Call) throws -> Status {
    guard let status = try Status.find(call.id(), in: call.db), status.accountId == me.id, status.reblogOfId == nil
    else { throw Refusal.notFound }
    return status
  }

  private static func publish(_ call: Call, by me: Account) throws -> Reply {
    let application = try ClientApplication.find(call.bearer?.applicationId, in: call.db)
    let status = try NewStatus(call.form, by: me, view: call.view)
      .publish(by: me, through: application, in: call.db, at: call.now)
    try remember(status.id, isScheduled: false, of: me, call)
    return try statusReply(status.id, call)
  }

  private static func remember(_ id: Int64?, isScheduled: Bool, of me: Account, _ call: Call) throws {
    guard let key = call.input.idempotencyKey else { return }
    try call.db.execute(
      sql: """
        INSERT OR REPLACE INTO idempotency (accountId, key, statusId, expiresAt, isScheduled) VALUES (?, ?, ?, ?, ?)
        """, arguments: [me.id, key, id, call.now.adding(seconds: 3600), isScheduled])
  }

  /// The earlier answer for an idempotency key seen within the hour: the status it created, or the scheduled one.
  private static func earlierAnswer(to me: Account, _ call: Call) throws -> Reply? {
    guard let key = call.input.idempotencyKey else { return nil }
    let row = try Row.fetchOne(
      call.db, sql: "SELECT * FROM idempotency WHERE accountId = ? AND key = ? AND expiresAt > ?",
      arguments: [me.id, key, call.now])
    guard let row else { return nil }
    guard row["isScheduled"] else {
      return try Status.find(row["statusId"], in: call.db) == nil ? nil : try statusReply(row["statusId"], call)
    }
    let scheduled = try Scheduled.filter(sql: "id = ?", arguments: [row["statusId"] as Int64]).fetchOne(call.db)
    return try scheduled.map { Reply(try call.view.entity(of: $0)) }
  }

  /// The time to publish at; as on Mastodon a past time means now, and one less than five minutes ahead is refused.
  private static func scheduledTime(in call: Call) throws -> Moment? {
    guard let text = call.form["scheduled_at"], !text.isEmpty else { return nil }
    guard let time = Moment(parsing: text) else { throw Refusal.badDate }
    guard time > call.now else { return nil }
    guard time >= call.now.adding(seconds: 300) else { throw Refusal.tooSoon }
    return time
  }
}

/// Deletes a status and subtracts it from the counters it was part of.
enum StatusDeletion {
  static func remove(_ status: Status, in db: Database) throws {
    if status.visibility != "direct" {
      try db.execute(
        sql: "UPDATE account SET statusesCount = max(0, statusesCount - 1) WHERE id = ?",
        arguments: [status.accountId])
    }
    if let parent = status.inReplyToId, ["public", "unlisted"].contains(status.visibility) {
      try db.execute(
        sql: "UPDATE status SET repliesCount = max(0, repliesCount - 1) WHERE id = ?", arguments: [parent])
    }
    if let reblogged = status.reblogOfId {
      try db.execute(
        sql: """
          UPDATE status SET reblogsCount = max(0, reblogsCount - 1) WHERE id = ?;
          DELETE FROM notification WHERE type = 'reblog' AND statusId = ? AND fromId = ?;
          """, arguments: [reblogged, reblogged, status.accountId])
    }
    if let quoted = status.quoteOfId, !status.isQuoteRevoked {
      try db.execute(
        sql: "UPDATE status SET quotesCount = max(0, quotesCount - 1) WHERE id = ?", arguments: [quoted])
    }
    try db.execute(
      sql: """
        UPDATE account SET statusesCount = max(0, statusesCount - 1)
        WHERE id IN (SELECT accountId FROM status WHERE reblogOfId = ?)
        """, arguments: [status.id])
    try db.execute(sql: "DELETE FROM status WHERE id = ?", arguments: [status.id])
  }
}

extension Viewpoint {
  /// A Status entity.
  func entity(of status: Status) throws -> Entity {
    let reblog = try status.reblogOfId.flatMap { try self.status($0) }
    let shown = reblog ?? status
    let isSensitive = try shown.sensitive || person(shown.accountId)?.sensitized ?? false
    var entity: Entity = [
      "id": .id(status.id), "created_at": .moment(status.createdAt), "in_reply_to_id": .id(status.inReplyToId),
      "in_reply_to_account_id": .id(status.inReplyToAccountId), "sensitive": .bool(isSensitive),
      "spoiler_text": .text(shown.spoilerText), "visibility": .text(status.visibility),
      "language": .optional(shown.language), "uri": .text(status.uri), "url": .optional(shown.url),
      "replies_count": .int(reblog == nil ? status.repliesCount : 0), "reblogs_count": .int(shown.reblogsCount),
      "favourites_count": .int(shown.favouritesCount), "quotes_count": .int(shown.quotesCount),
      "edited_at": .moment(shown.editedAt),
    ]
    if viewer != nil { entity = entity.with(try marks(on: shown)) }
    entity = entity.with([
      "content": .text(shown.content), "filtered": try filtered(shown),
      "reblog": try reblog.map { try self.entity(of: $0) } ?? .null,
    ])
    if let name = status.applicationName {
      entity = entity.with(["application": ["name": .text(name), "website": .optional(status.applicationWebsite)]])
    }
    return entity.with(["account": try account(status.accountId)]).with(try attachments(of: shown))
  }

  /// What the viewer has done with the status: favorited, boosted, muted, bookmarked, pinned.
  private func marks(on status: Status) throws -> KeyValuePairs<String, Entity> {
    let marks = try parts(of: status).marks
    return [
      "favourited": .bool(marks.contains("favourite")), "reblogged": .bool(marks.contains("status")),
      "muted": .bool(marks.contains("silence")), "bookmarked": .bool(marks.contains("bookmark")),
      "pinned": .bool(marks.contains("pin")),
    ]
  }

  private func attachments(of status: Status) throws -> KeyValuePairs<String, Entity> {
    let parts = try parts(of: status)
    let author = try person(status.accountId)
    return [
      "media_attachments": .list(parts.media.map(entity(of:))), "mentions": mentions(of: parts.mentions),
      "tags": tags(parts.tags),
      "emojis": try emojis(in: [status.content, status.spoilerText], domain: author?.domain),
      "quote": try quote(in: status), "card": status.card.map(Entity.verbatim) ?? .null,
      "poll": try parts.poll.map { try entity(of: $0) } ?? .null, "quote_approval": try quoteApproval(of: status),
    ]
  }

  private func mentions(of people: [Account]) -> Entity {
    .list(
      people.map {
        ["id": .id($0.id), "username": .text($0.username), "url": .text($0.url), "acct": .text($0.acct)]
      })
  }

  private func tags(_ names: [String]) -> Entity {
    .list(names.map { ["name": .text($0), "url": .text("\(InstanceConfiguration.base)/tags/\($0)")] })
  }

  private func quote(in status: Status) throws -> Entity {
    guard let id = status.quoteOfId else { return .null }
    guard !status.isQuoteRevoked else { return ["state": "revoked", "quoted_status": nil] }
    guard try self.status(id) != nil else { return ["state": "deleted", "quoted_status": nil] }
    guard let quoted = try visibleStatus(id) else { return ["state": "unauthorized", "quoted_status": nil] }
    guard quoted.quoteOfId == nil else { return ["state": "accepted", "quoted_status_id": .id(id)] }
    return ["state": "accepted", "quoted_status": try entity(of: quoted)]
  }

  /// Whether the viewer may quote the status; only its author may quote a followers-only status.
  func mayQuote(_ status: Status) throws -> Bool {
    switch (status.visibility, status.quotePolicy) {
    case ("direct", _): false
    case _ where viewer?.id == status.accountId: true
    case ("private", _): false
    case (_, "public"): true
    case (_, "followers"):
      try viewer.flatMap { try Follow.find(from: $0.id, to: status.accountId, in: db) }?.pending == false
    default: false
    }
  }

  private func quoteApproval(of status: Status) throws -> Entity {
    let isOpen = status.quotePolicy == "public" && status.visibility != "private" && status.visibility != "direct"
    let automatic: Entity = isOpen ? ["public"] : status.quotePolicy == "followers" ? ["followers"] : []
    return [
      "automatic": automatic, "manual": [], "current_user": try mayQuote(status) ? "automatic" : "denied",
    ]
  }

  private func filtered(_ status: Status) throws -> Entity {
    guard viewer?.id != status.accountId, try !activeFilters().isEmpty else { return [] }
    let text = HTML.plainText(status.content) + " " + status.spoilerText
    return .list(
      try activeFilters().compactMap { active in
        let found = active.keywords.filter { $0.matches(text) }.map(\.keyword)
        let isListed = active.statuses.contains(status.id)
        guard !found.isEmpty || isListed else { return nil }
        // Mastodon names the first match alone, and leaves out what the filter does not have.
        return [
          "filter": header(of: active.filter), "keyword_matches": found.first.map { .texts([$0]) } ?? .null,
          "status_matches": active.statuses.isEmpty ? .null : isListed ? [.id(status.id)] : [],
        ]
      })
  }

  /// The status, if it exists and is visible to the viewer.
  func visibleStatus(_ id: Int64) throws -> Status? {
    let query: SQL = """
      SELECT \(sql: Status.selection) FROM status s WHERE s.id = \(id) AND \(Status.visibility(for: viewer?.id))
      """
    return try Status.all(SQLRequest(literal: query, cached: true), in: db).first
  }
}

extension Refusal {
  fileprivate static let badDate = Refusal(422, "Invalid date supplied")
  fileprivate static let tooSoon = Refusal.invalid("Scheduled at must be in the future")
}
