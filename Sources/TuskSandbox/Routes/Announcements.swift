import GRDB

extension Routes {
  /// The announcements of the administrators.
  static let announcements: [Endpoint] = [
    Endpoint(.get, "/api/v1/announcements", as: "read") { call, me in
      let dismissed: SQL =
        call.form.flag("with_dismissed") == true
        ? "1" : "id NOT IN (SELECT announcementId FROM dismissedAnnouncement WHERE accountId = \(me.id))"
      let rows = try SQLRequest<Row>(
        literal: "SELECT * FROM announcement WHERE \(dismissed) ORDER BY publishedAt DESC, id DESC"
      ).fetchAll(call.db)
      return Reply(.list(try rows.map { try announcement($0, call, for: me) }))
    },
    Endpoint(.post, "/api/v1/announcements/:id/dismiss", as: "write:accounts") { call, me in
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO dismissedAnnouncement VALUES (?, ?)",
        arguments: [me.id, announcementID(call)])
      return .empty
    },
    Endpoint(.put, "/api/v1/announcements/:id/reactions/:name", as: "write:favourites") { call, me in
      let (id, name) = (try announcementID(call), try call.text("name"))
      guard name.count == 1, name.unicodeScalars.contains(where: \.properties.isEmoji) else {
        throw Refusal.invalid("Name is not a recognized emoji")
      }
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO announcementReaction VALUES (?, ?, ?)", arguments: [id, me.id, name])
      return .empty
    },
    Endpoint(.delete, "/api/v1/announcements/:id/reactions/:name", as: "write:favourites") { call, me in
      try call.db.execute(
        sql: "DELETE FROM announcementReaction WHERE announcementId = ? AND accountId = ? AND name = ?",
        arguments: [announcementID(call), me.id, call.text("name")])
      guard call.db.changesCount > 0 else { throw Refusal.notFound }
      return .empty
    },
  ]

  private static func announcementID(_ call: Call) throws -> Int64 {
    let id = try Int64.fetchOne(
      call.db, sql: "SELECT id FROM announcement WHERE id = ?", arguments: [call.id()])
    guard let id else { throw Refusal.notFound }
    return id
  }

  private static func announcement(_ row: Row, _ call: Call, for me: Account) throws -> Entity {
    let id: Int64 = row["id"]
    let isRead = try Bool.fetchOne(
      call.db, sql: "SELECT 1 FROM dismissedAnnouncement WHERE accountId = ? AND announcementId = ?",
      arguments: [me.id, id])
    let reactions = try Row.fetchAll(
      call.db,
      sql: """
        SELECT name, count(*) AS count, max(accountId = ?) AS me FROM announcementReaction
        WHERE announcementId = ? GROUP BY name ORDER BY name
        """, arguments: [me.id, id])
    let published: Moment = row["publishedAt"]
    return [
      "id": .id(id), "content": .text("<p>\(HTML.escaped(row["text"] as String))</p>"),
      "starts_at": .null, "ends_at": .null, "all_day": false,
      "published_at": .moment(published), "updated_at": .moment(published),
      "read": .bool(isRead ?? false), "mentions": [], "statuses": [], "tags": [], "emojis": [],
      "reactions": .list(
        reactions.map { ["name": .text($0["name"]), "count": .int($0["count"]), "me": .bool($0["me"])] }),
    ]
  }
}
