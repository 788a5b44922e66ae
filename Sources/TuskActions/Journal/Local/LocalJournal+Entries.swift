import TuskCommon
package import XCallbackURL

/// Reading the journal.
extension LocalJournal {
  package func entries(
    script: String?, account: String?, after number: Int, limit: Int
  ) async throws(Failure) -> [Journal.Entry] {
    try await withStore { store throws(Failure) in
      try store.database.snapshot { () throws(Failure) in
        let sql = """
          SELECT occasion.id, script, account, key, occasion.generation, begun, finished, runner
          FROM occasion JOIN scope ON scope.id = occasion.scope
          WHERE occasion.id > ?1 AND (script = ?2 OR ?2 IS NULL AND script <> ?5) AND account = ifnull(?3, account)
          ORDER BY occasion.id LIMIT ?4
          """
        let rows = try store.database.all(
          sql, .int(number), Cell(script), Cell(account), .int(limit), .text(Journal.commands)
        ) { EntryRow($0) }
        var entries: [Journal.Entry] = []
        for row in rows { entries.append(try store.entry(of: row)) }
        return entries
      }
    }
  }

  package func scripts() async throws(Failure) -> [String] {
    try await withStore { store throws(Failure) in
      let sql = "SELECT DISTINCT script FROM scope WHERE script <> ? ORDER BY script"
      return try store.database.all(sql, .text(Journal.commands)) { $0.text(0) }
    }
  }

  package func number(
    beforeNewest count: Int, script: String?, account: String?
  ) async throws(Failure) -> Int {
    try await withStore { store throws(Failure) in
      let sql = """
        SELECT occasion.id FROM occasion JOIN scope ON scope.id = occasion.scope
        WHERE (script = ?1 OR ?1 IS NULL AND script <> ?4) AND account = ifnull(?2, account)
        ORDER BY occasion.id DESC LIMIT 1 OFFSET ?3
        """
      return try store.database.first(sql, Cell(script), Cell(account), .int(count), .text(Journal.commands)) {
        $0.int(0)
      }
        ?? 0
    }
  }
}

/// An entry without its effects.
private struct EntryRow {
  let number: Int
  let name: OnceName
  let generation: Int
  let begun: Int
  let finished: Int?
  let runner: Int?

  init(_ row: Statement) {
    number = row.int(0)
    name = OnceName(script: row.text(1), account: row.text(2), key: row.text(3))
    generation = row.int(4)
    begun = row.int(5)
    finished = row.optionalInt(6)
    runner = row.optionalInt(7)
  }
}

extension Store {
  fileprivate func entry(of row: EntryRow) throws(Failure) -> Journal.Entry {
    let sql = "SELECT name, url, sent, answered, \(Self.isNotSent) FROM effect WHERE occasion = ? ORDER BY id"
    let effects = try database.all(sql, .int(row.number)) { effect in
      Journal.Entry.Change(
        name: effect.text(0), url: effect.text(1), sent: effect.int(2), answered: effect.optionalInt(3),
        isNotSent: effect.int(4) == 1)
    }
    return Journal.Entry(
      number: row.number, name: row.name, generation: row.generation, state: try state(of: row, effects),
      begun: row.begun, finished: row.finished, effects: effects)
  }

  private func state(of row: EntryRow, _ effects: [Journal.Entry.Change]) throws(Failure) -> Journal.Entry.State {
    guard row.finished == nil else { return .done }
    if let runner = row.runner, let worker = try worker(of: runner) { return .running(worker) }
    return effects.contains(where: \.isUnknown) ? .unknown : .open
  }
}
