package import JSONValue
import Synchronization
package import TuskActions
package import TuskCommon
package import TuskRuntime
package import XCallbackURL

/// The journal of one script.
package struct ScriptLedger: Ledger {
  fileprivate let journal: any JournalStore
  private let accountName: @Sendable (String?) async throws(Failure) -> String
  private let path: String
  private let statedName: String?
  package let isFresh: Bool
  fileprivate let jobStore: JobStore?
  /// The blocks that this run began, each of which starts afresh only once.
  private let renewed = Renewed()

  /// - Parameters:
  ///   - jobs: where jobs are kept; `nil` to keep none.
  ///   - path: the path of the script, or a fixed name.
  ///   - statedName: the name that the script states; `nil` if it states none.
  ///   - isFresh: whether to repeat what the journal says is done.
  ///   - accountName: returns the full name of an account; of the current one for `nil`.
  package init(
    _ journal: any JournalStore, jobs: JobStore? = nil, path: String, statedName: String?, isFresh: Bool,
    accountName: @escaping @Sendable (String?) async throws(Failure) -> String
  ) {
    self.journal = journal
    self.path = path
    self.statedName = statedName
    self.isFresh = isFresh
    jobStore = jobs
    self.accountName = accountName
  }

  package func name(of key: String, in script: String?, as account: String?) async throws(Failure) -> OnceName {
    OnceName(script: try await name(of: script), account: try await recordedName(of: account), key: key)
  }

  package func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceClaim {
    let name = try await name(of: key, in: script, as: account)
    let isRenewed = isFresh && !Job.scripts.contains(script ?? "") && !renewed.contains(name)
    let claim = try await journal.begin(name, ignoringDone: isRenewed)
    if case .open = claim { renewed.add(name) }
    return claim
  }

  package func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceAttempt? {
    try await journal.completed(name(of: key, in: script, as: account))
  }

  package func isAnswered(_ effect: Dispatcher.OnceChange) async throws(Failure) -> Bool {
    guard case .answered = try await journal.effect(named: effect.name, in: effect.attempt)
    else { return false }
    return true
  }

  package func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure) {
    try await journal.finish(attempt, outcome: outcome)
  }

  package func abandon(_ attempt: OnceAttempt) async {
    // If this fails, the claim ends with the process.
    try? await journal.abandon(attempt)
  }

  package func lastTime(of schedule: String) async throws(Failure) -> Int? {
    let account = try await recordedName(of: nil)
    return try await journal.lastTime(of: schedule, script: name(), account: account)
  }

  package func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool {
    let account = try await recordedName(of: nil)
    return try await journal.advance(schedule, from: last, to: time, script: name(), account: account)
  }

  package func beginOccasion(of schedule: String) async throws(Failure) -> OnceAttempt? {
    guard case .open(let attempt) = try await journal.begin(occasion(of: schedule), ignoringDone: true) else {
      return nil
    }
    return attempt
  }

  package func stoppedOccasion(of schedule: String) async throws(Failure) -> OnceAttempt? {
    // A run that repeats what is done must not take up what was begun.
    guard !isFresh else { return nil }
    let name = try await occasion(of: schedule)
    guard let progress = try await journal.progress(of: name), !progress.isDone, progress.worker == nil,
      case .open(let attempt) = try await journal.begin(name)
    else { return nil }
    return attempt
  }

  private func occasion(of schedule: String) async throws(Failure) -> OnceName {
    try await name(of: "\(schedule), last run", in: nil, as: nil)
  }

  /// The change as the engine records it.
  package func effect(_ effect: Dispatcher.OnceChange) -> RecordedChange {
    RecordedChange(effect.name, in: effect.attempt, of: journal, isOfJob: effect.isOfJob)
  }

  /// The name of an account in the journal; of the current one for `nil`.
  fileprivate func recordedName(of account: String?) async throws(Failure) -> String {
    try await journal.spelling(of: accountName(account))
  }

  /// The name of a script in the journal; of this one by default.
  private func name(of script: String? = nil) async throws(Failure) -> String {
    guard let script else { return try await journal.name(ofScript: path, stating: statedName) }
    return try await journal.name(ofScript: script, stating: nil)
  }
}

