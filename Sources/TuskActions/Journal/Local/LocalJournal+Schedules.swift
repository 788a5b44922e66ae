package import XCallbackURL

/// The last run times of schedules, or when those that never ran were first started.
extension LocalJournal {
  package func lastTime(of schedule: String, script: String, account: String) async throws(Failure) -> Int? {
    try await withStore { store throws(Failure) in
      let sql = """
        SELECT time FROM schedule JOIN scope ON scope.id = scope WHERE script = ? AND account = ? AND name = ?
        """
      return try store.database.first(sql, .text(script), .text(account), .text(schedule)) { $0.int(0) }
    }
  }

  package func advance(
    _ schedule: String, from last: Int?, to time: Int, script: String, account: String
  ) async throws(Failure) -> Bool {
    try await withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in
        let scope = try store.scope(script: script, account: account)
        guard let last else {
          let sql = "INSERT INTO schedule (scope, name, time) VALUES (?, ?, ?) ON CONFLICT (scope, name) DO NOTHING"
          return try store.database.run(sql, .int(scope), .text(schedule), .int(time)) > 0
        }
        let sql = "UPDATE schedule SET time = ? WHERE scope = ? AND name = ? AND time = ?"
        return try store.database.run(sql, .int(time), .int(scope), .text(schedule), .int(last)) > 0
      }
    }
  }
}
