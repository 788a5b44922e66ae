import GRDB

/// The poll of a status.
struct Poll: Codable, FetchableRecord, PersistableRecord {
  /// An answer and its number of votes.
  struct Option: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "pollOption"
    var pollId: Int64
    var position: Int
    var title: String
    var votesCount = 0
  }

  static let databaseTableName = "poll"

  var id: Int64?
  var statusId: Int64
  var expiresAt: Moment?
  var multiple = false
  var hideTotals = false
  /// Nil for polls of servers that count only votes.
  var votersCount: Int?
  /// Whether the notifications of its end have been sent.
  var isAnnounced = false

  func hasEnded(at now: Moment) -> Bool { expiresAt.map { $0 <= now } ?? false }

  func options(in db: Database) throws -> [Option] {
    try Option.filter(sql: "pollId = ?", arguments: [id]).order(sql: "position").fetchAll(db)
  }

  static func ofStatus(_ id: Int64, in db: Database) throws -> Poll? {
    try Poll.fetchOne(db, SQLRequest(sql: "SELECT * FROM poll WHERE statusId = ?", arguments: [id], cached: true))
  }
}

extension Routes {
  /// Polls and votes.
  static let polls: [Endpoint] = [
    Endpoint(.get, "/api/v1/polls/:id", .anyone("read:statuses")) { call in
      Reply(try call.view.entity(of: poll(call)))
    },
    Endpoint(.post, "/api/v1/polls/:id/votes", as: "write:statuses") { call, me in
      let poll = try poll(call)
      try vote(Set(call.form.list("choices") ?? []), in: poll, by: me, call)
      return Reply(try call.view.entity(of: Routes.poll(call)))
    },
  ]

  private static func poll(_ call: Call) throws -> Poll {
    let poll = try Poll.filter(sql: "id = ?", arguments: [call.id()]).fetchOne(call.db)
    guard let poll, try call.view.visibleStatus(poll.statusId) != nil else { throw Refusal.notFound }
    return poll
  }

  private static func vote(_ choices: Set<String>, in poll: Poll, by me: Account, _ call: Call) throws {
    let count = try poll.options(in: call.db).count
    let positions = choices.compactMap { Int($0) }
    let asker = try Status.find(poll.statusId, in: call.db)?.accountId
    guard !poll.hasEnded(at: call.now) else { throw Refusal.invalid("The poll has already ended") }
    guard asker != me.id else { throw Refusal.invalid("You cannot vote in your own polls") }
    guard positions.count == choices.count, !positions.isEmpty, positions.allSatisfy((0..<count).contains),
      poll.multiple || positions.count == 1
    else { throw Refusal.invalid("The chosen vote option does not exist") }
    guard try !call.view.exists("SELECT 1 FROM vote WHERE pollId = ? AND accountId = ?", [poll.id, me.id]) else {
      throw Refusal.invalid("You have already voted on this poll")
    }
    for position in positions {
      try call.db.execute(sql: "INSERT INTO vote VALUES (?, ?, ?)", arguments: [poll.id, me.id, position])
      try call.db.execute(
        sql: "UPDATE pollOption SET votesCount = votesCount + 1 WHERE pollId = ? AND position = ?",
        arguments: [poll.id, position])
    }
    try call.db.execute(sql: "UPDATE poll SET votersCount = votersCount + 1 WHERE id = ?", arguments: [poll.id])
  }
}

extension Viewpoint {
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
}
