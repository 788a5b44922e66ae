package import JSONValue

/// The full name of a `once` block.
package struct OnceName: Sendable, Hashable {
  /// The name of the script, or the real path of its file.
  package let script: String
  /// `@user@host`.
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

/// A claim to a `once` block, until it is finished or abandoned, or until the process ends.
package struct OnceAttempt: Sendable, Hashable {
  package let name: OnceName
  package let id: Int
  /// Counts how often the block was started over; servers take the effects of two generations for different requests.
  package let generation: Int
  /// Whether an earlier attempt did not finish, so that some effects may already exist.
  package let isResumed: Bool

  package init(_ name: OnceName, id: Int, generation: Int, isResumed: Bool = true) {
    self.name = name
    self.id = id
    self.generation = generation
    self.isResumed = isResumed
  }
}

/// The state of a `once` block when a run reaches it.
package enum OnceClaim: Sendable, Hashable {
  /// It is done; the outcome has the values of the variables that it assigned.
  case done(outcome: JSON)
  /// It is claimed for the caller.
  case open(OnceAttempt)
  /// Another running process is working on it.
  case busy(Worker)
}

/// A running process that works on a block.
package struct Worker: Sendable, Hashable, CustomStringConvertible {
  package let process: Int
  /// The name of its machine; `nil` for this one.
  package let host: String?

  package init(process: Int, host: String? = nil) { (self.process, self.host) = (process, host) }

  package var description: String { "process \(process)\(host.map { " on \($0)" } ?? "")" }
}
