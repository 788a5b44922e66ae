import JSONValue
import TuskCommon
package import XCallbackURL

/// Recording by hand what became of a change, when no server can tell.
extension LocalJournal {
  @discardableResult
  package func settle(_ number: Int, as settlement: Journal.Settlement) async throws(Failure) -> Journal.Settled {
    try await withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in
        let effect = try store.effectToSettle(number)
        switch settlement {
        case .notSent:
          let answer: JSON = ["settled": false, "at": .int(self.now())]
          try store.database.run(
            "UPDATE effect SET answered = NULL, answer = ?, made = NULL WHERE id = ?", .text(answer.text),
            .int(effect.id))
        case .done(let known):
          let output = known ?? ActionOutput()
          try store.database.run(
            "UPDATE effect SET answered = ?, answer = ?, made = ? WHERE id = ?", .int(self.now()),
            .text(output.settled.text), Cell(output.statusURI), .int(effect.id))
        }
        return effect.settled
      }
    }
  }

  package func changeToSettle(_ number: Int) async throws(Failure) -> Journal.Settled {
    try await withStore { store throws(Failure) in try store.effectToSettle(number).settled }
  }
}

extension Store {
  fileprivate func effectToSettle(_ number: Int) throws(Failure) -> (id: Int, settled: Journal.Settled) {
    let sql = "SELECT runner, finished, account FROM occasion JOIN scope ON scope.id = scope WHERE occasion.id = ?"
    let entry = try database.first(sql, .int(number)) { row in
      (runner: row.optionalInt(0), isFinished: row.optionalInt(1) != nil, account: row.text(2))
    }
    guard let entry else { throw .noEntry(number) }
    if let runner = entry.runner, let worker = try worker(of: runner) { throw .running(number, worker) }
    let changes = """
      SELECT id, url, answer FROM effect WHERE occasion = ?
      ORDER BY ifnull(ifnull(answered, json_extract(answer, '$.at')), 0), id
      """
    let effects = try database.all(changes, .int(number)) {
      (id: $0.int(0), url: $0.text(1), answer: $0.optionalText(2))
    }
    let unknown = effects.filter { $0.answer == nil }
    var chosen = unknown.first
    for effect in effects where unknown.isEmpty && !entry.isFinished {
      if try value(effect.answer).isSettlement { chosen = effect }
    }
    guard let effect = chosen else { throw .nothingUnknown(number) }
    return (effect.id, Journal.Settled(url: effect.url, account: entry.account, others: max(unknown.count - 1, 0)))
  }
}

extension Store {
  /// Whether a row of `effect` is a change that a person declared not sent. It keeps its row without a time of an answer, so
  /// that it can be settled again, and earlier versions take its outcome for unknown.
  static let isNotSent = "(answered IS NULL AND answer IS NOT NULL)"

  /// Forgets the changes of a finished block that were declared not sent and were never sent again.
  func removeUnsent(of attempt: OnceAttempt) throws(Failure) {
    try database.run("DELETE FROM effect WHERE occasion = ? AND \(Self.isNotSent)", .int(attempt.id))
  }
}
