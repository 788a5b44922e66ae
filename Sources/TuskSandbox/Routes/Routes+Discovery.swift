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
      let found = try Account.fetchAll(
        call.db,
        sql: """
          SELECT * FROM account WHERE id <> ? AND discoverable
            AND id NOT IN (SELECT targetId FROM follow WHERE accountId = ?) ORDER BY followersCount DESC LIMIT ?
          """, arguments: [me.id, me.id, call.form.limit(standard: 40, most: 80)])
      return Reply(
        .list(
          try found.map {
            ["source": "global", "sources": ["most_followed"], "account": try call.view.entity(of: $0)]
          }))
    },
  ]
}
