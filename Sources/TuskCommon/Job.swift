/// Many changes that one verb makes, which go on after a kill.
package struct Job: Sendable, Hashable {
  /// Its number, by which people name it; it may be used again after the job is forgotten.
  package var id: Int
  /// The key of its block in the journal; never used again.
  package let key: String
  package let verb: String
  /// The noun for what it changes, such as `statuses`.
  package let subjects: String
  package let count: Int
  /// The account that acts, as `@user@host`.
  package var account: String
  /// Seconds since 1970.
  package let begun: Int
  /// The line that began it.
  package let line: String

  package init(
    id: Int, key: String, verb: String, subjects: String, count: Int, account: String, begun: Int, line: String
  ) {
    (self.id, self.key, self.verb, self.subjects) = (id, key, verb, subjects)
    (self.count, self.account, self.begun, self.line) = (count, account, begun, line)
  }

  /// The name under which the journal records jobs, where scripts have theirs.
  package static let script = "job"

  /// How far a job is.
  package struct Progress: Sendable, Hashable {
    /// How many of its changes were answered.
    package let made: Int
    package let isDone: Bool
    /// The process that works on it; `nil` if none does.
    package let worker: Worker?

    package init(made: Int, isDone: Bool, worker: Worker?) {
      (self.made, self.isDone, self.worker) = (made, isDone, worker)
    }
  }
}
