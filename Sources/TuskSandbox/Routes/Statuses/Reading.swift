import GRDB

extension Routes {
  /// Reading statuses, their threads and their history.
  static let reading: [Endpoint] = [
    Endpoint(.get, "/api/v1/statuses", .anyone("read:statuses")) { call in
      let found = try call.form.ids("id").prefix(20).compactMap { try call.view.visibleStatus($0) }
      return Reply(.list(try call.view.entities(of: found)))
    },
    Endpoint(.get, "/api/v1/statuses/:id", .anyone("read:statuses")) { call in
      Reply(try call.view.entity(of: call.status()))
    },
    Endpoint(.get, "/api/v1/statuses/:id/context", .anyone("read:statuses")) { call in
      Reply(try call.view.context(of: call.status()))
    },
    Endpoint(.get, "/api/v1/statuses/:id/card", .anyone("read:statuses")) { call in
      Reply(try call.status().card.map(Entity.verbatim) ?? [:])
    },
    Endpoint(.get, "/api/v1/statuses/:id/history", .anyone("read:statuses")) { call in
      Reply(try call.view.history(of: call.status()))
    },
    Endpoint(.get, "/api/v1/statuses/:id/source", as: "read:statuses") { call, _ in
      let status = try call.status()
      return Reply([
        "id": .id(status.id), "text": .text(status.text), "spoiler_text": .text(status.spoilerText),
      ])
    },
    Endpoint(.get, "/api/v1/statuses/:id/reblogged_by", .anyone("read:accounts")) { call in
      try people(
        call, from: "status l JOIN account a ON a.id = l.accountId WHERE l.reblogOfId = \(call.status().id)",
        cursor: "l.id")
    },
    Endpoint(.get, "/api/v1/statuses/:id/favourited_by", .anyone("read:accounts")) { call in
      try people(
        call, from: "favourite l JOIN account a ON a.id = l.accountId WHERE l.statusId = \(call.status().id)",
        cursor: "l.id")
    },
    Endpoint(.get, "/api/v1/statuses/:id/quotes", as: "read:statuses") { call, me in
      let seen = Status.visibility(for: me.id)
      return try statusList(
        call, from: "status s WHERE s.quoteOfId = \(call.status().id) AND NOT s.isQuoteRevoked AND \(seen)", .whenFull)
    },
    Endpoint(.post, "/api/v1/statuses/:id/translate", as: "read:statuses") { call, _ in
      Reply(try call.view.translation(of: call.status(), to: call.form["lang"] ?? "de"))
    },
  ]
}

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

  /// A Translation entity.
  ///
  /// - Throws: ``Refusal`` for a status that not everyone may read, and for a language without a phrasebook.
  func translation(of status: Status, to language: String) throws -> Entity {
    let isOpen = status.visibility == "public" || status.visibility == "unlisted"
    guard isOpen, let book = Phrasebook(to: language) else {
      throw Refusal(403, "This action is not allowed")
    }
    let poll = try Poll.ofStatus(status.id, in: db)
    let options = try poll?.options(in: db).map { option -> Entity in
      ["title": .text(book.translation(of: option.title))]
    }
    let media = try parts(of: status).media.map { media -> Entity in
      [
        "id": .id(media.id),
        "description": .optional(media.description.map(book.translation)),
      ]
    }
    return [
      "content": .text(book.translation(of: status.content)),
      "spoiler_text": .text(book.translation(of: status.spoilerText)), "language": .text(language),
      "media_attachments": .list(media),
      "poll": options.map { ["id": .id(poll?.id), "options": .list($0)] } ?? .null,
      "detected_source_language": "en", "provider": "Phrasebook",
    ]
  }
}
