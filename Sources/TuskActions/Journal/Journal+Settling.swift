import JSONValue
import TuskCommon
import XCallbackURL

/// Recording by hand what became of a change, when no server can tell.
extension Journal {
  /// What became of a change whose outcome is unknown.
  package enum Settlement: Sendable {
    /// It was made, with this output, if it is known.
    case done(ActionOutput?)
    case notSent
  }

  /// A change that was settled or can be.
  package struct Settled: Sendable, Hashable {
    /// The request as journaled.
    package let url: String
    /// The account that made it.
    package let account: String
    /// How many other changes of the block have an unknown outcome.
    package let others: Int
  }
}

extension ActionOutput {
  /// The output as journaled for a change that was settled by hand.
  var settled: JSON {
    var object = recorded.object ?? [:]
    object["settled"] = true
    return .object(object)
  }
}

extension JSON {
  /// Whether a person stated this answer; earlier versions wrote it without a mark, and without the status's identifier.
  var isSettlement: Bool {
    self["settled"] != nil || self["item"] != nil && self["item"] == self["data"] && self["item"]?["statusID"] == nil
  }
}

extension Failure {
  /// The same failure of an unknown outcome, with how to settle it by hand.
  func settled(by attempt: OnceAttempt) -> Failure {
    guard code == .unknownOutcome else { return self }
    let command = "tusk journal settle \(attempt.id)"
    return Failure(
      code, "\(message); the next run looks again; if you know it, run: \(command) --done, or: \(command) --not-sent")
  }

  static func running(_ number: Int, _ worker: Worker) -> Failure {
    Failure(.locked, "\(worker) is working on entry \(number); settle it when that has ended")
  }

  static func noEntry(_ number: Int) -> Failure {
    Failure(.notFound, "the journal has no entry \(number); list them with: tusk journal list --json")
  }

  static func running(_ key: String, _ worker: Worker) -> Failure {
    Failure(.badSettings, "\(worker) is running '\(key)'; nothing was forgotten")
  }

  static func nothingUnknown(_ number: Int) -> Failure {
    Failure(.rejected, "the outcome of every change of entry \(number) is known")
  }
}
