package import JSONValue
package import TuskCommon
package import XCallbackURL

extension LocalJournal {
  package func outcome(of name: OnceName) async throws(Failure) -> JSON? {
    try await withStore { store throws(Failure) in
      guard let row = try store.row(of: name), row.isDone else { return nil }
      return try store.value(row.outcome)
    }
  }

  package func progress(of name: OnceName) async throws(Failure) -> Job.Progress? {
    try await withStore { store throws(Failure) in
      guard let row = try store.row(of: name) else { return nil }
      let sql = """
        SELECT count(answered), count(*) FILTER (WHERE effect.id IS NOT NULL AND answered IS NULL AND answer IS NULL),
        max(begun, ifnull(max(sent), 0), ifnull(max(answered), 0))
        FROM occasion LEFT JOIN effect ON occasion = occasion.id WHERE occasion.id = ?
        """
      let counts = try store.database.first(sql, .int(row.id)) { ($0.int(0), $0.int(1), $0.int(2)) }
      guard let (made, unknown, changed) = counts else { return nil }
      let worker = try row.isDone ? nil : row.runner.flatMap(store.worker(of:))
      return Job.Progress(made: made, unknown: unknown, isDone: row.isDone, worker: worker, changed: changed)
    }
  }

  package func changes(of name: OnceName) async throws(Failure) -> RecordedChanges {
    try await withStore { store throws(Failure) in
      var changes = RecordedChanges { JournaledText($0).digest.hexadecimal }
      guard let row = try store.row(of: name) else { return changes }
      let sql = """
        SELECT lower(hex(digest)), answered IS NOT NULL, answer, before FROM effect
        WHERE occasion = ? AND NOT \(Store.isNotSent)
        """
      let effects = try store.database.all(sql, .int(row.id)) { effect in
        (
          key: effect.text(0), isMade: effect.int(1) == 1, answer: effect.optionalText(2),
          before: effect.optionalText(3)
        )
      }
      for effect in effects {
        guard effect.isMade else {
          changes.add(effect.key, .unknown)
          continue
        }
        changes.add(
          effect.key, .made(answer: try store.value(effect.answer), Restoration(try store.value(effect.before))))
      }
      return changes
    }
  }

  package func blocks(of script: String, account: String) async throws(Failure) -> [Journal.Block] {
    try await withStore { store throws(Failure) in
      let blocks = """
        SELECT occasion.id, key, finished, runner FROM occasion JOIN scope ON scope.id = occasion.scope
        WHERE script = ? AND account = ? ORDER BY occasion.id
        """
      let rows = try store.database.all(blocks, .text(script), .text(account)) {
        (id: $0.int(0), key: $0.text(1), isFinished: $0.optionalInt(2) != nil, runner: $0.optionalInt(3))
      }
      let effects = "SELECT answered, answer IS NULL FROM effect WHERE occasion = ?"
      var found: [Journal.Block] = []
      for row in rows {
        let worker = try row.isFinished ? nil : row.runner.flatMap(store.worker(of:))
        let changes = try store.database.all(effects, .int(row.id)) { ($0.optionalInt(0), $0.int(1) == 1) }
        found.append(
          Journal.Block(
            key: row.key, isFinished: row.isFinished, isClaimed: worker != nil, answers: changes.compactMap(\.0),
            unknown: changes.count { $0.0 == nil && $0.1 }))
      }
      return found
    }
  }

  package func completed(_ name: OnceName) async throws(Failure) -> OnceAttempt? {
    try await withStore { store throws(Failure) in
      guard let row = try store.row(of: name), row.isDone else { return nil }
      return OnceAttempt(name, id: row.id, generation: row.generation)
    }
  }
}

extension Store {
  /// Keeps of the answers of a block that is done only what a plan may refer to, such as identifiers and URLs; later
  /// runs of the script skip the block.
  func shortenAnswers(of attempt: OnceAttempt) throws(Failure) {
    let sql = "SELECT id, answer FROM effect WHERE occasion = ? AND answer IS NOT NULL"
    let answers = try database.all(sql, .int(attempt.id)) { (id: $0.int(0), text: $0.text(1)) }
    for answer in answers {
      let short = try value(answer.text).withShortMembers
      try database.run("UPDATE effect SET answer = ? WHERE id = ?", .text(short.text), .int(answer.id))
    }
  }
}
