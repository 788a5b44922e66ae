import GRDB

extension Routes {
  /// Finding accounts to follow: the profile directory and suggestions.
  static let discovery: [Endpoint] = [
    Endpoint(.get, "/api/v1/directory", .anyone("read")) { call in
      let order: SQL = call.form["order"] == "new" ? "a.createdAt DESC" : "a.lastStatusAt DESC"
      let local: SQL = call.form.flag("local") == true ? "a.domain IS NULL" : "1"
      let found = try SQLRequest<Account>(
        literal: """
          SELECT a.* FROM account a WHERE a.discoverable AND \(local) ORDER BY \(order)
          LIMIT \(call.form.limit(standard: 40, most: 80)) OFFSET \(call.form.offset)
          """
      ).fetchAll(call.db)
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.get, "/api/v2/suggestions", as: "read:accounts") { call, me in
      let found = try suggestions(for: me, call)
      return Reply(
        .list(
          try found.map {
            ["source": "global", "sources": ["most_followed"], "account": try call.view.entity(of: $0)]
          }))
    },
    Endpoint(.get, "/api/v1/suggestions", as: "read:accounts") { call, me in
      Reply(.list(try suggestions(for: me, call).map { try call.view.entity(of: $0) }))
    },
    Endpoint(.delete, "/api/v1/suggestions/:id", as: "write:accounts") { call, me in
      // As on Mastodon, an account that is not suggested can be refused, too, and one that does not exist as well.
      guard let account = try Account.find(call.id(), in: call.db) else { return .empty }
      try call.db.execute(
        sql: "INSERT OR IGNORE INTO refusedSuggestion (accountId, targetId) VALUES (?, ?)",
        arguments: [me.id, account.id])
      return .empty
    },
    Endpoint(.get, "/api/oembed", .open) { call in
      let address = call.form["url"] ?? ""
      let status = try SQLRequest<Status>(
        literal: "SELECT s.* FROM status s WHERE s.url = \(address) AND s.visibility IN ('public', 'unlisted')"
      ).fetchOne(call.db)
      guard let status, let author = try Account.find(status.accountId, in: call.db), author.isLocal, !author.suspended
      else { throw Refusal.notFound }
      return Reply(Routes.embed(status, by: author, call.form))
    },
  ]

  private static func suggestions(for me: Account, _ call: Call) throws -> [Account] {
    try Account.fetchAll(
      call.db,
      sql: """
        SELECT * FROM account WHERE id <> ?1 AND discoverable AND NOT suspended
          AND id NOT IN (SELECT targetId FROM follow WHERE accountId = ?1)
          AND id NOT IN (SELECT targetId FROM refusedSuggestion WHERE accountId = ?1)
        ORDER BY followersCount DESC LIMIT ?2
        """, arguments: [me.id, call.form.limit(standard: 40, most: 80)])
  }

  /// An OEmbed entity.
  private static func embed(_ status: Status, by author: Account, _ form: Form) -> Entity {
    let width = form.int("maxwidth") ?? 400
    let height = form.int("maxheight")
    let address = HTML.escaped((status.url ?? status.uri) + "/embed")
    let size = "width=\"\(width)\"" + (height.map { " height=\"\($0)\"" } ?? "")
    return [
      "type": "rich", "version": "1.0", "title": .text("New status by \(author.username)"),
      "author_name": .text(author.displayName), "author_url": .text(author.url),
      "provider_name": .text(InstanceConfiguration.domain), "provider_url": .text(InstanceConfiguration.base + "/"),
      "cache_age": 86400, "html": .text("<iframe src=\"\(address)\" class=\"mastodon-embed\" \(size)></iframe>"),
      "width": .int(width), "height": height.map(Entity.int) ?? .null,
    ]
  }
}
