package import Fediverse
package import JSONValue
package import TuskCommon
package import XCallbackURL

/// The record of what scripts have done, so that a killed run resumes where it stopped and repeats nothing.
///
/// Every call returns after its changes are safe: ``LocalJournal`` keeps them in a file of this machine,
/// ``EtcdJournal`` in etcd, for several machines. The tests of the journal run with each of them.
package protocol JournalStore: Sendable {
  /// Returns the time in seconds since 1970, by the clock that all users of the journal share.
  var now: @Sendable () -> Int { get }
  /// Returns the boot of the machine and the time since then; `nil` if that is unknown.
  var uptime: @Sendable () -> Uptime? { get }
  /// Where it is, in words that are the same on each machine that shares it.
  var place: String { get }
  /// Whether this process holds anything that ``close()`` releases.
  var isOpen: Bool { get }
  /// Releases what this process holds, and its claims; a later call opens the journal again.
  func close() async

  // MARK: Blocks

  /// Claims a `once` block unless it is done.
  ///
  /// - Parameter ignoringDone: whether to start a new generation even if the block is done.
  func begin(_ name: OnceName, ignoringDone: Bool) async throws(Failure) -> OnceClaim
  /// Claims a recurring block unless it was done since a time; resumes it if it was begun but not done.
  ///
  /// - Parameter moment: seconds since 1970; a time in the future also counts as done, because the clock may have been
  ///   ahead.
  func begin(_ name: OnceName, unlessDoneSince moment: Int) async throws(Failure) -> OnceClaim
  /// Forgets the effects of an attempt and continues it as a new generation.
  func restart(_ attempt: OnceAttempt) async throws(Failure) -> OnceAttempt
  /// Records that the block is done, and the values of its names.
  func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure)
  /// Releases the claim of an unfinished block and keeps the record of its effects.
  func abandon(_ attempt: OnceAttempt) async throws(Failure)
  /// The outcome of a block, if it is done; claims nothing.
  func outcome(of name: OnceName) async throws(Failure) -> JSON?
  /// How far a block is; `nil` if it was never begun. It claims nothing.
  func progress(of name: OnceName) async throws(Failure) -> Job.Progress?
  /// What is recorded of the changes of a block.
  func changes(of name: OnceName) async throws(Failure) -> RecordedChanges
  /// The blocks that a script has begun as an account; claims nothing.
  func blocks(of script: String, account: String) async throws(Failure) -> [Journal.Block]
  /// The attempt that completed a block; `nil` if the block is not done. It claims nothing.
  func completed(_ name: OnceName) async throws(Failure) -> OnceAttempt?

  // MARK: Effects: the changes inside a block, each under a name that is the same in every run

  /// The record of an effect, by this attempt or an earlier one; `nil` if nothing was sent.
  func effect(named name: String, in attempt: OnceAttempt) async throws(Failure) -> Journal.ChangeRecord?
  /// Records that an effect is about to be sent; from now on it may have happened.
  ///
  /// Sending it again keeps the time of the first attempt, because servers keep idempotency keys from then.
  ///
  /// - Parameters:
  ///   - time: the current time by several clocks.
  ///   - restoration: what takes it back; that of the first sending is kept.
  func willSend(
    effect name: String, url: String, at time: SendTime, restoredBy restoration: Restoration?, in attempt: OnceAttempt
  ) async throws(Failure)
  /// What takes back an effect that was or is about to be sent; `nil` if that was not recorded.
  func restoration(of effect: String, in attempt: OnceAttempt) async throws(Failure) -> Restoration?
  /// Records the response of the server.
  ///
  /// - Parameter made: the URI of the status that the effect created.
  func didAnswer(effect name: String, answer: JSON, making made: String?, in attempt: OnceAttempt) async throws(Failure)
  /// Forgets an effect that the server refused or that turned out not to have happened.
  func didNotHappen(effect name: String, in attempt: OnceAttempt) async throws(Failure)
  /// Whether an effect of the attempt was answered.
  func hasAnswers(in attempt: OnceAttempt) async throws(Failure) -> Bool
  /// The URIs of the statuses that effects of the account created recently, so that none is mistaken for the result of
  /// another effect, and when the responses that told of them were recorded.
  func statusesMade(by account: String) async throws(Failure) -> [String: Timestamp]
  /// When other effects with the same request, of the same account, were sent whose outcome is unknown.
  func unsettled(
    _ url: String, besides effect: String, in attempt: OnceAttempt
  ) async throws(Failure) -> [OtherRequests.Sending]
  /// The idempotency key of an effect.
  func idempotencyKey(of effect: String, in attempt: OnceAttempt) async throws(Failure) -> String

  // MARK: Schedules

  /// The time, in seconds since 1970, for which a schedule last ran, or at which it was first started; `nil`
  /// if it never was.
  func lastTime(of schedule: String, script: String, account: String) async throws(Failure) -> Int?
  /// Records that a schedule runs for a time, which may be before the last one if the clock was wrong.
  ///
  /// - Returns: whether the recorded time was still `last`; if not, nothing is recorded.
  func advance(
    _ schedule: String, from last: Int?, to time: Int, script: String, account: String
  ) async throws(Failure) -> Bool

  // MARK: Names

  /// The name under which a script's blocks are recorded.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the script's file, or another permanent name.
  ///   - stated: the name that the script states; `nil` if it states none.
  /// - Throws: ``Failure`` if it is not clear which blocks are the script's, because nothing may be done again silently.
  func name(ofScript path: String, stating stated: String?) async throws(Failure) -> String
  /// The spelling under which the work of an account is recorded, which may be another one than the server uses now.
  func spelling(of account: String) async throws(Failure) -> String

  // MARK: Reading, settling and forgetting by hand

  /// The entries in the order in which they were begun.
  ///
  /// - Parameters:
  ///   - script: the script; `nil` for all scripts, without commands outside scripts.
  ///   - account: the account; `nil` for all.
  ///   - number: return only entries after this number, so that a long journal can be read in parts.
  ///   - limit: the maximum number of entries.
  func entries(
    script: String?, account: String?, after number: Int, limit: Int
  ) async throws(Failure) -> [Journal.Entry]
  /// The number after which the newest entries, of the given count, follow; 0 if there are no more than that.
  func number(beforeNewest count: Int, script: String?, account: String?) async throws(Failure) -> Int
  /// The names of the scripts of which anything was ever recorded, without commands outside scripts.
  func scripts() async throws(Failure) -> [String]
  /// Settles a change of an entry, so that its block can continue: the oldest of unknown outcome, or else, until the
  /// block is finished, the latest settled one.
  ///
  /// - Parameter number: the number of the entry.
  /// - Throws: ``Failure`` if there is no such entry or change, or if a running process works on it.
  @discardableResult
  func settle(_ number: Int, as settlement: Journal.Settlement) async throws(Failure) -> Journal.Settled
  /// The change that ``settle(_:as:)`` would settle.
  func changeToSettle(_ number: Int) async throws(Failure) -> Journal.Settled
  /// Forgets `once` blocks, and without a key the times of schedules too.
  ///
  /// Blocks begun afterwards get a new generation, because servers still know the effects of this one.
  ///
  /// - Parameters:
  ///   - script: `nil` for every script.
  ///   - account: `nil` for every account.
  ///   - key: the key as the script or an entry has it; `nil` for every key.
  /// - Returns: the number of blocks.
  /// - Throws: ``Failure`` if a running process is working on one of them; nothing is forgotten then.
  @discardableResult
  func forget(script: String?, account: String?, key: String?) async throws(Failure) -> Int
  /// Forgets the blocks that a script began before a time in seconds since 1970.
  func forget(script: String, begunBefore moment: Int) async throws(Failure)
  /// Forgets blocks of a script that were neither begun nor had a change sent or answered since a time, in seconds since
  /// 1970, and on which no running process works.
  func forget(script: String, unchangedSince moment: Int) async throws(Failure)
  /// Refuses work for whose records there is no room.
  ///
  /// - Parameter count: how many changes will be recorded.
  func checkRoom(forChanges count: Int) async throws(Failure)
}

extension JournalStore {
  /// Claims a `once` block unless it is done.
  package func begin(_ name: OnceName) async throws(Failure) -> OnceClaim { try await begin(name, ignoringDone: false) }

  /// Records that an effect is about to be sent, which nobody will take back.
  package func willSend(
    effect name: String, url: String, at time: SendTime, in attempt: OnceAttempt
  ) async throws(Failure) {
    try await willSend(effect: name, url: url, at: time, restoredBy: nil, in: attempt)
  }

  /// Records the response of the server to an effect that created no status.
  package func didAnswer(effect name: String, answer: JSON, in attempt: OnceAttempt) async throws(Failure) {
    try await didAnswer(effect: name, answer: answer, making: nil, in: attempt)
  }

  /// The entries after a number, without a limit.
  package func entries(
    script: String? = nil, account: String? = nil, after number: Int = 0
  ) async throws(Failure) -> [Journal.Entry] {
    try await entries(script: script, account: account, after: number, limit: .max)
  }

  /// Forgets `once` blocks of all accounts.
  @discardableResult
  package func forget(script: String? = nil, key: String? = nil) async throws(Failure) -> Int {
    try await forget(script: script, account: nil, key: key)
  }
}
