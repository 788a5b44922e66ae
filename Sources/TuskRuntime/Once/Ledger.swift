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
  func isAnswered(_ effect: Dispatcher.Effect) async throws(Failure) -> Bool
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
}
