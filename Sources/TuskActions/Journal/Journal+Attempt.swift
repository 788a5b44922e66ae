package import Fediverse
package import JSONValue

extension Journal {
  /// Identifies a `once` block: its key, in a script, as an account.
  package struct OnceID: Sendable, Hashable {
    /// The real path of the script's file, or another permanent name.
    package let script: String
    /// `@user@host`.
    package let account: String
    package let key: String

    package init(script: String, account: String, key: String) {
      self.script = script
      self.account = account
      self.key = key
    }

    package static func == (left: OnceID, right: OnceID) -> Bool {
      left.script.isSpelled(like: right.script) && left.account.isSpelled(like: right.account)
        && left.key.isSpelled(like: right.key)
    }
  }

  /// The state of a `once` block when a run reaches it.
  package enum ClaimResult: Sendable, Hashable {
    /// It is done; the outcome has the values of its names.
    case done(outcome: JSON)
    /// It is claimed for the caller.
    case open(Attempt)
    /// Another running process is working on it.
    case busy(process: Int)
  }

  /// A claim to a `once` block, until it is finished or abandoned, or until the process ends.
  package struct Attempt: Sendable, Hashable {
    package let onceID: OnceID
    /// Counts how often the block was started over; servers take the effects of two generations for different requests.
    package let generation: Int
    /// Whether an earlier attempt did not finish, so that some effects may already exist.
    package let isResumed: Bool
    package let id: Int

    /// Restores an attempt from its parts.
    package init(onceID: OnceID, id: Int, generation: Int, isResumed: Bool = true) {
      self.onceID = onceID
      self.id = id
      self.generation = generation
      self.isResumed = isResumed
    }

    /// The idempotency key of an effect of this block, the same in every run.
    ///
    /// - Parameter script: the first name of the script in the journal.
    func idempotencyKey(of effect: String, script: String) -> String {
      Fingerprint(script, onceID.account, onceID.key, effect, String(generation)).hexadecimal
    }
  }

  /// The record of an effect.
  package enum EffectRecord: Sendable, Hashable {
    /// It was about to be sent at these times, once or more often; its outcome is unknown.
    case sent(url: String, first: SendTime, last: SendTime)
    case answered(url: String, answer: JSON)
  }
}
