import GRDB

extension Viewpoint {
  /// A Status entity.
  func entity(of status: Status) throws -> Entity {
    let reblog = try status.reblogOfId.flatMap { try self.status($0) }
    let shown = reblog ?? status
    let isSensitive = try shown.sensitive || person(shown.accountId)?.sensitized ?? false
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
    let marks = try parts(of: status).marks
    return [
      "favourited": .bool(marks.contains("favourite")), "reblogged": .bool(marks.contains("status")),
      "muted": .bool(marks.contains("silence")), "bookmarked": .bool(marks.contains("bookmark")),
      "pinned": .bool(marks.contains("pin")),
    ]
  }

  private func attachments(of status: Status) throws -> KeyValuePairs<String, Entity> {
    let parts = try parts(of: status)
    let author = try person(status.accountId)
    return [
      "media_attachments": .list(parts.media.map(entity(of:))), "mentions": mentions(of: parts.mentions),
      "tags": tags(parts.tags),
      "emojis": try emojis(in: [status.content, status.spoilerText], domain: author?.domain),
      "quote": try quote(in: status), "card": status.card.map(Entity.verbatim) ?? .null,
      "poll": try parts.poll.map { try entity(of: $0) } ?? .null, "quote_approval": try quoteApproval(of: status),
    ]
  }

  private func mentions(of people: [Account]) -> Entity {
    .list(
      people.map {
        ["id": .id($0.id), "username": .text($0.username), "url": .text($0.url), "acct": .text($0.acct)]
      })
  }

  private func tags(_ names: [String]) -> Entity {
    .list(names.map { ["name": .text($0), "url": .text("\(InstanceConfiguration.base)/tags/\($0)")] })
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
    let query: SQL = """
      SELECT \(sql: Status.selection) FROM status s WHERE s.id = \(id) AND \(Status.visibility(for: viewer?.id))
      """
    return try Status.all(SQLRequest(literal: query, cached: true), in: db).first
  }
}
