package import XCallbackURL

/// When the schedules of scripts ran last.
extension Journal {
  /// The time, in seconds since 1970, for which a schedule was last run; `nil` where it never was.
  package func lastTime(of schedule: String, script: String, account: String) throws(Failure) -> Int? {
    try withStore { store throws(Failure) in
      let sql = """
        SELECT time FROM schedule JOIN scope ON scope.id = scope WHERE script = ? AND account = ? AND name = ?
        """
      return try store.database.first(sql, .text(script), .text(account), .text(schedule)) { $0.int(0) }
    }
  }

  /// Records the time for which a schedule was last run.
  package func setLastTime(_ time: Int, of schedule: String, script: String, account: String) throws(Failure) {
    try withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in
        let scope = try store.scope(script: script, account: account)
        let sql = """
          INSERT INTO schedule (scope, name, time) VALUES (?, ?, ?)
          ON CONFLICT (scope, name) DO UPDATE SET time = excluded.time
          """
        _ = try store.database.run(sql, .int(scope), .text(schedule), .int(time))
      }
    }
  }
}
