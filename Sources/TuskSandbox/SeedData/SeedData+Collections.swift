import GRDB

extension SeedData {
  /// Adds a collection of alice, and one of bob that she is in.
  func addCollections() throws {
    try add("Gardeners", "People who grow things", of: Person.alice, with: [Person.bob, Person.sakura])
    try add("Readers", "People who read the news early", of: Person.bob, with: [Person.alice, Person.carol])
  }

  private func add(_ name: String, _ text: String, of owner: Int64, with members: [Int64]) throws {
    let made = ago(days: 30)
    try AccountCollection(
      accountId: owner, name: name, description: text, language: "en", createdAt: made, updatedAt: made
    ).insert(db)
    let id = db.lastInsertedRowID
    for member in members {
      try db.execute(
        sql: "INSERT INTO collectionItem (collectionId, targetId, state, createdAt) VALUES (?, ?, 'accepted', ?)",
        arguments: [id, member, made])
    }
  }

  /// Adds a push subscription of alice and the report of one of her years.
  func addSettings() throws {
    try db.execute(
      sql: """
        INSERT INTO pushSubscription (token, endpoint, alerts, policy, standard)
        VALUES (?, 'https://push.example/alice', 'mention,follow', 'all', 1)
        """, arguments: [try Store.setting("token", in: db)])
    let year = try AnnualReport(of: 2025, for: alice(), in: db).entity
    try db.execute(
      sql: "INSERT INTO annualReport (accountId, year, data) VALUES (?, 2025, ?)",
      arguments: [Person.alice, String(decoding: year.json, as: UTF8.self)])
  }

  private func alice() throws -> Account {
    guard let alice = try Account.find(Person.alice, in: db) else { throw Refusal.notFound }
    return alice
  }
}
