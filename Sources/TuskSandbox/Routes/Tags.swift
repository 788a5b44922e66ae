import GRDB

extension Routes {
  /// Followed, featured and trending tags.
  static let tags: [Endpoint] = [
    Endpoint(.get, "/api/v1/tags/:id", .anyone("read")) { call in try tagReply(call) },
    tagChange("follow", as: "write:follows", "INSERT OR IGNORE INTO tagFollow (accountId, name) VALUES (?, ?)"),
    tagChange("unfollow", as: "write:follows", "DELETE FROM tagFollow WHERE accountId = ? AND name = ?"),
    tagChange("feature", as: "write:accounts", "INSERT OR IGNORE INTO featuredTag (accountId, name) VALUES (?, ?)"),
    tagChange("unfeature", as: "write:accounts", "DELETE FROM featuredTag WHERE accountId = ? AND name = ?"),
    Endpoint(.get, "/api/v1/followed_tags", as: "read:follows") { call, me in
      let page = Page(call, standard: 100)
      let rows = try page.rows("name", from: "tagFollow WHERE accountId = \(me.id)", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.tag($0["name"]) }
    },
    Endpoint(.get, "/api/v1/featured_tags", as: "read:accounts") { call, me in
      Reply(try call.view.featuredTags(of: me))
    },
    Endpoint(.get, "/api/v1/featured_tags/suggestions", as: "read:accounts") { call, me in
      let names = try String.fetchAll(
        call.db,
        sql: """
          SELECT t.name FROM statusTag t JOIN status s ON s.id = t.statusId
          WHERE s.accountId = ?1 AND t.name NOT IN (SELECT name FROM featuredTag WHERE accountId = ?1)
          GROUP BY t.name ORDER BY count(*) DESC, t.name LIMIT 10
          """, arguments: [me.id])
      return Reply(.list(try names.map { try call.view.tag($0) }))
    },
    Endpoint(.post, "/api/v1/featured_tags", as: "write:accounts") { call, me in
      let name = (call.form["name"] ?? "").lowercased().filter { $0 != "#" }
      guard !name.isEmpty else { throw Refusal.invalid("Tag can't be blank") }
      guard isTag(name) else { throw Refusal.invalid("Tag is invalid") }
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO featuredTag (accountId, name) VALUES (?, ?)", arguments: [me.id, name])
      guard case .list(let tags) = try call.view.featuredTags(of: me, named: name), let tag = tags.first else {
        throw Refusal.notFound
      }
      return Reply(tag)
    },
    Endpoint(.delete, "/api/v1/featured_tags/:id", as: "write:accounts") { call, me in
      try call.db.execute(
        sql: "DELETE FROM featuredTag WHERE id = ? AND accountId = ?", arguments: [call.id(), me.id])
      guard call.db.changesCount > 0 else { throw Refusal.notFound }
      return .empty
    },
    Endpoint(.get, "/api/v1/trends", .anyone("read"), perform: trendingTags),
    Endpoint(.get, "/api/v1/trends/tags", .anyone("read"), perform: trendingTags),
    Endpoint(.get, "/api/v1/trends/statuses", .anyone("read")) { call in
      let page = Page(call)
      let rows = try page.ranked(trendingStatuses(where: "ifnull(trendable, 1)"), in: call.db)
      return page.reply(ranked: try rows.map { try call.view.entity(of: Status(row: $0)) })
    },
    Endpoint(.get, "/api/v1/trends/links", .anyone("read")) { call in
      let page = Page(call, standard: 10)
      let rows = try page.ranked(
        """
        SELECT max(id), card, count(*) AS uses, count(DISTINCT accountId) AS people FROM status WHERE card IS NOT NULL
          AND json_extract(card, '$.url') NOT IN (SELECT url FROM link WHERE trendable = 0)
        GROUP BY json_extract(card, '$.url') ORDER BY max(id) DESC
        """, in: call.db)
      return page.reply(
        ranked: rows.map { row in
          let history = call.view.history(uses: row["uses"], people: row["people"])
          let text = String(decoding: history.json, as: UTF8.self)
          return .verbatim((row["card"] as String).dropLast() + ",\"history\":\(text)}")
        })
    },
  ]

