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
  /// The journal that records it; `nil` for a job of 0.2.0, which had only the one of this machine.
  package var journal: String?
  package var state = State.kept
  /// The key of the job that it takes back; `nil` if it takes back none.
  package var undoes: String?

  /// What its file says of it.
  package enum State: Sendable, Hashable {
    case kept
    /// It does not go on, but what it did can be undone.
    case canceled
    /// What it did was taken back.
    case undone
    /// Its file cannot be understood.
    case damaged
  }

  package init(
    id: Int, key: String, verb: String, subjects: String, count: Int, account: String, begun: Int, line: String,
    journal: String? = nil
  ) {
    (self.id, self.key, self.verb, self.subjects) = (id, key, verb, subjects)
    (self.count, self.account, self.begun, self.line, self.journal) = (count, account, begun, line, journal)
  }

  /// A job of which nothing but the number is known.
  package static func damaged(_ id: Int) -> Job {
    var job = Job(id: id, key: "", verb: "", subjects: "", count: 0, account: "", begun: 0, line: "")
    job.state = .damaged
    return job
  }

  /// The journal that is a file of this machine.
  package static let ownJournal = "file"

  /// The name under which the journal records it, where scripts have theirs.
  package var script: String { journal == nil ? Self.firstScript : Self.script }

  /// The name under which the journal records jobs; no script can have it, because of its colon.
  package static let script = "job:"
  /// The name under which 0.2.0 recorded jobs, which a script can have too.
  package static let firstScript = "job"
  package static let scripts = [script, firstScript]

  /// For how many seconds after its last change a job is kept.
  package static let lifetime = 30 * 86_400

  /// How far a job is.
  package struct Progress: Sendable, Hashable {
    /// How many of its changes were answered.
    package let made: Int
    /// How many of its changes were sent whose outcome is unknown.
    package let unknown: Int
    package let isDone: Bool
    /// The process that works on it; `nil` if none does.
    package let worker: Worker?
    /// When it last made a change, or was begun, in seconds since 1970.
    package let changed: Int

    package init(made: Int, unknown: Int, isDone: Bool, worker: Worker?, changed: Int) {
      (self.made, self.unknown, self.isDone, self.worker, self.changed) = (made, unknown, isDone, worker, changed)
    }

    /// Whether none of its changes was sent.
    package var isUntouched: Bool { made == 0 && unknown == 0 }
  }
}
