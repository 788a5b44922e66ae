package import JSONValue
import Synchronization
package import TuskCommon
package import XCallbackURL

/// The journal in a file of this machine, with SQLite.
///
/// Every call returns after its changes are on the disk. Its work has a thread of its own, and waits for other programs
/// as ``LockWait`` does.
package actor LocalJournal: JournalStore {
  private let path: @Sendable () -> String
  private let patience: Duration
  package nonisolated let now: @Sendable () -> Int
  /// Returns the boot of the machine and the time since then; `nil` if that is unknown.
  package nonisolated let uptime: @Sendable () -> Uptime?
  private let executor: any SerialExecutor
  private let holdsFile = Mutex(false)
  private var store: Store? {
    didSet { holdsFile.withLock { $0 = store != nil } }
  }

  package nonisolated var place: String { Job.ownJournal }

  /// Whether the file is open in this process.
  package nonisolated var isOpen: Bool { holdsFile.withLock { $0 } }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - path: the file, evaluated when needed; the first method call opens it, and creates it if it is missing.
  ///   - patience: how long a call waits for other processes that write.
  ///   - now: returns the time in seconds since 1970.
  ///   - uptime: returns a time that setting the clock does not change; `nil` if there is none.
  ///   - executor: runs the work that waits for the disk.
  package init(
    path: @autoclosure @escaping @Sendable () -> String, patience: Duration = LockWait.usualLimit,
    now: @escaping @Sendable () -> Int, uptime: @escaping @Sendable () -> Uptime? = { Uptime.ofMachine() },
    executor: any SerialExecutor = BlockingExecutor("tusk.journal")
  ) {
    self.path = path
    self.patience = patience
    self.now = now
    self.uptime = uptime
    self.executor = executor
  }

  package func close() {
    store = nil
  }

  package func begin(_ name: OnceName, ignoringDone: Bool) async throws(Failure) -> OnceClaim {
    try await withStore { store throws(Failure) in
      // Reading first, so that a run over finished blocks does not wait for writers.
      if !ignoringDone, let row = try store.row(of: name), row.isDone {
        return .done(outcome: try store.value(row.outcome))
      }
      try store.register()
      return try store.database.transaction { () throws(Failure) in
        try store.claim(name, ignoringDone: ignoringDone, now: self.now())
      }
    }
  }

  package func begin(_ name: OnceName, unlessDoneSince moment: Int) async throws(Failure) -> OnceClaim {
    try await withStore { store throws(Failure) in
      try store.register()
      return try store.database.transaction { () throws(Failure) in
        let row = try store.row(of: name)
        let isOver = row?.finished.map { $0 < moment } ?? false
        // Generations start at the time, so that idempotency keys differ from those of another machine or a lost journal.
        return try store.claim(name, ignoringDone: isOver, generation: self.now(), now: self.now())
      }
    }
  }

  package func restart(_ attempt: OnceAttempt) async throws(Failure) -> OnceAttempt {
    try await withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in try store.restart(attempt, now: self.now()) }
    }
  }

  package func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure) {
    try await withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in
        let sql = "UPDATE occasion SET finished = ?, outcome = ?, runner = NULL WHERE id = ? AND runner = ?"
        let count = try store.database.run(
          sql, .int(self.now()), .text(outcome.text), .int(attempt.id), store.ownClaim)
        guard count == 1 else { throw .notClaimed(attempt) }
        try store.removeUnsent(of: attempt)
        try store.shortenAnswers(of: attempt)
      }
    }
  }

  package func abandon(_ attempt: OnceAttempt) async throws(Failure) {
    try await withStore { store throws(Failure) in
      let sql = "UPDATE occasion SET runner = NULL WHERE id = ? AND runner = ?"
      _ = try store.database.run(sql, .int(attempt.id), store.ownClaim)
    }
  }

  /// Does work with the open files while no other call does; repeats it while another program has locked them.
  func withStore<Value: Sendable>(_ work: (Store) throws(Failure) -> Value) async throws(Failure) -> Value {
    try await LockWait.retrying(atMost: patience) { () throws(Failure) in try work(try opened()) }
  }

  private func opened() throws(Failure) -> Store {
    if let store { return store }
    let opened = try Store.open(path: path())
    store = opened
    return opened
  }
}
