package import JSONValue
package import XCallbackURL

/// Where it is recorded what a script has done.
package protocol Ledger: Sendable {
  /// Begins a block for an account, the one that commands act as where it is not said.
  func begin(_ key: String, as account: String?) async throws(Failure) -> LedgerClaim
  /// Records that a block was done, and the values that it gave its names.
  func finish(_ attempt: LedgerAttempt, outcome: JSON) async throws(Failure)
  /// Gives a block up; what it did until then stays recorded.
  func abandon(_ attempt: LedgerAttempt) async
  /// The time that a schedule last ran for, in seconds since 1970.
  func lastTime(of schedule: String) async throws(Failure) -> Int?
  /// Records that a schedule runs for this time, before it does, so that no time is run for twice.
  ///
  /// - Returns: false, and nothing is recorded, where the last time is another one: another process ran meanwhile.
  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool
}

/// One try at a block that is done once.
package struct LedgerAttempt: Sendable, Hashable {
  package let id: Int
  /// How often the block was begun from the start.
  package let generation: Int
  package let account: String
  package let key: String

  package init(id: Int, generation: Int, account: String, key: String) {
    self.id = id
    self.generation = generation
    self.account = account
    self.key = key
  }
}

/// How a block that is done once stands.
package enum LedgerClaim: Sendable, Hashable {
  /// It was done, and gave its names these values.
  case done(JSON)
  case open(LedgerAttempt)
  /// Another process is at it.
  case busy(process: Int)
}
