import GRDB

extension Routes {
  /// Filters.
  static let filters: [Endpoint] = [
    Endpoint(.get, "/api/v2/filters", as: "read:filters") { call, me in
      let found = try Filter.filter(sql: "accountId = ?", arguments: [me.id]).order(sql: "id").fetchAll(call.db)
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.post, "/api/v2/filters", as: "write:filters") { call, me in
      var filter = Filter(accountId: me.id, title: "", contexts: "", action: "warn")
      try filter.change(by: call.form, at: call.now)
      try filter.insert(call.db)
      filter.id = call.db.lastInsertedRowID
      try filter.changeKeywords(by: call.form, in: call.db)
      return Reply(try call.view.entity(of: filter))
    },
    Endpoint(.get, "/api/v2/filters/:id", as: "read:filters") { call, me in
      Reply(try call.view.entity(of: filter(call, of: me)))
    },
    Endpoint(.put, "/api/v2/filters/:id", as: "write:filters") { call, me in
      var filter = try filter(call, of: me)
      try filter.change(by: call.form, at: call.now)
      try filter.update(call.db)
      try filter.changeKeywords(by: call.form, in: call.db)
      return Reply(try call.view.entity(of: filter))
    },
    Endpoint(.delete, "/api/v2/filters/:id", as: "write:filters") { call, me in
      try call.db.execute(sql: "DELETE FROM filter WHERE id = ?", arguments: [filter(call, of: me).id])
      return .empty
    },
  ]

  static func filter(_ call: Call, of me: Account) throws -> Filter {
    let filter = try Filter.filter(sql: "id = ? AND accountId = ?", arguments: [call.id(), me.id]).fetchOne(call.db)
    guard let filter else { throw Refusal.notFound }
    return filter
  }
}

extension Filter {
  mutating func change(by form: Form, at now: Moment) throws {
    title = form["title"] ?? title
    contexts = form.list("context")?.joined(separator: ",") ?? contexts
    action = form["filter_action"] ?? action
    if form.has("expires_in") { expiresAt = form.int("expires_in").map { now.adding(seconds: $0) } }
    let known = ["home", "notifications", "public", "thread", "account"]
    guard !title.isEmpty else { throw Refusal.invalid("Title can't be blank") }
    guard !contexts.isEmpty, contexts.split(separator: ",").allSatisfy({ known.contains(String($0)) }) else {
      throw Refusal.invalid("Context None or invalid context supplied")
    }
    guard ["warn", "hide", "blur"].contains(action) else {
      throw Refusal(422, "'\(action)' is not a valid filter_action")
    }
  }

  fileprivate func changeKeywords(by form: Form, in db: Database) throws {
    for group in form.groups("keywords_attributes") {
      let isGone = group["_destroy"].map { ["1", "true"].contains($0) } ?? false
      let wholeWord = group["whole_word"].map { !["0", "false"].contains($0) } ?? true
      switch (group["id"].flatMap { Int64($0) }, group["keyword"]) {
      case (let id?, _) where isGone:
        try db.execute(sql: "DELETE FROM filterKeyword WHERE id = ? AND filterId = ?", arguments: [id, self.id])
      case (let id?, let words?):
        try db.execute(
          sql: "UPDATE filterKeyword SET keyword = ?, wholeWord = ? WHERE id = ? AND filterId = ?",
          arguments: [words, wholeWord, id, self.id])
      case (nil, let words?):
        try Keyword(filterId: self.id ?? 0, keyword: words, wholeWord: wholeWord).insert(db)
      default: break
      }
    }
  }
}
