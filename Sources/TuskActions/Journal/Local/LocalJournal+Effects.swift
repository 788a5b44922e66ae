package import Fediverse
package import JSONValue
package import TuskCommon
package import XCallbackURL

/// The changes inside a `once` block, each under a name that is the same in every run.
extension LocalJournal {
  package func effect(named name: String, in attempt: OnceAttempt) async throws(Failure) -> Journal.ChangeRecord? {
    try await withStore { store throws(Failure) in
      let sql = """
        SELECT sent, first_sent, last_sent, url, answered IS NOT NULL, answer FROM effect
        WHERE occasion = ? AND digest = ? AND NOT \(Store.isNotSent)
        """
      let uptime = self.uptime()
      let row = try store.database.first(sql, .int(attempt.id), .bytes(JournaledText(name).digest)) { row in
        (
          url: row.text(3), isAnswered: row.int(4) == 1, answer: row.optionalText(5),
          sent: row.sending(from: 0, at: uptime)
        )
      }
      guard let row else { return nil }
      guard row.isAnswered else { return .sent(url: row.url, first: row.sent.first, last: row.sent.last) }
      return .answered(url: row.url, answer: try store.value(row.answer))
    }
  }

  package func willSend(
    effect name: String, url: String, at time: SendTime, restoredBy restoration: Restoration?, in attempt: OnceAttempt
  ) async throws(Failure) {
    try await withStore { store throws(Failure) in
      let sql = """
        INSERT INTO effect (occasion, digest, name, url, sent, first_sent, last_sent, before)
        SELECT id, ?1, ?2, ?3, ?4, ?5, ?5, ?8 FROM occasion WHERE id = ?6 AND runner = ?7
        ON CONFLICT (occasion, digest) DO UPDATE SET url = excluded.url, last_sent = excluded.last_sent, answer = NULL,
        before = CASE WHEN \(Store.isNotSent) THEN excluded.before ELSE ifnull(before, excluded.before) END,
        sent = CASE WHEN \(Store.isNotSent) THEN excluded.sent ELSE sent END,
        first_sent = CASE WHEN \(Store.isNotSent) THEN excluded.first_sent ELSE first_sent END
        WHERE answered IS NULL
        """
      let label = JournaledText(name)
      let count = try store.database.run(
        sql, .bytes(label.digest), .text(label.text), .text(url), .int(self.now()),
        .text(time.journaled(at: self.uptime())), .int(attempt.id), store.ownClaim, Cell(restoration?.json.text))
      guard count == 1 else { throw .notToBeSent(label) }
    }
  }

  package func restoration(of effect: String, in attempt: OnceAttempt) async throws(Failure) -> Restoration? {
    try await withStore { store throws(Failure) in
      let sql = "SELECT before FROM effect WHERE occasion = ? AND digest = ? AND NOT \(Store.isNotSent)"
      let text = try store.database.first(sql, .int(attempt.id), .bytes(JournaledText(effect).digest)) {
        $0.optionalText(0)
      }
      return Restoration(try store.value(text ?? nil))
    }
  }

  package func didAnswer(
    effect name: String, answer: JSON, making made: String?, in attempt: OnceAttempt
  ) async throws(Failure) {
    try await withStore { store throws(Failure) in
      let sql = """
        UPDATE effect SET answered = ?, answer = ?, made = ?
        WHERE occasion = ? AND digest = ? AND answered IS NULL AND answer IS NULL
        """
      let label = JournaledText(name)
      let count = try store.database.run(
        sql, .int(self.now()), .text(answer.text), Cell(made), .int(attempt.id), .bytes(label.digest))
      guard count == 1 else { throw .notAwaited(label) }
    }
  }

  package func hasAnswers(in attempt: OnceAttempt) async throws(Failure) -> Bool {
    try await withStore { store throws(Failure) in
      let sql = "SELECT 1 FROM effect WHERE occasion = ? AND answered IS NOT NULL LIMIT 1"
      return try store.database.first(sql, .int(attempt.id)) { _ in true } ?? false
    }
  }

  package func statusesMade(by account: String) async throws(Failure) -> [String: Timestamp] {
    try await withStore { store throws(Failure) in
      let sql = """
        SELECT made, answered FROM effect JOIN occasion ON occasion.id = occasion JOIN scope ON scope.id = scope
        WHERE account = ? AND made IS NOT NULL ORDER BY effect.id DESC LIMIT 10000
        """
      let rows = try store.database.all(sql, .text(account)) { ($0.text(0), Timestamp(seconds: $0.int(1))) }
      return Dictionary(rows) { first, _ in first }
    }
  }

  package func unsettled(
    _ url: String, besides effect: String, in attempt: OnceAttempt
  ) async throws(Failure) -> [OtherRequests.Sending] {
    try await withStore { store throws(Failure) in
      let sql = """
        SELECT sent, first_sent, last_sent FROM effect JOIN occasion ON occasion.id = occasion
        JOIN scope ON scope.id = scope
        WHERE account = ? AND url = ? AND answered IS NULL AND answer IS NULL
        AND NOT (occasion = ? AND effect.digest = ?)
        """
      let uptime = self.uptime()
      return try store.database.all(
        sql, .text(attempt.name.account), .text(url), .int(attempt.id), .bytes(JournaledText(effect).digest)
      ) { $0.sending(from: 0, at: uptime) }
    }
  }

  package func didNotHappen(effect name: String, in attempt: OnceAttempt) async throws(Failure) {
    try await withStore { store throws(Failure) in
      let sql = "DELETE FROM effect WHERE occasion = ? AND digest = ? AND answered IS NULL AND answer IS NULL"
      let label = JournaledText(name)
      let count = try store.database.run(sql, .int(attempt.id), .bytes(label.digest))
      guard count == 1 else { throw .notAwaited(label) }
    }
  }

  package func idempotencyKey(of effect: String, in attempt: OnceAttempt) async throws(Failure) -> String {
    try await withStore { store throws(Failure) in
      attempt.idempotencyKey(of: effect, script: try store.firstName(of: attempt))
    }
  }
}

extension Statement {
  /// When an effect was sent, from the columns `sent`, `first_sent` and `last_sent`.
  fileprivate func sending(from column: Int32, at uptime: Uptime?) -> OtherRequests.Sending {
    let sent = SendTime(local: Timestamp(seconds: int(column)))
    let times = [column + 1, column + 2].map { SendTime(journaled: optionalText($0), at: uptime) ?? sent }
    return OtherRequests.Sending(first: times[0], last: times[1])
  }
}
