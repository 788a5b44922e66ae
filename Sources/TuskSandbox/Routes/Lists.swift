import GRDB

extension Routes {
  /// Lists of accounts, each with a timeline.
  static let lists: [Endpoint] = [
    Endpoint(.get, "/api/v1/lists", as: "read:lists") { call, me in
      let rows = try Row.fetchAll(
        call.db, sql: "SELECT * FROM list WHERE accountId = ? ORDER BY id", arguments: [me.id])
      return Reply(.list(rows.map(call.view.list)))
    },
    Endpoint(.post, "/api/v1/lists", as: "write:lists") { call, me in
      let list = try List(call.form)
      try call.db.execute(
        sql: "INSERT INTO list (accountId, title, repliesPolicy, exclusive) VALUES (?, ?, ?, ?)",
        arguments: [me.id, list.title, list.repliesPolicy, list.exclusive])
      return try listReply(call.db.lastInsertedRowID, call)
    },
    Endpoint(.get, "/api/v1/lists/:id", as: "read:lists") { call, me in
      try listReply(List.find(call, of: me), call)
    },
    Endpoint(.put, "/api/v1/lists/:id", as: "write:lists") { call, me in
      let id = try List.find(call, of: me)
      let old = try Row.fetchOne(call.db, sql: "SELECT * FROM list WHERE id = ?", arguments: [id])
      let list = try List(call.form, changing: old)
      try call.db.execute(
        sql: "UPDATE list SET title = ?, repliesPolicy = ?, exclusive = ? WHERE id = ?",
        arguments: [list.title, list.repliesPolicy, list.exclusive, id])
      return try listReply(id, call)
    },
    Endpoint(.delete, "/api/v1/lists/:id", as: "write:lists") { call, me in
      try call.db.execute(sql: "DELETE FROM list WHERE id = ?", arguments: [List.find(call, of: me)])
      return .empty
    },
    Endpoint(.get, "/api/v1/lists/:id/accounts", as: "read:lists") { call, me in
      let id = try List.find(call, of: me)
      let source: SQL = "listMember m JOIN account a ON a.id = m.targetId WHERE m.listId = \(id)"
      guard call.form["limit"] == "0" else { return try people(call, from: source, cursor: "m.id") }
      let all = try SQLRequest<Account>(literal: "SELECT a.* FROM \(source) ORDER BY m.id DESC").fetchAll(call.db)
      return Reply(.list(try all.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.post, "/api/v1/lists/:id/accounts", as: "write:lists") { call, me in
      let id = try List.find(call, of: me)
      for member in call.form.ids("account_ids") { try List.add(member, to: id, of: me, in: call.db) }
      return .empty
    },
    Endpoint(.delete, "/api/v1/lists/:id/accounts", as: "write:lists") { call, me in
      let id = try List.find(call, of: me)
      for member in call.form.ids("account_ids") {
        try call.db.execute(sql: "DELETE FROM listMember WHERE listId = ? AND targetId = ?", arguments: [id, member])
      }
      return .empty
    },
  ]

  private static func listReply(_ id: Int64, _ call: Call) throws -> Reply {
    guard let row = try Row.fetchOne(call.db, sql: "SELECT * FROM list WHERE id = ?", arguments: [id]) else {
      throw Refusal.notFound
    }
    return Reply(call.view.list(row))
  }
}

/// A list's settings, from a form.
struct List {
  let title: String
  let repliesPolicy: String
  let exclusive: Bool

  /// Reads the form; settings that it lacks keep their old values.
  init(_ form: Form, changing old: Row? = nil) throws {
    title = form["title"] ?? old?["title"] ?? ""
    repliesPolicy = form["replies_policy"] ?? old?["repliesPolicy"] ?? "list"
    exclusive = form.flag("exclusive") ?? old?["exclusive"] ?? false
    guard !title.isEmpty else { throw Refusal.invalid("Title can't be blank") }
    guard ["list", "followed", "none"].contains(repliesPolicy) else {
      throw Refusal(422, "'\(repliesPolicy)' is not a valid replies_policy")
    }
  }

  /// The id in the path, if the list belongs to the caller.
  static func find(_ call: Call, of me: Account) throws -> Int64 {
    let id = try Int64.fetchOne(
      call.db, sql: "SELECT id FROM list WHERE id = ? AND accountId = ?", arguments: [call.id(), me.id])
    guard let id else { throw Refusal.notFound }
    return id
  }

  static func add(_ member: Int64, to list: Int64, of me: Account, in db: Database) throws {
    guard try member == me.id || Follow.find(from: me.id, to: member, in: db) != nil else { throw Refusal.notFound }
    do {
      try db.execute(sql: "INSERT INTO listMember (listId, targetId) VALUES (?, ?)", arguments: [list, member])
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw Refusal.invalid("Account has already been taken")
    }
  }
}

extension Viewpoint {
  /// A List entity.
  func list(_ row: Row) -> Entity {
    [
      "id": .id(row["id"]), "title": .text(row["title"]), "replies_policy": .text(row["repliesPolicy"]),
      "exclusive": .bool(row["exclusive"]),
    ]
  }
}
