package import JSONValue

extension Journal {
  /// What is to be done once: a key of a script as an account.
  package struct OnceID: Sendable, Hashable {
    /// The real path of the script's file, or another name that it always has.
    package let script: String
    /// `@user@host`.
    package let account: String
    package let key: String

    package init(script: String, account: String, key: String) {
      self.script = script
      self.account = account
      self.key = key
    }
  }

  /// How an occasion stands when a run comes to it.
  package enum ClaimResult: Sendable, Hashable {
    /// It was done; these are the values that it gave its names.
    case done(outcome: JSON)
    /// It is to be done, by the caller alone.
    case open(Attempt)
    /// This living process is at it.
    case busy(process: Int)
  }

  /// The right to do an occasion, until it is finished or abandoned, or until the process ends.
  package struct Attempt: Sendable, Hashable {
    package let onceID: OnceID
    /// Counts how often the occasion was started anew; servers take effects of two generations for different ones.
    package let generation: Int
    /// Whether an earlier attempt did not come to its end, so that some of the effects may be there already.
    package let isResumed: Bool
    package let id: Int

    /// An attempt as it went through other hands.
    package init(onceID: OnceID, id: Int, generation: Int, isResumed: Bool = true) {
      self.onceID = onceID
      self.id = id
      self.generation = generation
      self.isResumed = isResumed
    }

    /// What a server is to know an effect of this occasion by; every run comes to the same.
    package func idempotencyKey(of effect: String) -> String {
      Fingerprint(onceID.script, onceID.account, onceID.key, effect, String(generation)).hexadecimal
    }
  }

  /// What the journal knows of an effect inside an occasion.
  package enum EffectRecord: Sendable, Hashable {
    /// It was about to be sent first at this time, in seconds since 1970, and nobody knows what became of it.
    case sent(url: String, at: Int)
    case answered(url: String, answer: JSON)
  }
}
