import TuskCommon
import XCallbackURL

/// The row of a `once` block.
struct OnceRow {
  let id: Int
  let generation: Int
  /// Seconds since 1970; `nil` if it is not done.
  let finished: Int?
  let runner: Int?
  /// The values of its names, as JSON.
  let outcome: String?

  var isDone: Bool { finished != nil }
}

extension Store {
  /// The row of a block; `nil` if it was never begun.
  func row(of name: OnceName) throws(Failure) -> OnceRow? {
    let sql = """
      SELECT occasion.id, occasion.generation, finished, runner, outcome FROM occasion
      JOIN scope ON scope.id = occasion.scope WHERE script = ? AND account = ? AND digest = ?
      """
    let digest = JournaledText(name.key).digest
    return try database.first(sql, .text(name.script), .text(name.account), .bytes(digest)) { row in
      OnceRow(
        id: row.int(0), generation: row.int(1), finished: row.optionalInt(2), runner: row.optionalInt(3),
        outcome: row.optionalText(4))
    }
  }

  /// Claims a block unless it is done or a running process has it; for use in a transaction, after ``register()``.
  func claim(
    _ name: OnceName, ignoringDone: Bool, generation: Int = 1, now: Int
  ) throws(Failure) -> OnceClaim {
    let scope = try self.scope(script: name.script, account: name.account)
    guard let row = try row(of: name) else {
      return .open(try insert(name, scope: scope, generation: generation, now: now))
    }
    if let runner = row.runner, let worker = try worker(of: runner) { return .busy(worker) }
    switch (row.isDone, ignoringDone) {
    case (true, false):
      return .done(outcome: try value(row.outcome))
    case (_, true):
      try database.run("DELETE FROM occasion WHERE id = ?", .int(row.id))
      return .open(try insert(name, scope: scope, generation: row.generation + 1, now: now))
    case (false, false):
      try database.run("UPDATE occasion SET runner = ? WHERE id = ?", ownClaim, .int(row.id))
      return .open(OnceAttempt(name, id: row.id, generation: row.generation))
    }
  }

  /// Gives a claimed block a new generation without effects; for use in a transaction.
  func restart(_ attempt: OnceAttempt, now: Int) throws(Failure) -> OnceAttempt {
    let sql = "UPDATE occasion SET generation = generation + 1, begun = ? WHERE id = ? AND runner = ?"
    guard try database.run(sql, .int(now), .int(attempt.id), ownClaim) == 1 else {
      throw .notInserted(JournaledText(attempt.name.key))
    }
    try database.run("DELETE FROM effect WHERE occasion = ?", .int(attempt.id))
    return OnceAttempt(
      attempt.name, id: attempt.id, generation: attempt.generation + 1, isResumed: false)
  }

  /// The row of a script as an account, created if missing; for use in a transaction.
  func scope(script: String, account: String) throws(Failure) -> Int {
    let find = "SELECT id FROM scope WHERE script = ? AND account = ?"
    if let scope = try database.first(find, .text(script), .text(account), read: { $0.int(0) }) { return scope }
    try database.run("INSERT INTO scope (script, account) VALUES (?, ?)", .text(script), .text(account))
    return database.lastRow
  }

  private func insert(_ name: OnceName, scope: Int, generation: Int, now: Int) throws(Failure)
    -> OnceAttempt
  {
    let key = JournaledText(name.key)
    let sql = """
      INSERT INTO occasion (scope, digest, key, generation, begun, runner)
      SELECT id, ?, ?, max(generation, ?), ?, ? FROM scope WHERE id = ? RETURNING id, generation
      """
    let attempt = try database.first(
      sql, .bytes(key.digest), .text(key.text), .int(generation), .int(now), ownClaim, .int(scope)
    ) { row in
      OnceAttempt(name, id: row.int(0), generation: row.int(1), isResumed: false)
    }
    guard let attempt else { throw .notInserted(key) }
    return attempt
  }
}

extension Failure {
  fileprivate static func notInserted(_ key: JournaledText) -> Failure {
    Failure(.defect, "the journal could not store '\(key.text)'")
  }
}
