import GRDB

extension Viewpoint {
  /// A Context entity: ancestors and descendants, limited without a token as on Mastodon.
  func context(of status: Status) throws -> Entity {
    let (above, below, depth) = viewer == nil ? (40, 60, 20) : (4096, 4096, 4096)
    return [
      "ancestors": .list(try entities(of: ancestors(of: status, limit: above))),
      "descendants": .list(try entities(of: descendants(of: status.id, depth: depth, limit: below))),
    ]
  }

  private func ancestors(of status: Status, limit: Int) throws -> [Status] {
    var found: [Status] = []
    var next = status.inReplyToId
    while let id = next, found.count < limit, let parent = try Status.find(id, in: db) {
      if try visibleStatus(id) != nil { found.append(parent) }
      next = parent.inReplyToId
    }
    return found.reversed()
  }

  /// The descendants depth first, each branch in order of creation; iterative, because threads may be thousands deep.
  private func descendants(of root: Int64, depth: Int, limit: Int) throws -> [Status] {
    var found: [Status] = []
    var waiting = try replies(to: root).reversed().map { (status: $0, depth: 1) }
    while let next = waiting.popLast(), found.count < limit {
      found.append(next.status)
      guard next.depth < depth else { continue }
      waiting += try replies(to: next.status.id).reversed().map { ($0, next.depth + 1) }
    }
    return found
  }

  private func replies(to id: Int64) throws -> [Status] {
    try SQLRequest<Status>(
      literal: """
        SELECT s.* FROM status s WHERE s.inReplyToId = \(id) AND \(Status.visibility(for: viewer?.id)) ORDER BY s.id
        """, cached: true
    ).fetchAll(db)
  }

  /// StatusEdit entities, oldest first.
  func history(of status: Status) throws -> Entity {
    let author = try account(status.accountId)
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM edit WHERE statusId = ? ORDER BY id", arguments: [status.id])
    guard !rows.isEmpty else { return [try onlyEdition(of: status, by: author)] }
    return .list(
      rows.map { row in
        let poll: String? = row["poll"]
        let edition: Entity = [
          "content": .text(row["content"]), "spoiler_text": .text(row["spoilerText"]),
          "sensitive": .bool(row["sensitive"]), "created_at": .moment(row["createdAt"]), "account": author,
          "media_attachments": .verbatim(row["media"]), "emojis": [],
        ]
        return poll.map { edition.with(["poll": .verbatim($0)]) } ?? edition
      })
  }

  private func onlyEdition(of status: Status, by author: Entity) throws -> Entity {
    [
      "content": .text(status.content), "spoiler_text": .text(status.spoilerText),
      "sensitive": .bool(status.sensitive), "created_at": .moment(status.createdAt), "account": author,
      "media_attachments": .list(try Media.ofStatus(status.id, in: db).map(entity(of:))), "emojis": [],
    ]
  }
}
