package import XCallbackURL

/// Removing entries, so that blocks run again.
extension LocalJournal {
  @discardableResult
  package func forget(script: String?, account: String?, key: String?) async throws(Failure) -> Int {
    try await withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in
        let sql = "SELECT id FROM scope WHERE script = ifnull(?, script) AND account = ifnull(?, account)"
        var count = 0
        for scope in try store.database.all(sql, Cell(script), Cell(account), read: { $0.int(0) }) {
          count += try store.forget(scope: scope, key: key)
        }
        return count
      }
    }
  }

  package func forget(script: String, begunBefore moment: Int) async throws(Failure) {
    try await withStore { store throws(Failure) in
      let sql = """
        DELETE FROM occasion WHERE begun < ? AND scope IN (SELECT id FROM scope WHERE script = ?)
        """
      _ = try store.database.run(sql, .int(moment), .text(script))
    }
  }

  package func forget(script: String, unchangedSince moment: Int) async throws(Failure) {
    try await withStore { store throws(Failure) in
      let sql = """
        SELECT id, runner FROM occasion WHERE begun < ?1 AND scope IN (SELECT id FROM scope WHERE script = ?2)
        AND NOT EXISTS (SELECT 1 FROM effect WHERE occasion = occasion.id AND (sent >= ?1 OR answered >= ?1))
        """
      try store.database.transaction { () throws(Failure) in
        let old = try store.database.all(sql, .int(moment), .text(script)) { ($0.int(0), $0.optionalInt(1)) }
        for (id, runner) in old where try runner.flatMap(store.worker(of:)) == nil {
          try store.database.run("DELETE FROM occasion WHERE id = ?", .int(id))
        }
      }
    }
  }

  /// The disk refuses by itself what it has no room for, before a change is sent.
  package func checkRoom(forChanges count: Int) async throws(Failure) {}
}

extension Store {
  private static let chosen = "scope = ?1 AND (?2 IS NULL OR digest = ?2 OR key = ?3)"

  fileprivate func forget(scope: Int, key: String?) throws(Failure) -> Int {
    let digest = key.map { Cell.bytes(JournaledText($0).digest) } ?? .null
    let choice: [Cell] = [.int(scope), digest, Cell(key)]
    try refuseWhereRunning(choice)
    let generations = "SELECT max(generation) + 1 FROM occasion WHERE \(Self.chosen)"
    let raising = "UPDATE scope SET generation = max(generation, ifnull((\(generations)), generation)) WHERE id = ?1"
    try database.run(raising, choice)
    if key == nil { try database.run("DELETE FROM schedule WHERE scope = ?", .int(scope)) }
    return try database.run("DELETE FROM occasion WHERE \(Self.chosen)", choice)
  }

  private func refuseWhereRunning(_ choice: [Cell]) throws(Failure) {
    let claims = "SELECT runner, key FROM occasion WHERE \(Self.chosen) AND runner IS NOT NULL"
    for claim in try database.all(claims, choice, read: { (runner: $0.int(0), key: $0.text(1)) }) {
      if let worker = try worker(of: claim.runner) { throw .running(claim.key, worker) }
    }
  }
}
