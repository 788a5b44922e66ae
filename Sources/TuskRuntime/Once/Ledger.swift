package import JSONValue
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
  func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> LedgerClaim
  /// The attempt that completed a block; `nil` if the block is not done.
  func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> LedgerAttempt?
  /// Whether a change of a block was made and answered.
  func isAnswered(_ effect: Dispatcher.Effect) async throws(Failure) -> Bool
  /// Records that a block is done, and the variables that it assigned.
  func finish(_ attempt: LedgerAttempt, outcome: JSON) async throws(Failure)
  /// Gives up a block; its changes so far remain recorded.
  func abandon(_ attempt: LedgerAttempt) async
  /// The time for which a schedule last ran, or at which it was first started, in seconds since 1970.
  func lastTime(of schedule: String) async throws(Failure) -> Int?
  /// Records that a schedule is about to run for this time, so that it runs only once for each time.
  ///
  /// - Returns: false, without recording anything, if another process has run the schedule since the last time.
  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool
}

/// The full name of a `once` block: the script and the account as the journal names them, and the key.
package struct OnceName: Sendable, Hashable {
  package let script: String
  package let account: String
  package let key: String

  package init(script: String, account: String, key: String) {
    self.script = script
    self.account = account
    self.key = key
  }

  // Names are compared as the journal compares them: by their bytes, which differ where Unicode has several forms of a
  // character.
  package static func == (left: OnceName, right: OnceName) -> Bool {
    left.script.isSpelled(like: right.script) && left.account.isSpelled(like: right.account)
      && left.key.isSpelled(like: right.key)
  }
}

/// One attempt at a `once` block.
package struct LedgerAttempt: Sendable, Hashable {
  package let id: Int
  /// How many times the block was started afresh.
  package let generation: Int
  package let name: OnceName

  package init(id: Int, generation: Int, name: OnceName) {
    self.id = id
    self.generation = generation
    self.name = name
  }
}

/// The result of claiming a `once` block.
package enum LedgerClaim: Sendable, Hashable {
  /// It is done, and assigned these variables.
  case done(JSON)
  case open(LedgerAttempt)
  /// Another process is running it.
  case busy(process: Int)
}
