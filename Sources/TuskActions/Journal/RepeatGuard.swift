import Glibc
import JSONValue
import Synchronization
import XCallbackURL

/// What commands make, kept for a while, so that a second run does not make the same again by mistake.
///
/// What came of a request whose answer was lost, or whose process was killed, is looked for before it is sent again. A
/// journal that cannot be used keeps nobody from posting: nothing is kept then.
package final class RepeatGuard: Sendable {
  /// The parameter by which an action is told that the same is wanted once more.
  static let again = "again"
  /// For how many seconds what was made is not made again unasked.
  static let shortest = 600
  /// For how many seconds what a server did with a request is looked for; after an hour servers forget keys.
  private static let longestDoubt = 3300
  /// After how many seconds nothing is kept.
  private static let longestMemory = 7 * 86_400
  /// What the journal has in the place of a script's name.
  private static let script = "commands"
  private static let moment = "at"

  private let journal: Journal
  private let account: String
  private let made = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - journal: where it is kept.
  ///   - account: a name that the account always has and no other.
  package init(_ journal: Journal, account: String) {
    self.journal = journal
    self.account = account
  }

  /// Whether something may be made.
  enum Standing {
    /// It may; the pass is to be handed back.
    case free(Pass)
    /// Another run has made it so many seconds ago, or is just making it.
    case repeated(secondsAgo: Int)
  }

  /// The right to make something once.
  struct Pass {
    fileprivate let attempt: Journal.Attempt?
    /// Where it is recorded.
    let effect: RecordedEffect?

    /// The right to make what is recorded elsewhere, or nowhere.
    init(_ effect: RecordedEffect?) {
      attempt = nil
      self.effect = effect
    }

    fileprivate init(_ attempt: Journal.Attempt, in journal: Journal) {
      self.attempt = attempt
      effect = RecordedEffect(RepeatGuard.script, in: attempt, of: journal)
    }
  }

  /// Asks for the right to carry out a request.
  ///
  /// - Parameter isWanted: whether a person has said that the same is wanted once more.
  func standing(of url: CallbackURL, isWanted: Bool = false) -> Standing {
    let occasion = Journal.Occasion(script: Self.script, account: account, key: key(of: url))
    let isAgain = url.parameters.contains { $0.name == Self.again && Envelope.boolean($0.value) == true }
    let ignoresDone = isWanted || isAgain || made.withLock { $0.contains(occasion.key) }
    do throws(Failure) {
      switch try journal.begin(occasion, ignoringDone: ignoresDone, generation: journal.now()) {
      case .open(let attempt): return .free(Pass(try renewed(attempt), in: journal))
      case .done(let outcome):
        let age = journal.now() - (outcome[Self.moment]?.int ?? 0)
        guard !(0..<Self.shortest).contains(age) else { return .repeated(secondsAgo: age) }
        return standing(of: url, isWanted: true)
      case .busy(let process):
        let isOwn = process == Int(getpid())
        return ignoresDone || isOwn ? .free(Pass(nil)) : .repeated(secondsAgo: 0)
      }
    } catch {
      return .free(Pass(nil))
    }
  }

  /// An attempt of which an earlier request is worth looking for, or a new one.
  private func renewed(_ attempt: Journal.Attempt) throws(Failure) -> Journal.Attempt {
    guard attempt.isResumed else { return attempt }
    if case .sent(_, let time)? = try journal.effect(named: Self.script, in: attempt),
      (0..<Self.longestDoubt).contains(journal.now() - time)
    {
      return attempt
    }
    try journal.abandon(attempt)
    guard case .open(let next) = try journal.begin(attempt.occasion, ignoringDone: true) else { return attempt }
    return next
  }

  /// Hands the right back.
  func end(_ pass: Pass, after response: Response) {
    guard let attempt = pass.attempt else { return }
    do throws(Failure) {
      guard case .success = response else { return try journal.abandon(attempt) }
      made.withLock { _ = $0.insert(attempt.occasion.key) }
      try journal.finish(attempt, outcome: [Self.moment: .int(journal.now())])
      try journal.forget(script: Self.script, begunBefore: journal.now() - Self.longestMemory)
    } catch _ {
      // It was made, which is what there is to say.
    }
  }

  private func key(of url: CallbackURL) -> String {
    let told = url.withoutEnvelope
    let pairs = told.parameters.filter { $0.name != Self.again }
    return CallbackURL(scheme: told.scheme, action: told.action, pairs: pairs).description
  }
}

extension CallbackURL {
  /// The request without how and where this one run of it is answered.
  var withoutEnvelope: CallbackURL {
    CallbackURL(scheme: scheme, action: action, pairs: parameters.filter { !Envelope.keys.contains($0.name) })
  }
}
