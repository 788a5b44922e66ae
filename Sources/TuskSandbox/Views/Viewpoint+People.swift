import GRDB

extension Viewpoint {
  /// A FamiliarFollowers entity: the followers of an account that the viewer follows.
  func familiarFollowers(of id: Int64, to me: Account) throws -> Entity {
    let people = try Account.fetchAll(
      db,
      sql: """
        SELECT a.* FROM follow mine JOIN follow theirs ON theirs.accountId = mine.targetId
          JOIN account a ON a.id = mine.targetId
        WHERE mine.accountId = ? AND theirs.targetId = ? AND NOT mine.pending AND NOT theirs.pending
        """, arguments: [me.id, id])
    return ["id": .id(id), "accounts": .list(try people.map { try entity(of: $0) })]
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
