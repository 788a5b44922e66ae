import GRDB

extension Routes {
  /// Public collections of accounts.
  static let collections: [Endpoint] = [
    Endpoint(.get, "/api/v1/accounts/:id/collections", as: "read:collections") { call, _ in
      let owner = try call.account().id
      return try page(of: "accountId = \(owner)", call)
    },
    Endpoint(.get, "/api/v1/accounts/:id/in_collections", as: "read:collections") { call, _ in
      let member = try call.account().id
      return try page(of: "id IN (SELECT collectionId FROM collectionItem WHERE targetId = \(member))", call)
    },
    Endpoint(.get, "/api/v1/collections/:id", as: "read:collections") { call, _ in
      let collection = try AccountCollection.find(call.id(), in: call.db)
      let people = [collection.accountId] + (try collection.items(in: call.db).map { $0["targetId"] })
      return Reply([
        "collection": try call.view.entity(of: collection), "accounts": .list(try people.map(call.view.account)),
      ])
    },
    Endpoint(.post, "/api/v1/collections", as: "write:collections") { call, me in
      let new = AccountCollection(accountId: me.id, name: "", createdAt: call.now, updatedAt: call.now)
      var collection = try new.changed(by: call.form, at: call.now)
      try collection.insert(call.db)
      collection.id = call.db.lastInsertedRowID
      for id in call.form.ids("account_ids") {
        guard let account = try Account.find(id, in: call.db) else { throw Refusal.notFound }
        try collection.add(account, in: call.view, at: call.now)
      }
      return Reply(["collection": try call.view.entity(of: collection)])
    },
    Endpoint(.patch, "/api/v1/collections/:id", as: "write:collections") { call, me in
      let collection = try own(call, me).changed(by: call.form, at: call.now)
      try collection.update(call.db)
      return Reply(["collection": try call.view.entity(of: collection)])
    },
    Endpoint(.delete, "/api/v1/collections/:id", as: "write:collections") { call, me in
      try own(call, me).delete(call.db)
      return .empty
    },
    Endpoint(.post, "/api/v1/collections/:id/items", as: "write:collections") { call, me in
      let collection = try own(call, me)
      guard let account = try call.form.id("account_id").flatMap({ try Account.find($0, in: call.db) }) else {
        throw Refusal.notFound
      }
      try collection.add(account, in: call.view, at: call.now)
      let item = try collection.items(in: call.db).last
      return Reply(["collection_item": item.map(call.view.collectionItem) ?? .null])
    },
    Endpoint(.delete, "/api/v1/collections/:id/items/:item", as: "write:collections") { call, me in
      try remove(item(of: own(call, me), call), call)
    },
    Endpoint(.post, "/api/v1/collections/:id/items/:item/revoke", as: "write:collections") { call, me in
      let item = try item(of: AccountCollection.find(call.id(), in: call.db), call)
      guard item["targetId"] == me.id else { throw Refusal.notPermitted }
      return try remove(item, call)
    },
  ]

  /// The collections that meet a condition, newest first; 40 by default, 80 at most.
  private static func page(of condition: SQL, _ call: Call) throws -> Reply {
    let limit = call.form.limit(standard: 40, most: 80)
    let rows = try SQLRequest<AccountCollection>(
      literal: "SELECT * FROM collection WHERE \(condition) ORDER BY id DESC LIMIT \(limit) OFFSET \(call.form.offset)"
    ).fetchAll(call.db)
    return Reply(["collections": .list(try rows.map(call.view.entity)), "partial_accounts": []])
  }

  private static func own(_ call: Call, _ me: Account) throws -> AccountCollection {
    let collection = try AccountCollection.find(call.id(), in: call.db)
    guard collection.accountId == me.id else { throw Refusal.notPermitted }
    return collection
  }

  private static func item(of collection: AccountCollection, _ call: Call) throws -> Row {
    let id = try call.id("item")
    guard let item = try collection.items(in: call.db).first(where: { $0["id"] == id }) else { throw Refusal.notFound }
    return item
  }

  private static func remove(_ item: Row, _ call: Call) throws -> Reply {
    let id: Int64 = item["id"]
    try call.db.execute(sql: "DELETE FROM collectionItem WHERE id = ?", arguments: [id])
    return .empty
  }
}
