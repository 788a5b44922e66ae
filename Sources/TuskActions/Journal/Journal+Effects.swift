package import JSONValue
package import XCallbackURL

/// The changes inside a `once` block, each under a name that is the same in every run.
extension Journal {
  /// The record of an effect, by this attempt or an earlier one; `nil` if nothing was sent.
  package func effect(named name: String, in attempt: Attempt) throws(Failure) -> EffectRecord? {
    try withStore { store throws(Failure) in
      let sql = "SELECT url, sent, answered IS NOT NULL, answer FROM effect WHERE occasion = ? AND digest = ?"
      let row = try store.database.first(sql, .int(attempt.id), .bytes(JournaledText(name).digest)) { row in
        (url: row.text(0), sent: row.int(1), isAnswered: row.int(2) == 1, answer: row.optionalText(3))
      }
      guard let row else { return nil }
      guard row.isAnswered else { return .sent(url: row.url, at: row.sent) }
      return .answered(url: row.url, answer: try store.value(row.answer))
    }
  }

  /// Records that an effect is about to be sent; from now on it may have happened.
  ///
  /// Sending it again keeps the time of the first attempt, because servers keep idempotency keys from then.
  package func willSend(effect name: String, url: String, in attempt: Attempt) throws(Failure) {
    try withStore { store throws(Failure) in
      let sql = """
        INSERT INTO effect (occasion, digest, name, url, sent) SELECT id, ?, ?, ?, ? FROM occasion
        WHERE id = ? AND runner = ? ON CONFLICT (occasion, digest) DO UPDATE SET url = excluded.url WHERE answered IS NULL
        """
      let label = JournaledText(name)
      let count = try store.database.run(
        sql, .bytes(label.digest), .text(label.text), .text(url), .int(self.now()), .int(attempt.id), store.ownClaim)
      guard count == 1 else { throw .notToBeSent(label) }
    }
  }

  /// Records the response of the server.
  package func didAnswer(effect name: String, answer: JSON, in attempt: Attempt) throws(Failure) {
    try withStore { store throws(Failure) in
      let sql = """
        UPDATE effect SET answered = ?, answer = ? WHERE occasion = ? AND digest = ? AND answered IS NULL
        """
      let label = JournaledText(name)
      let count = try store.database.run(
        sql, .int(self.now()), .text(answer.text), .int(attempt.id), .bytes(label.digest))
      guard count == 1 else { throw .notAwaited(label) }
    }
  }

  /// Forgets an effect that the server refused or that turned out not to have happened.
  package func didNotHappen(effect name: String, in attempt: Attempt) throws(Failure) {
    try withStore { store throws(Failure) in
      let sql = "DELETE FROM effect WHERE occasion = ? AND digest = ? AND answered IS NULL"
      let label = JournaledText(name)
      let count = try store.database.run(sql, .int(attempt.id), .bytes(label.digest))
      guard count == 1 else { throw .notAwaited(label) }
    }
  }

  /// The idempotency key of an effect.
  package func idempotencyKey(of effect: String, in attempt: Attempt) -> String {
    attempt.idempotencyKey(of: effect)
  }
}

extension Failure {
  fileprivate static func notToBeSent(_ effect: JournaledText) -> Failure {
    Failure(.defect, "'\(effect.text)' was already answered, or its block is not open")
  }

  fileprivate static func notAwaited(_ effect: JournaledText) -> Failure {
    Failure(.defect, "'\(effect.text)' is not waiting for a response")
  }
}
