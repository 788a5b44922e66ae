import GRDB

/// What belongs to a status, as far as a viewer sees it.
struct StatusParts {
  var media: [Media] = []
  var poll: Poll?
  var mentions: [Account] = []
  var tags: [String] = []
  /// The tables in which the viewer has marked the status: `favourite`, `bookmark`, `pin`, `status` for a boost, and
  /// `silence` for its conversation.
  var marks: Set<String> = []
}

extension Viewpoint {
  /// Status entities, read with a few queries for the page instead of a dozen for each status.
  func entities(of statuses: [Status]) throws -> [Entity] {
    try prepare(statuses)
    return try statuses.map { try entity(of: $0) }
  }

  /// Reads what belongs to the statuses.
  func prepare(_ listed: [Status]) throws {
    let boosted = try load(listed.compactMap(\.reblogOfId))
    let shown = listed.filter { $0.reblogOfId == nil } + boosted
    let quoted = try load(shown.compactMap(\.quoteOfId))
    let all = shown + quoted
    try prepareAccounts((listed + all).map(\.accountId))
    try prepareParts(of: all)
  }

  /// Reads statuses by their ids, with what belongs to them.
  func prepare(ids: [Int64]) throws { try prepare(load(ids)) }

  func prepareAccounts(_ ids: [Int64]) throws {
    let missing = Set(ids).subtracting(people.keys)
    guard !missing.isEmpty else { return }
    let found = try records(Account.self, missing)
    for account in found { people[account.id] = account }
  }

  private func load(_ ids: [Int64]) throws -> [Status] {
    let missing = Set(ids).subtracting(statuses.keys)
    if !missing.isEmpty {
      let found = try records(Status.self, missing)
      for status in found { statuses[status.id] = status }
    }
    return Set(ids).compactMap { statuses[$0] }
  }

  private func records<Record: SelectedRecord>(_ type: Record.Type, _ ids: Set<Int64>) throws -> [Record] {
    let sql = "SELECT \(type.selection) FROM \(type.source) WHERE id IN (SELECT value FROM json_each(?))"
    return try type.all(SQLRequest(sql: sql, arguments: [ids.json], cached: true), in: db)
  }

  private func prepareParts(of all: [Status]) throws {
    let new = all.filter { parts[$0.id] == nil }
    guard !new.isEmpty else { return }
    for status in new { parts[status.id] = StatusParts() }
    let ids = Set(new.map(\.id)).json
    let media = Media.filter(sql: "statusId IN (SELECT value FROM json_each(?))", arguments: [ids])
    for media in try media.order(sql: "position, id").fetchAll(db) {
      guard let id = media.statusId else { continue }
      parts[id]?.media.append(media)
    }
    for poll in try Poll.filter(sql: "statusId IN (SELECT value FROM json_each(?))", arguments: [ids]).fetchAll(db) {
      parts[poll.statusId]?.poll = poll
    }
    try prepareMentions(in: ids)
    let tags = try rows(
      "SELECT statusId, name FROM statusTag WHERE statusId IN (SELECT value FROM json_each(?))", [ids])
    for row in tags { parts[row["statusId"]]?.tags.append(row["name"]) }
    try prepareMarks(on: new, ids)
  }

  private func prepareMentions(in ids: String) throws {
    let found = try rows(
      "SELECT statusId, accountId FROM mention WHERE statusId IN (SELECT value FROM json_each(?)) ORDER BY rowid", [ids]
    )
    try prepareAccounts(found.map { $0["accountId"] })
    for row in found {
      guard let person = people[row["accountId"]] else { continue }
      parts[row["statusId"]]?.mentions.append(person)
    }
  }

  private func prepareMarks(on new: [Status], _ ids: String) throws {
    guard let viewer else { return }
    let marks = try rows(
      """
      SELECT 'favourite' AS mark, statusId FROM favourite WHERE accountId = ?1 AND statusId IN (SELECT value FROM json_each(?2))
      UNION ALL SELECT 'bookmark', statusId FROM bookmark WHERE accountId = ?1 AND statusId IN (SELECT value FROM json_each(?2))
      UNION ALL SELECT 'pin', statusId FROM pin WHERE accountId = ?1 AND statusId IN (SELECT value FROM json_each(?2))
      UNION ALL SELECT 'status', reblogOfId FROM status WHERE accountId = ?1 AND reblogOfId IN (SELECT value FROM json_each(?2))
      """, [viewer.id, ids])
    for row in marks { parts[row["statusId"]]?.marks.insert(row["mark"]) }
    let silenced = try Int64.fetchSet(
      db,
      SQLRequest(
        sql: "SELECT conversationId FROM silence WHERE accountId = ?", arguments: [viewer.id], cached: true))
    for status in new where silenced.contains(status.conversationId) { parts[status.id]?.marks.insert("silence") }
  }

  private func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
    try Row.fetchAll(db, SQLRequest(sql: sql, arguments: arguments, cached: true))
  }
}

extension Set<Int64> {
  /// The ids as a JSON array, for `json_each`.
  fileprivate var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}
