package import Fediverse
package import JSONValue
import TuskCommon

extension Journal {
  /// The record of an effect.
  package enum EffectRecord: Sendable, Hashable {
    /// It was about to be sent at these times, once or more often; its outcome is unknown.
    case sent(url: String, first: SendTime, last: SendTime)
    case answered(url: String, answer: JSON)
  }
}

extension OnceAttempt {
  /// The idempotency key of an effect of this block, the same in every run.
  ///
  /// - Parameter script: the first name of the script in the journal.
  func idempotencyKey(of effect: String, script: String) -> String {
    Fingerprint(script, name.account, name.key, effect, String(generation)).hexadecimal
  }
}