extension ScriptLedger {
  package func create(_ job: Job, urls: LineSpool) async throws(Failure) -> Job {
    guard let jobStore else { throw Failure(.unsupported, "jobs are not kept here") }
    var named = job
    named.account = try await recordedName(of: job.account.isEmpty ? nil : job.account)
    named.journal = journal.place
    try await journal.checkRoom(forChanges: job.count)
    // Jobs of machines that are gone left these.
    try await journal.forget(script: Job.script, unchangedSince: journal.now() - Job.lifetime - 86_400)
    // Its record is there before it is, so that a job without one is known to be of another journal.
    guard case .open(let attempt) = try await journal.begin(OnceName(of: named)) else {
      throw Failure(.defect, "the key of a new job is taken")
    }
    let kept = Result { () throws(Failure) in try jobStore.create(named, urls: urls) }
    try await journal.abandon(attempt)
    return try kept.get()
  }

  package func jobs() async throws(Failure) -> [Job] {
    var kept: [Job] = []
    for job in try jobStore?.all() ?? [] {
      if try await isOld(job) { try await forget(job) } else { kept.append(job) }
    }
    return kept
  }

  /// Whether a job has made no change for 30 days, after which it is forgotten.
  private func isOld(_ job: Job) async throws(Failure) -> Bool {
    let oldest = journal.now() - Job.lifetime
    guard job.state != .damaged, job.begun < oldest, let progress = try await progress(of: job) else { return false }
    return progress.worker == nil && progress.changed < oldest
  }

  package func urls(of job: Job) async throws(Failure) -> FileLines? { try jobStore?.urls(of: job) }

  package func isKept(_ job: Job) async throws(Failure) -> Bool { try jobStore?.isThere(job) ?? true }

  package func cancel(_ job: Job) async throws(Failure) {
    // Of what is not recorded here, nothing can be undone either.
    guard job.state != .damaged, try await progress(of: job) == nil else { return try jobStore?.cancel(job) ?? () }
    try jobStore?.remove(job)
  }

  package func markUndone(_ job: Job) async throws(Failure) { try jobStore?.mark(job, .undone) }

  package func forget(_ job: Job) async throws(Failure) {
    try jobStore?.remove(job)
    _ = try await journal.forget(script: job.script, account: job.account, key: job.key)
  }

  package func progress(of job: Job) async throws(Failure) -> Job.Progress? {
    try await journal.progress(of: OnceName(of: job))
  }

  package func changes(of job: Job) async throws(Failure) -> RecordedChanges {
    try await journal.changes(of: OnceName(of: job))
  }
}

/// The blocks that a run began.
private final class Renewed: Sendable {
  private let blocks = Mutex<Set<OnceName>>([])

  func contains(_ block: OnceName) -> Bool { blocks.withLock { $0.contains(block) } }

  func add(_ block: OnceName) {
    blocks.withLock { _ = $0.insert(block) }
  }
}

/// The journal of a rehearsal: what is done is skipped, and nothing is written except a new name of the script.
package struct RehearsalLedger: Ledger {
  private let ledger: ScriptLedger

  package init(_ ledger: ScriptLedger) {
    self.ledger = ledger
  }

  package func name(of key: String, in script: String?, as account: String?) async throws(Failure) -> OnceName {
    try await ledger.name(of: key, in: script, as: account)
  }

  package func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceClaim {
    let name = try await ledger.name(of: key, in: script, as: account)
    if !ledger.isFresh, let outcome = try await ledger.journal.outcome(of: name) { return .done(outcome: outcome) }
    return .open(OnceAttempt(name, id: 0, generation: 0))
  }

  package func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceAttempt? {
    try await ledger.completed(key, of: script, as: account)
  }

  package func isAnswered(_ effect: Dispatcher.OnceChange) async throws(Failure) -> Bool {
    try await ledger.isAnswered(effect)
  }

  package func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure) {}

  package func abandon(_ attempt: OnceAttempt) async {}

  package func lastTime(of schedule: String) async throws(Failure) -> Int? { nil }

  package func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool { true }

  package func beginOccasion(of schedule: String) async throws(Failure) -> OnceAttempt? { nil }

  package func stoppedOccasion(of schedule: String) async throws(Failure) -> OnceAttempt? { nil }
}

extension OnceName {
  /// The block of a job.
  fileprivate init(of job: Job) { self.init(script: job.script, account: job.account, key: job.key) }
}
