import GRDB

extension Routes {
  /// The keywords of filters, and the statuses that are filtered one by one.
  static let filterParts: [Endpoint] = [
    Endpoint(.get, "/api/v2/filters/:id/keywords", as: "read:filters") { call, me in
      Reply(.list(try filter(call, of: me).keywords(in: call.db).map(call.view.entity(of:))))
    },
    Endpoint(.post, "/api/v2/filters/:id/keywords", as: "write:filters") { call, me in
      var keyword = Filter.Keyword(filterId: try filter(call, of: me).id ?? 0, keyword: "", wholeWord: true)
      try keyword.change(by: call.form, "keyword")
      try keyword.insert(call.db)
      keyword.id = call.db.lastInsertedRowID
      return Reply(call.view.entity(of: keyword))
    },
    Endpoint(.get, "/api/v2/filters/keywords/:id", as: "read:filters") { call, me in
      Reply(call.view.entity(of: try .find(call.id(), of: me, in: call.db)))
    },
    Endpoint(.put, "/api/v2/filters/keywords/:id", as: "write:filters") { call, me in
      var keyword = try Filter.Keyword.find(call.id(), of: me, in: call.db)
      try keyword.change(by: call.form, "keyword")
      try keyword.update(call.db)
      return Reply(call.view.entity(of: keyword))
    },
    Endpoint(.delete, "/api/v2/filters/keywords/:id", as: "write:filters") { call, me in
      try Filter.Keyword.find(call.id(), of: me, in: call.db).delete(call.db)
      return .empty
    },
    Endpoint(.get, "/api/v2/filters/:id/statuses", as: "read:filters") { call, me in
      Reply(.list(try filter(call, of: me).statuses(in: call.db).map(call.view.entity(of:))))
    },
    Endpoint(.post, "/api/v2/filters/:id/statuses", as: "write:filters") { call, me in
      let filter = try filter(call, of: me)
      guard let id = call.form.id("status_id"), try call.view.visibleStatus(id) != nil else { throw Refusal.notFound }
      guard try !filter.statuses(in: call.db).contains(where: { $0.statusId == id }) else {
        throw Refusal.invalid("Status has already been taken")
      }
      var status = Filter.Status(filterId: filter.id ?? 0, statusId: id)
      try status.insert(call.db)
      status.id = call.db.lastInsertedRowID
      return Reply(call.view.entity(of: status))
    },
    Endpoint(.get, "/api/v2/filters/statuses/:id", as: "read:filters") { call, me in
      Reply(call.view.entity(of: try filterStatus(call, of: me)))
    },
    Endpoint(.delete, "/api/v2/filters/statuses/:id", as: "write:filters") { call, me in
      try filterStatus(call, of: me).delete(call.db)
      return .empty
    },
  ]

  private static func filterStatus(_ call: Call, of me: Account) throws -> Filter.Status {
    let status = try Filter.Status.filter(
      sql: "id = ? AND filterId IN (SELECT id FROM filter WHERE accountId = ?)", arguments: [call.id(), me.id])
    guard let status = try status.fetchOne(call.db) else { throw Refusal.notFound }
    return status
  }
}

extension Filter.Keyword {
  /// - Parameter name: the field with the words.
  mutating func change(by form: Form, _ name: String) throws {
    keyword = form[name] ?? keyword
    wholeWord = form.flag("whole_word") ?? wholeWord
    guard !keyword.isEmpty else { throw Refusal.invalid("Keyword can't be blank") }
  }

  /// The keyword, if one of the account's filters has it.
  static func find(_ id: Int64, of account: Account, in db: Database) throws -> Filter.Keyword {
    let keyword = Filter.Keyword.filter(
      sql: "id = ? AND filterId IN (SELECT id FROM filter WHERE accountId = ?)", arguments: [id, account.id])
    guard let keyword = try keyword.fetchOne(db) else { throw Refusal.notFound }
    return keyword
  }
}
