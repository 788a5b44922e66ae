import JSONValue
import TuskActions
import TuskRuntime
import XCallbackURL

/// The journal of one script.
struct ScriptLedger: Ledger {
  let session: Session
  /// The name of the script in the journal: its path, or a fixed name.
  let script: String
  /// Whether to repeat what the journal says is done.
  let isFresh: Bool

  func begin(_ key: String, as account: String?) async throws(Failure) -> LedgerClaim {
    let onceID = Journal.OnceID(script: script, account: try await session.name(of: account), key: key)
    switch try await session.journal.begin(onceID, ignoringDone: isFresh) {
    case .done(let outcome): return .done(outcome)
    case .busy(let process): return .busy(process: process)
    case .open(let attempt):
      return .open(
        LedgerAttempt(id: attempt.id, generation: attempt.generation, account: onceID.account, key: key))
    }
  }

  func finish(_ attempt: LedgerAttempt, outcome: JSON) async throws(Failure) {
    try await session.journal.finish(record(of: attempt), outcome: outcome)
  }

  func abandon(_ attempt: LedgerAttempt) async {
    // If this fails, the claim ends with the process.
    try? await session.journal.abandon(record(of: attempt))
  }

  func lastTime(of schedule: String) async throws(Failure) -> Int? {
    let account = try await session.name(of: nil)
    return try await session.journal.lastTime(of: schedule, script: script, account: account)
  }

  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool {
    let account = try await session.name(of: nil)
    return try await session.journal.advance(schedule, from: last, to: time, script: script, account: account)
  }

  /// The change as the engine records it.
  func effect(_ effect: Dispatcher.Effect) -> RecordedEffect {
    RecordedEffect(effect.name, in: record(of: effect.attempt), of: session.journal)
  }

  private func record(of attempt: LedgerAttempt) -> Journal.Attempt {
    Journal.Attempt(
      onceID: Journal.OnceID(script: script, account: attempt.account, key: attempt.key), id: attempt.id,
      generation: attempt.generation)
  }
}

/// The journal of a rehearsal: what is done is skipped, and nothing is written.
struct RehearsalLedger: Ledger {
  private let ledger: ScriptLedger

  init(_ ledger: ScriptLedger) {
    self.ledger = ledger
  }

  func begin(_ key: String, as account: String?) async throws(Failure) -> LedgerClaim {
    let name = try await ledger.session.name(of: account)
    let onceID = Journal.OnceID(script: ledger.script, account: name, key: key)
    if !ledger.isFresh, let outcome = try await ledger.session.journal.outcome(of: onceID) { return .done(outcome) }
    return .open(LedgerAttempt(id: 0, generation: 0, account: name, key: key))
  }

  func finish(_ attempt: LedgerAttempt, outcome: JSON) async throws(Failure) {}

  func abandon(_ attempt: LedgerAttempt) async {}

  func lastTime(of schedule: String) async throws(Failure) -> Int? { nil }

  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool { true }
}
