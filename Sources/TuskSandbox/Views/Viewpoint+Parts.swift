import GRDB

extension Viewpoint {
  /// A MediaAttachment entity.
  func entity(of media: Media) -> Entity {
    [
      "id": .id(media.id), "type": .text(media.kind), "url": .text(media.url), "preview_url": .text(media.url),
      "remote_url": .optional(media.remoteUrl), "preview_remote_url": nil, "text_url": nil,
      "meta": .verbatim(media.meta), "description": .optional(media.description),
      "blurhash": .optional(media.blurhash),
    ]
  }

  /// A Poll entity; totals stay hidden until the end if the author chose so.
  func entity(of poll: Poll) throws -> Entity {
    let options = try poll.options(in: db)
    let ended = poll.hasEnded(at: now)
    let isHidden = poll.hideTotals && !ended
    let entity: Entity = [
      "id": .id(poll.id), "expires_at": .moment(poll.expiresAt), "expired": .bool(ended),
      "multiple": .bool(poll.multiple), "votes_count": .int(options.reduce(0) { $0 + $1.votesCount }),
      "voters_count": poll.votersCount.map(Entity.int) ?? .null,
    ]
    let titles = options.map(\.title)
    return entity.with(try ownVotes(in: poll)).with([
      "options": .list(
        options.map { ["title": .text($0.title), "votes_count": isHidden ? .null : .int($0.votesCount)] }),
      "emojis": try emojis(in: titles, domain: nil),
    ])
  }

  private func ownVotes(in poll: Poll) throws -> KeyValuePairs<String, Entity> {
    guard let viewer else { return [:] }
    let votes = try Int.fetchAll(
      db, sql: "SELECT position FROM vote WHERE pollId = ? AND accountId = ? ORDER BY position",
      arguments: [poll.id, viewer.id])
    let isOwn = try exists(
      "SELECT 1 FROM status WHERE id = ? AND accountId = ?", [poll.statusId, viewer.id])
    return ["voted": .bool(isOwn || !votes.isEmpty), "own_votes": .list(votes.map(Entity.int))]
  }

  /// A Notification entity.
  func notification(_ row: Row) throws -> Entity {
    let statusID: Int64? = row["statusId"]
    var entity: Entity = [
      "id": .id(row["id"]), "type": .text(row["type"]), "created_at": .moment(row["createdAt"]),
      "group_key": .text(row["groupKey"]), "account": try account(row["fromId"]),
    ]
    if let status = try statusID.flatMap({ try self.status($0) }) {
      entity = entity.with(["status": try self.entity(of: status)])
    }
    return payload(of: row).map { entity.with([$0.name: $0.value]) } ?? entity
  }

  /// The member that some types of notification have instead of a status.
  func payload(of row: Row) -> (name: String, value: Entity)? {
    guard let json: String = row["payload"], let name = Viewpoint.payloadNames[row["type"]] else { return nil }
    return (name, .verbatim(json))
  }

  private static let payloadNames = [
    "admin.report": "report", "severed_relationships": "event", "moderation_warning": "moderation_warning",
    "added_to_collection": "collection",
  ]

  /// A List entity.
  func list(_ row: Row) -> Entity {
    [
      "id": .id(row["id"]), "title": .text(row["title"]), "replies_policy": .text(row["repliesPolicy"]),
      "exclusive": .bool(row["exclusive"]),
    ]
  }

  /// A Filter entity without its keywords.
  func header(of filter: Filter) -> Entity {
    [
      "id": .id(filter.id), "title": .text(filter.title),
      "context": .texts(filter.contexts.split(separator: ",").map(String.init)),
      "expires_at": .moment(filter.expiresAt), "filter_action": .text(filter.action),
    ]
  }

  /// A Filter entity.
  func entity(of filter: Filter) throws -> Entity {
    header(of: filter).with([
      "keywords": .list(try filter.keywords(in: db).map(entity(of:))),
      "statuses": .list(try filter.statuses(in: db).map(entity(of:))),
    ])
  }

  /// A FilterKeyword entity.
  func entity(of keyword: Filter.Keyword) -> Entity {
    ["id": .id(keyword.id), "keyword": .text(keyword.keyword), "whole_word": .bool(keyword.wholeWord)]
  }

  /// A FilterStatus entity.
  func entity(of status: Filter.Status) -> Entity { ["id": .id(status.id), "status_id": .id(status.statusId)] }

  /// A Tag entity with a history of one week; all uses are counted on the latest day.
  func tag(_ name: String) throws -> Entity {
    let counts = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*) AS uses, count(DISTINCT s.accountId) AS people
        FROM statusTag t JOIN status s ON s.id = t.statusId WHERE t.name = ?
        """, arguments: [name])
    let uses: Int = counts?["uses"] ?? 0
    let people: Int = counts?["people"] ?? 0
    let history = (0..<7).map { day -> Entity in
      let midnight = now.startOfDay.adding(seconds: -86_400 * day).milliseconds / 1000
      return [
        "day": .text(String(midnight)), "accounts": .text(String(day == 0 ? people : 0)),
        "uses": .text(String(day == 0 ? uses : 0)),
      ]
    }
    let entity: Entity = [
      "id": .text(name), "name": .text(name), "url": .text("\(InstanceConfiguration.base)/tags/\(name)"),
      "history": .list(history),
    ]
    guard viewer != nil else { return entity }
    return entity.with([
      "following": .bool(try viewerFollows(tag: name)), "featuring": .bool(try viewerFeatures(tag: name)),
    ])
  }

  private func viewerFollows(tag name: String) throws -> Bool {
    try exists("SELECT 1 FROM tagFollow WHERE accountId = ? AND name = ?", [viewer?.id, name])
  }

  private func viewerFeatures(tag name: String) throws -> Bool {
    try exists("SELECT 1 FROM featuredTag WHERE accountId = ? AND name = ?", [viewer?.id, name])
  }
}
