import GRDB

/// A scheduled status.
struct Scheduled: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "scheduled"

  var id: Int64?
  var accountId: Int64
  var scheduledAt: Moment
  /// The form that the client sent, URL-encoded.
  var form: String
  var applicationId: Int64?

  static func add(_ form: Form, by me: Account, at time: Moment, for call: Call) throws -> Scheduled {
    let composition = try NewStatus(form, by: me, view: call.view)
    let kept = form.pairs.filter { $0.name != "scheduled_at" && $0.name != "access_token" }
      .map { Page.encoded($0.name) + "=" + Page.encoded($0.value) }.joined(separator: "&")
    var scheduled = Scheduled(
      accountId: me.id, scheduledAt: time, form: kept, applicationId: call.bearer?.applicationId)
    try scheduled.insert(call.db)
    scheduled.id = call.db.lastInsertedRowID
    for media in composition.media {
      try call.db.execute(
        sql: "UPDATE media SET scheduledId = ? WHERE id = ?", arguments: [scheduled.id, media.id])
    }
    return scheduled
  }

  static func publishDue(in db: Database, at now: Moment) throws {
    let due = try Scheduled.filter(sql: "scheduledAt <= ?", arguments: [now]).order(sql: "scheduledAt").fetchAll(db)
    for scheduled in due {
      try db.execute(sql: "UPDATE media SET scheduledId = NULL WHERE scheduledId = ?", arguments: [scheduled.id])
      try db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [scheduled.id])
      guard let author = try Account.find(scheduled.accountId, in: db) else { continue }
      let view = Viewpoint(db, viewer: author, now: now)
      guard let composition = try? NewStatus(Form(urlEncoded: scheduled.form), by: author, view: view) else {
        continue
      }
      let application = try ClientApplication.find(scheduled.applicationId, in: db)
      _ = try composition.publish(by: author, through: application, in: db, at: scheduled.scheduledAt)
    }
  }
}

extension Routes {
  /// Scheduled statuses.
  static let scheduled: [Endpoint] = [
    Endpoint(.get, "/api/v1/scheduled_statuses", as: "read:statuses") { call, me in
      let page = Page(call)
      let rows = try page.rows(
        "*", from: "scheduled WHERE accountId = \(me.id)", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.entity(of: Scheduled(row: $0)) }
    },
    Endpoint(.get, "/api/v1/scheduled_statuses/:id", as: "read:statuses") { call, me in
      Reply(try call.view.entity(of: scheduled(call, of: me)))
    },
    Endpoint(.put, "/api/v1/scheduled_statuses/:id", as: "write:statuses") { call, me in
      var scheduled = try scheduled(call, of: me)
      guard let time = call.form["scheduled_at"].flatMap(Moment.init(parsing:)) else {
        throw Refusal(422, "Invalid date supplied")
      }
      guard time >= call.now.adding(seconds: 300) else { throw Refusal.invalid("Scheduled at must be in the future") }
      scheduled.scheduledAt = time
      try scheduled.update(call.db)
      return Reply(try call.view.entity(of: scheduled))
    },
    Endpoint(.delete, "/api/v1/scheduled_statuses/:id", as: "write:statuses") { call, me in
      let id = try scheduled(call, of: me).id
      try call.db.execute(sql: "UPDATE media SET scheduledId = NULL WHERE scheduledId = ?", arguments: [id])
      try call.db.execute(sql: "DELETE FROM scheduled WHERE id = ?", arguments: [id])
      return .empty
    },
  ]

  private static func scheduled(_ call: Call, of me: Account) throws -> Scheduled {
    let found = try Scheduled.filter(sql: "id = ? AND accountId = ?", arguments: [call.id(), me.id])
      .fetchOne(call.db)
    guard let found else { throw Refusal.notFound }
    return found
  }
}

extension Viewpoint {
  /// A ScheduledStatus entity.
  func entity(of scheduled: Scheduled) throws -> Entity {
    let form = Form(urlEncoded: scheduled.form)
    let media = try Media.filter(sql: "scheduledId = ?", arguments: [scheduled.id]).order(sql: "id").fetchAll(db)
    let params: Entity = [
      "text": .text(form["status"] ?? ""), "poll": poll(in: form),
      "media_ids": form.list("media_ids").map(Entity.texts) ?? .null,
      "sensitive": form.flag("sensitive").map(Entity.bool) ?? .null,
      "spoiler_text": .optional(form["spoiler_text"]), "visibility": .optional(form["visibility"]),
      "language": .optional(form["language"]), "in_reply_to_id": .id(form.id("in_reply_to_id")),
      "scheduled_at": nil, "idempotency": nil, "with_rate_limit": false, "allowed_mentions": nil,
      "quoted_status_id": .id(form.id("quoted_status_id")),
      "application_id": scheduled.applicationId.map { .int(Int($0)) } ?? .null,
    ]
    return [
      "id": .id(scheduled.id), "scheduled_at": .moment(scheduled.scheduledAt), "params": params,
      "media_attachments": .list(media.map(entity(of:))),
    ]
  }

  private func poll(in form: Form) -> Entity {
    guard let options = form.list("poll[options]") else { return .null }
    return [
      "options": .texts(options), "expires_in": .text(form["poll[expires_in]"] ?? ""),
      "multiple": .bool(form.flag("poll[multiple]") ?? false),
      "hide_totals": .bool(form.flag("poll[hide_totals]") ?? false),
    ]
  }
}
