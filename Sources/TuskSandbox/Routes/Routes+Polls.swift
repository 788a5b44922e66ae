import GRDB

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
