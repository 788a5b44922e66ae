import JSONValue
import TuskActions
import TuskRuntime
import XCallbackURL

/// The journal of one script.
struct ScriptLedger: Ledger {
  let session: Session
  /// The path of the script, or a fixed name.
  let path: String
  /// The name that the script states; `nil` if it states none.
  let statedName: String?
  /// Whether to repeat what the journal says is done.
  let isFresh: Bool

  func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> LedgerClaim {
    let onceID = try await onceID(key, script, account)
    switch try await session.journal.begin(onceID, ignoringDone: isFresh) {
    case .done(let outcome): return .done(outcome)
    case .busy(let process): return .busy(process: process)
    case .open(let attempt): return .open(LedgerAttempt(attempt))
    }
  }

  func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> LedgerAttempt? {
    try await session.journal.completed(onceID(key, script, account)).map(LedgerAttempt.init)
  }

  func isAnswered(_ effect: Dispatcher.Effect) async throws(Failure) -> Bool {
    guard case .answered = try await session.journal.effect(named: effect.name, in: Journal.Attempt(effect.attempt))
    else { return false }
    return true
  }

  func finish(_ attempt: LedgerAttempt, outcome: JSON) async throws(Failure) {
    try await session.journal.finish(Journal.Attempt(attempt), outcome: outcome)
  }

  func abandon(_ attempt: LedgerAttempt) async {
    // If this fails, the claim ends with the process.
    try? await session.journal.abandon(Journal.Attempt(attempt))
  }

  func lastTime(of schedule: String) async throws(Failure) -> Int? {
    let account = try await session.name(of: nil)
    return try await session.journal.lastTime(of: schedule, script: name(), account: account)
  }

  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool {
    let account = try await session.name(of: nil)
    return try await session.journal.advance(schedule, from: last, to: time, script: name(), account: account)
  }

  /// The change as the engine records it.
  func effect(_ effect: Dispatcher.Effect) -> RecordedEffect {
    RecordedEffect(effect.name, in: Journal.Attempt(effect.attempt), of: session.journal)
  }

  /// - Parameters:
  ///   - script: the script that the block belongs to; `nil` for this one.
  ///   - account: the account; `nil` for the current one.
  func onceID(_ key: String, _ script: String?, _ account: String?) async throws(Failure) -> Journal.OnceID {
    Journal.OnceID(script: try await name(of: script), account: try await session.name(of: account), key: key)
  }

  /// The name of a script in the journal; of this one by default.
  private func name(of script: String? = nil) async throws(Failure) -> String {
    guard let script else { return try await session.journal.name(ofScript: path, stating: statedName) }
    return try await session.journal.name(ofScript: script, stating: nil)
  }
}

extension LedgerAttempt {
  fileprivate init(_ attempt: Journal.Attempt) {
    let onceID = attempt.onceID
    self.init(
      id: attempt.id, generation: attempt.generation, script: onceID.script, account: onceID.account, key: onceID.key)
  }
}

extension Journal.Attempt {
  fileprivate init(_ attempt: LedgerAttempt) {
    self.init(
      onceID: Journal.OnceID(script: attempt.script, account: attempt.account, key: attempt.key), id: attempt.id,
      generation: attempt.generation)
  }
}

/// The journal of a rehearsal: what is done is skipped, and nothing is written except a new name of the script.
struct RehearsalLedger: Ledger {
  private let ledger: ScriptLedger

  init(_ ledger: ScriptLedger) {
    self.ledger = ledger
  }

  func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> LedgerClaim {
    let onceID = try await ledger.onceID(key, script, account)
    if !ledger.isFresh, let outcome = try await ledger.session.journal.outcome(of: onceID) { return .done(outcome) }
    return .open(
      LedgerAttempt(id: 0, generation: 0, script: onceID.script, account: onceID.account, key: onceID.key))
  }

  func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> LedgerAttempt? {
    try await ledger.completed(key, of: script, as: account)
  }

  func isAnswered(_ effect: Dispatcher.Effect) async throws(Failure) -> Bool { try await ledger.isAnswered(effect) }

  func finish(_ attempt: LedgerAttempt, outcome: JSON) async throws(Failure) {}

  func abandon(_ attempt: LedgerAttempt) async {}

  func lastTime(of schedule: String) async throws(Failure) -> Int? { nil }

  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool { true }
}
