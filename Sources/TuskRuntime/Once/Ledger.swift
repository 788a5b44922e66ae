package import JSONValue
package import TuskCommon
package import XCallbackURL

/// Records what a script has done.
package protocol Ledger: Sendable {
  /// The full name of a block; claims nothing.
  ///
  /// - Parameters:
  ///   - script: the script that the block belongs to; `nil` for the current one.
  ///   - account: the account; `nil` for the current one.
  func name(of key: String, in script: String?, as account: String?) async throws(Failure) -> OnceName
  /// Claims a block.
  ///
  /// - Parameters:
  ///   - script: the script that the block belongs to; `nil` for the current one.
  ///   - account: the account; `nil` for the current one.
  func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceClaim
  /// The attempt that completed a block; `nil` if the block is not done.
  func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceAttempt?
  /// Whether a change of a block was made and answered.
  func isAnswered(_ effect: Dispatcher.OnceChange) async throws(Failure) -> Bool
  /// Records that a block is done, and the variables that it assigned.
  func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure)
  /// Gives up a block; its changes so far remain recorded.
  func abandon(_ attempt: OnceAttempt) async
  /// The time for which a schedule last ran, or at which it was first started, in seconds since 1970.
  func lastTime(of schedule: String) async throws(Failure) -> Int?
  /// Records that a schedule is about to run for this time, so that it runs only once for each time.
  ///
  /// - Returns: false, without recording anything, if another process has run the schedule since the last time.
  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool
  /// Records that a run of a schedule begins; it ends as a block does.
  ///
  /// - Returns: `nil` if another process is running it.
  func beginOccasion(of schedule: String) async throws(Failure) -> OnceAttempt?
  /// Claims the last run of a schedule if it neither ended nor goes on; `nil` for none.
  func stoppedOccasion(of schedule: String) async throws(Failure) -> OnceAttempt?

  /// Whether the run repeats what the journal says is done.
  var isFresh: Bool { get }
  /// Keeps a job, which gets a number and, if it names none, the current account.
  func create(_ job: Job, urls: LineSpool) async throws(Failure) -> Job
  /// The jobs that are kept, in order.
  func jobs() async throws(Failure) -> [Job]
  /// The URLs of a job; `nil` if it is not kept any more.
  func urls(of job: Job) async throws(Failure) -> FileLines?
  /// Whether a job may go on.
  func isKept(_ job: Job) async throws(Failure) -> Bool
  /// Keeps a job from going on.
  func cancel(_ job: Job) async throws(Failure)
  /// Notes that what a job did was taken back.
  func markUndone(_ job: Job) async throws(Failure)
  /// Forgets a job and what is recorded of it.
  func forget(_ job: Job) async throws(Failure)
  /// How far a job is; `nil` if the journal has no record of it.
  func progress(of job: Job) async throws(Failure) -> Job.Progress?
  func changes(of job: Job) async throws(Failure) -> RecordedChanges
}

extension Ledger {
  package func create(_ job: Job, urls: LineSpool) async throws(Failure) -> Job { throw .noJobs() }

  package func jobs() async throws(Failure) -> [Job] { [] }

  package func urls(of job: Job) async throws(Failure) -> FileLines? { nil }

  package var isFresh: Bool { false }

  package func isKept(_ job: Job) async throws(Failure) -> Bool { true }

  package func cancel(_ job: Job) async throws(Failure) { throw .noJobs() }

  package func markUndone(_ job: Job) async throws(Failure) { throw .noJobs() }

  package func forget(_ job: Job) async throws(Failure) { throw .noJobs() }

  package func changes(of job: Job) async throws(Failure) -> RecordedChanges { throw .noJobs() }

  package func progress(of job: Job) async throws(Failure) -> Job.Progress? { nil }
}

extension Failure {
  fileprivate static func noJobs() -> Failure { Failure(.unsupported, "jobs are not kept here") }
}
