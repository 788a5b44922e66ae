import GRDB

/// A public list of recommended accounts.
struct AccountCollection: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "collection"

  /// Mastodon's greatest number of accounts in a collection.
  static let mostItems = 25

  var id: Int64?
  let accountId: Int64
  /// At most 40 characters.
  var name: String
  var description = ""
  /// Of name and description, as an ISO 639 code.
  var language: String?
  /// The hashtag of its topic, without `#`.
  var tag: String?
  var sensitive = false
  var discoverable = true
  let createdAt: Moment
  var updatedAt: Moment

  static func find(_ id: Int64, in db: Database) throws -> AccountCollection {
    guard let collection = try fetchOne(db, sql: "SELECT * FROM collection WHERE id = ?", arguments: [id]) else {
      throw Refusal.notFound
    }
    return collection
  }

  /// Its memberships in the order in which they were added. One of another server's account is pending until it agrees.
  func items(in db: Database) throws -> [Row] {
    try Row.fetchAll(db, sql: "SELECT * FROM collectionItem WHERE collectionId = ? ORDER BY id", arguments: [id])
  }

  /// This collection with the settings in the form.
  func changed(by form: Form, at now: Moment) throws -> AccountCollection {
    var collection = self
    collection.name = form["name"] ?? name
    collection.description = form["description"] ?? description
    collection.language = form["language"].map { $0.isEmpty ? nil : $0 } ?? language
    if let tag = form["tag_name"] { collection.tag = tag.isEmpty ? nil : tag.lowercased().filter { $0 != "#" } }
    collection.sensitive = form.flag("sensitive") ?? sensitive
    collection.discoverable = form.flag("discoverable") ?? discoverable
    collection.updatedAt = now
    try collection.check()
    return collection
  }

  private func check() throws {
    guard !name.isEmpty else { throw Refusal.invalid("Name can't be blank") }
    guard name.count <= 40 else { throw Refusal.invalid("Name is too long (maximum is 40 characters)") }
    guard description.count <= 100 else { throw Refusal.invalid("Description is too long (maximum is 100 characters)") }
  }

  /// Adds an account and tells it, if it is one of this instance.
  func add(_ account: Account, in view: Viewpoint, at now: Moment) throws {
    let members = try items(in: view.db).map { $0["targetId"] as Int64 }
    guard !members.contains(account.id) else { throw Refusal.invalid("Account has already been taken") }
    guard members.count < Self.mostItems else { throw Refusal.invalid("Collection has too many accounts") }
    try view.db.execute(
      sql: "INSERT INTO collectionItem (collectionId, targetId, state, createdAt) VALUES (?, ?, ?, ?)",
      arguments: [id, account.id, account.isLocal ? "accepted" : "pending", now])
    try tell(account, in: view, at: now)
  }

  private func tell(_ account: Account, in view: Viewpoint, at now: Moment) throws {
    let payload = String(decoding: try view.entity(of: self).json, as: UTF8.self)
    try NotificationEvent(type: "added_to_collection", to: account.id, from: accountId, payload: payload).deliver(
      in: view.db, at: now)
  }
}

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

extension Viewpoint {
  /// A Collection entity.
  func entity(of collection: AccountCollection) throws -> Entity {
    let items = try collection.items(in: db)
    let settings: Entity = [
      "name": .text(collection.name), "description": .text(collection.description),
      "language": .optional(collection.language), "local": true, "sensitive": .bool(collection.sensitive),
      "discoverable": .bool(collection.discoverable), "tag": try collection.tag.map(tag) ?? .null,
    ]
    let page = "\(InstanceConfiguration.base)/collections/\(collection.id ?? 0)"
    return settings.with([
      "id": .id(collection.id), "account_id": .id(collection.accountId), "uri": .text(page), "url": .text(page),
      "item_count": .int(items.count), "items": .list(items.map(collectionItem)),
      "created_at": .moment(collection.createdAt), "updated_at": .moment(collection.updatedAt),
    ])
  }

  /// A CollectionItem entity.
  func collectionItem(_ row: Row) -> Entity {
    [
      "id": .id(row["id"]), "account_id": .id(row["targetId"]), "state": .text(row["state"]),
      "created_at": .moment(row["createdAt"]),
    ]
  }
}
