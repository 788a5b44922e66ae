package import Fediverse
package import JSONValue
import TuskCommon
import XCallbackURL

extension Journal {
  /// The record of an effect.
  package enum ChangeRecord: Sendable, Hashable {
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

extension JSON {
  /// The members that are objects, each with its short texts, numbers and truth values, and with the identifiers of the
  /// statuses that were made.
  var withShortMembers: JSON {
    let objects = (object ?? [:]).members.compactMap { name, value in
      value.object.map {
        (name, JSON.object(JSON.Object($0.members.filter { $0.name == "statusIDs" || $0.value.isShort })))
      }
    }
    return .object(JSON.Object(objects))
  }

  private var isShort: Bool {
    switch self {
    case .array, .object: false
    case .string(let text): text.utf8.count <= 200
    default: true
    }
  }
}

extension Failure {
  static func notToBeSent(_ effect: JournaledText) -> Failure {
    Failure(.defect, "'\(effect.text)' was already answered, or its block is not open")
  }

  static func notAwaited(_ effect: JournaledText) -> Failure {
    Failure(.defect, "'\(effect.text)' is not waiting for a response")
  }
}