  private static func tagChange(_ name: String, as scope: String, _ sql: String) -> Endpoint {
    Endpoint(.post, "/api/v1/tags/:id/\(name)", as: scope) { call, me in
      try call.db.execute(sql: sql, arguments: [me.id, call.text("id").lowercased()])
      return try tagReply(call)
    }
  }

  private static func tagReply(_ call: Call) throws -> Reply {
    let name = try call.text("id").lowercased()
    guard isTag(name) else { throw Refusal.notFound }
    return Reply(try call.view.tag(name))
  }

  private static func isTag(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "·" }
  }

  /// Public statuses, no boosts and replies, that meet a condition; the most favorited and boosted first.
  static func trendingStatuses(where condition: SQL) -> SQL {
    """
    SELECT * FROM status WHERE visibility = 'public' AND reblogOfId IS NULL AND inReplyToId IS NULL AND \(condition)
    ORDER BY favouritesCount + reblogsCount DESC, id DESC
    """
  }

  @Sendable private static func trendingTags(_ call: Call) throws -> Reply {
    let page = Page(call, standard: 10)
    let rows = try page.ranked(
      """
      SELECT name FROM statusTag WHERE name NOT IN (SELECT name FROM tag WHERE trendable = 0)
      GROUP BY name ORDER BY count(*) DESC, name
      """, in: call.db)
    return page.reply(ranked: try rows.map { try call.view.tag($0["name"]) })
  }
}

extension Viewpoint {
  /// The history of one week of something that trends; all uses are counted on the latest day.
  func history(uses: Int, people: Int) -> Entity {
    .list(
      (0..<7).map { day -> Entity in
        let midnight = now.startOfDay.adding(seconds: -86_400 * day).milliseconds / 1000
        return [
          "day": .text(String(midnight)), "accounts": .text(String(day == 0 ? people : 0)),
          "uses": .text(String(day == 0 ? uses : 0)),
        ]
      })
  }

  /// A Tag entity with a history of one week; all uses are counted on the latest day.
  func tag(_ name: String) throws -> Entity {
    let counts = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*) AS uses, count(DISTINCT s.accountId) AS people
        FROM statusTag t JOIN status s ON s.id = t.statusId WHERE t.name = ?
        """, arguments: [name])
    let uses: Int = counts?["uses"] ?? 0
    let people: Int = counts?["people"] ?? 0
    let entity: Entity = [
      "id": .text(name), "name": .text(name), "url": .text("\(InstanceConfiguration.base)/tags/\(name)"),
      "history": history(uses: uses, people: people),
    ]
    guard viewer != nil else { return entity }
    return entity.with([
      "following": .bool(try viewerFollows(tag: name)), "featuring": .bool(try viewerFeatures(tag: name)),
    ])
  }

  private func viewerFollows(tag name: String) throws -> Bool {
    try exists("SELECT 1 FROM tagFollow WHERE accountId = ? AND name = ?", [viewer?.id, name])
  }

  private func viewerFeatures(tag name: String) throws -> Bool {
    try exists("SELECT 1 FROM featuredTag WHERE accountId = ? AND name = ?", [viewer?.id, name])
  }

  /// The account's FeaturedTag entities, or only the one with the given name.
  func featuredTags(of account: Account, named name: String? = nil) throws -> Entity {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM featuredTag WHERE accountId = ? AND name = ifnull(?, name) ORDER BY id",
      arguments: [account.id, name])
    return .list(try rows.map { try featuredTag($0, of: account) })
  }

  private func featuredTag(_ row: Row, of account: Account) throws -> Entity {
    let name: String = row["name"]
    let counts = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*) AS uses, max(s.createdAt) AS latest
        FROM statusTag t JOIN status s ON s.id = t.statusId WHERE t.name = ? AND s.accountId = ?
        """, arguments: [name, account.id])
    return [
      "id": .id(row["id"]), "name": .text(name), "url": .text("\(account.url)/tagged/\(name)"),
      "statuses_count": .text(String(counts?["uses"] ?? 0)), "last_status_at": .day(counts?["latest"]),
    ]
  }
}
