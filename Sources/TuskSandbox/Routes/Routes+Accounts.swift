import GRDB

extension Routes {
  /// Reading accounts.
  static let accounts: [Endpoint] = [
    Endpoint(.get, "/api/v1/accounts/verify_credentials", as: "read:accounts", "profile") { call, me in
      Reply(try call.view.credentials(of: me))
    },
    Endpoint(.get, "/api/v1/accounts/lookup", .anyone("read:accounts")) { call in
      guard let account = try Account.find(acct: call.form["acct"] ?? "", in: call.db) else { throw Refusal.notFound }
      return Reply(try call.view.entity(of: account))
    },
    Endpoint(.get, "/api/v1/accounts/search", as: "read:accounts") { call, me in
      let found = try Search(call).accounts(following: call.form.flag("following") == true ? me : nil)
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.get, "/api/v1/accounts/relationships", as: "read:follows") { call, _ in
      let ids = try call.form.ids("id").filter { try Account.find($0, in: call.db) != nil }
      return Reply(.list(try ids.map { try call.view.relationship(with: $0) }))
    },
    Endpoint(.get, "/api/v1/accounts/familiar_followers", as: "read:follows") { call, me in
      Reply(.list(try call.form.ids("id").map { try call.view.familiarFollowers(of: $0, to: me) }))
    },
    Endpoint(.get, "/api/v1/accounts", .anyone("read:accounts")) { call in
      let found = try call.form.ids("id").prefix(40).compactMap { try Account.find($0, in: call.db) }
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.get, "/api/v1/accounts/:id", .anyone("read:accounts")) { call in
      Reply(try call.view.entity(of: call.account()))
    },
    Endpoint(.get, "/api/v1/accounts/:id/statuses", .anyone("read:statuses")) { call in
      let account = try call.account()
      let pinned = call.form.flag("pinned") == true
      let source: SQL = "status s\(pinned ? pins : none) WHERE s.accountId = \(account.id)"
      return try statusList(
        call, from: source + conditions(in: call.form) + " AND \(Status.visibility(for: call.viewer?.id))", .whenFull)
    },
    Endpoint(.get, "/api/v1/accounts/:id/followers", .anyone("read:accounts")) { call in
      let id = try call.account().id
      return try people(
        call, from: "follow f JOIN account a ON a.id = f.accountId WHERE f.targetId = \(id) AND NOT f.pending",
        cursor: "f.id")
    },
    Endpoint(.get, "/api/v1/accounts/:id/following", .anyone("read:accounts")) { call in
      let id = try call.account().id
      return try people(
        call, from: "follow f JOIN account a ON a.id = f.targetId WHERE f.accountId = \(id) AND NOT f.pending",
        cursor: "f.id")
    },
    Endpoint(.get, "/api/v1/accounts/:id/lists", as: "read:lists") { call, me in
      let rows = try Row.fetchAll(
        call.db,
        sql: "SELECT l.* FROM list l JOIN listMember m ON m.listId = l.id WHERE l.accountId = ? AND m.targetId = ?",
        arguments: [me.id, call.account().id])
      return Reply(.list(rows.map(call.view.list)))
    },
    Endpoint(.get, "/api/v1/accounts/:id/featured_tags", .anyone("read:accounts")) { call in
      Reply(try call.view.featuredTags(of: call.account()))
    },
    Endpoint(.get, "/api/v1/accounts/:id/endorsements", .anyone("read:accounts")) { call in
      let id = try call.account().id
      return try people(
        call, from: "endorsement e JOIN account a ON a.id = e.targetId WHERE e.accountId = \(id)", cursor: "e.id")
    },
  ]

  private static let pins: SQL = " JOIN pin p ON p.statusId = s.id"
  private static let none: SQL = ""

  /// The conditions that the form sets on an account's statuses.
  private static func conditions(in form: Form) -> SQL {
    var conditions: SQL = ""
    if form.flag("exclude_reblogs") == true { conditions += " AND s.reblogOfId IS NULL" }
    if form.flag("exclude_replies") == true {
      conditions += " AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId = s.accountId)"
    }
    if form.flag("only_media") == true { conditions += " AND EXISTS (SELECT 1 FROM media WHERE statusId = s.id)" }
    if let tag = form["tagged"], !tag.isEmpty {
      conditions += " AND EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name = \(tag.lowercased()))"
    }
    return conditions
  }
}
