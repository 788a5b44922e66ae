package import JSONValue
import Synchronization
package import XCallbackURL

/// The record of what scripts have done, so that a run that was killed goes on where it stopped and does nothing twice.
///
/// Every call returns when what it wrote is on the disk.
package final class Journal: Sendable {
  private let path: @Sendable () -> String
  private let patience: Int
  let now: @Sendable () -> Int
  private let store = Mutex<Store?>(nil)

  /// - Parameters:
  ///   - path: the file, asked for when it is needed; it is opened, and made where it is missing, by the first call of a method.
  ///   - patience: how many milliseconds a call waits for other processes that write.
  ///   - now: the time that entries are dated with, in seconds since 1970.
  package init(
    path: @autoclosure @escaping @Sendable () -> String, patience: Int = 10_000, now: @escaping @Sendable () -> Int
  ) {
    self.path = path
    self.patience = patience
    self.now = now
  }

  /// Claims an occasion unless it was done.
  ///
  /// - Parameter ignoringDone: whether it starts anew, as another generation, whatever was done.
  package func begin(_ onceID: OnceID, ignoringDone: Bool = false) throws(Failure) -> ClaimResult {
    try withStore { store throws(Failure) in
      // Reading first spares a run over what is done from waiting for those who write.
      if !ignoringDone, let row = try store.row(of: onceID), row.isDone {
        return .done(outcome: try store.value(row.outcome))
      }
      try store.register()
      return try store.database.transaction { () throws(Failure) in
        try store.claim(onceID, ignoringDone: ignoringDone, now: self.now())
      }
    }
  }

  /// Claims an occasion that comes again and again, unless it was done since a moment; what was begun and not done is
  /// resumed.
  ///
  /// - Parameter moment: seconds since 1970; a later time than now is one at which the clock was ahead.
  func begin(_ onceID: OnceID, unlessDoneSince moment: Int) throws(Failure) -> ClaimResult {
    try withStore { store throws(Failure) in
      try store.register()
      return try store.database.transaction { () throws(Failure) in
        let row = try store.row(of: onceID)
        let isOver = row?.finished.map { $0 < moment } ?? false
        // Counting from the time makes the keys of another machine, or of a journal that was lost, others than these.
        return try store.claim(onceID, ignoringDone: isOver, generation: self.now(), now: self.now())
      }
    }
  }

  /// Forgets what was sent in an attempt, which goes on as another generation.
  func restart(_ attempt: Attempt) throws(Failure) -> Attempt {
    try withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in try store.restart(attempt, now: self.now()) }
    }
  }

  /// Records that the whole occasion is done, and what values it gave its names.
  package func finish(_ attempt: Attempt, outcome: JSON) throws(Failure) {
    try withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in
        let sql = "UPDATE occasion SET finished = ?, outcome = ?, runner = NULL WHERE id = ? AND runner = ?"
        let count = try store.database.run(
          sql, .int(self.now()), .text(outcome.text), .int(attempt.id), store.ownClaim)
        guard count == 1 else { throw .notClaimed(attempt) }
        // Whoever comes again skips the occasion, so only its outcome is asked for.
        try store.database.run("UPDATE effect SET answer = NULL WHERE occasion = ?", .int(attempt.id))
      }
    }
  }

  /// Gives the claim back and keeps what is known of the effects, because the occasion is not done.
  package func abandon(_ attempt: Attempt) throws(Failure) {
    try withStore { store throws(Failure) in
      let sql = "UPDATE occasion SET runner = NULL WHERE id = ? AND runner = ?"
      _ = try store.database.run(sql, .int(attempt.id), store.ownClaim)
    }
  }

  /// Does work with the opened files while no other thread does.
  func withStore<Value: Sendable>(_ work: @Sendable (Store) throws(Failure) -> Value) throws(Failure) -> Value {
    try store.withLock { store throws(Failure) in
      if let store { return try work(store) }
      let opened = try Store.open(path: path(), patience: patience)
      store = opened
      return try work(opened)
    }
  }
}

extension Failure {
  fileprivate static func notClaimed(_ attempt: Journal.Attempt) -> Failure {
    Failure(.defect, "'\(JournaledText(attempt.onceID.key).text)' is finished without having been begun")
  }
}
