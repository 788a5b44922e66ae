import GRDB

extension Viewpoint {
  /// A Status entity.
  func entity(of status: Status) throws -> Entity {
    let reblog = try status.reblogOfId.flatMap { try Status.find($0, in: db) }
    let shown = reblog ?? status
    let isSensitive =
      try shown.sensitive || exists("SELECT 1 FROM account WHERE id = ? AND sensitized", [shown.accountId])
    var entity: Entity = [
      "id": .id(status.id), "created_at": .moment(status.createdAt), "in_reply_to_id": .id(status.inReplyToId),
      "in_reply_to_account_id": .id(status.inReplyToAccountId), "sensitive": .bool(isSensitive),
      "spoiler_text": .text(shown.spoilerText), "visibility": .text(status.visibility),
      "language": .optional(shown.language), "uri": .text(status.uri), "url": .optional(shown.url),
      "replies_count": .int(reblog == nil ? status.repliesCount : 0), "reblogs_count": .int(shown.reblogsCount),
      "favourites_count": .int(shown.favouritesCount), "quotes_count": .int(shown.quotesCount),
      "edited_at": .moment(shown.editedAt),
    ]
    if viewer != nil { entity = entity.with(try marks(on: shown)) }
    entity = entity.with([
      "content": .text(shown.content), "filtered": try filtered(shown),
      "reblog": try reblog.map { try self.entity(of: $0) } ?? .null,
    ])
    if let name = status.applicationName {
      entity = entity.with(["application": ["name": .text(name), "website": .optional(status.applicationWebsite)]])
    }
    return entity.with(["account": try account(status.accountId)]).with(try attachments(of: shown))
  }

  /// What the viewer has done with the status: favorited, boosted, muted, bookmarked, pinned.
  private func marks(on status: Status) throws -> KeyValuePairs<String, Entity> {
    [
      "favourited": .bool(try viewerHas("favourite", "statusId", status.id)),
      "reblogged": .bool(try viewerHas("status", "reblogOfId", status.id)),
      "muted": .bool(try viewerHas("silence", "conversationId", status.conversationId)),
      "bookmarked": .bool(try viewerHas("bookmark", "statusId", status.id)),
      "pinned": .bool(try viewerHas("pin", "statusId", status.id)),
    ]
  }

  private func attachments(of status: Status) throws -> KeyValuePairs<String, Entity> {
    let media = try Media.ofStatus(status.id, in: db)
    let poll = try Poll.ofStatus(status.id, in: db)
    let author = try Account.find(status.accountId, in: db)
    return [
      "media_attachments": .list(media.map(entity(of:))), "mentions": try mentions(in: status),
      "tags": try tags(of: status),
      "emojis": try emojis(in: [status.content, status.spoilerText], domain: author?.domain),
      "quote": try quote(in: status), "card": status.card.map(Entity.verbatim) ?? .null,
      "poll": try poll.map { try entity(of: $0) } ?? .null, "quote_approval": try quoteApproval(of: status),
    ]
  }

  private func mentions(in status: Status) throws -> Entity {
    let people = try Account.fetchAll(
      db,
      SQLRequest(
        sql: "SELECT a.* FROM mention m JOIN account a ON a.id = m.accountId WHERE m.statusId = ? ORDER BY m.rowid",
        arguments: [status.id], cached: true))
    return .list(
      people.map {
        ["id": .id($0.id), "username": .text($0.username), "url": .text($0.url), "acct": .text($0.acct)]
      })
  }

  private func tags(of status: Status) throws -> Entity {
    let names = try String.fetchAll(
      db, SQLRequest(sql: "SELECT name FROM statusTag WHERE statusId = ?", arguments: [status.id], cached: true))
    return .list(names.map { ["name": .text($0), "url": .text("\(InstanceConfiguration.base)/tags/\($0)")] })
  }

  private func quote(in status: Status) throws -> Entity {
    guard let id = status.quoteOfId else { return .null }
    guard !status.isQuoteRevoked else { return ["state": "revoked", "quoted_status": nil] }
    guard try self.status(id) != nil else { return ["state": "deleted", "quoted_status": nil] }
    guard let quoted = try visibleStatus(id) else { return ["state": "unauthorized", "quoted_status": nil] }
    guard quoted.quoteOfId == nil else { return ["state": "accepted", "quoted_status_id": .id(id)] }
    return ["state": "accepted", "quoted_status": try entity(of: quoted)]
  }

  /// Whether the viewer may quote the status; only its author may quote a followers-only status.
  func mayQuote(_ status: Status) throws -> Bool {
    switch (status.visibility, status.quotePolicy) {
    case ("direct", _): false
    case _ where viewer?.id == status.accountId: true
    case ("private", _): false
    case (_, "public"): true
    case (_, "followers"):
      try viewer.flatMap { try Follow.find(from: $0.id, to: status.accountId, in: db) }?.pending == false
    default: false
    }
  }

  private func quoteApproval(of status: Status) throws -> Entity {
    let isOpen = status.quotePolicy == "public" && status.visibility != "private" && status.visibility != "direct"
    let automatic: Entity = isOpen ? ["public"] : status.quotePolicy == "followers" ? ["followers"] : []
    return [
      "automatic": automatic, "manual": [], "current_user": try mayQuote(status) ? "automatic" : "denied",
    ]
  }

  private func filtered(_ status: Status) throws -> Entity {
    guard viewer?.id != status.accountId, try !activeFilters().isEmpty else { return [] }
    let text = HTML.plainText(status.content) + " " + status.spoilerText
    return .list(
      try activeFilters().compactMap { active in
        let found = active.keywords.filter { $0.matches(text) }.map(\.keyword)
        let isListed = active.statuses.contains(status.id)
        guard !found.isEmpty || isListed else { return nil }
        return [
          "filter": header(of: active.filter), "keyword_matches": .texts(found),
          "status_matches": isListed ? [.id(status.id)] : [],
        ]
      })
  }

  /// The status, if it exists and is visible to the viewer.
  func visibleStatus(_ id: Int64) throws -> Status? {
    try SQLRequest<Status>(
      literal: "SELECT s.* FROM status s WHERE s.id = \(id) AND \(Status.visibility(for: viewer?.id))", cached: true
    ).fetchOne(db)
  }
}
