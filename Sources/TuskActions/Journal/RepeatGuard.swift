import Glibc
import JSONValue
import Synchronization
package import XCallbackURL

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
  /// After how many seconds an entry goes with the next one.
  private static let longestMemory = 7 * 86_400
  private static let effect = "commands"
  private static let moment = "at"

  private let journal: Journal
  private let account: String
  private let tell: @Sendable (String) -> Void
  private let own = Mutex(Own())

  /// What this run has made, and what it is just making.
  private struct Own {
    var made: Set<String> = []
    var underway: Set<String> = []
  }

  /// - Parameters:
  ///   - journal: where it is kept.
  ///   - account: a name that the account always has and no other.
  ///   - tell: told where an earlier run had made what is asked for.
  package init(_ journal: Journal, account: String, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    self.journal = journal
    self.account = account
    self.tell = tell
  }

  /// Whether something may be made.
  enum ClaimResult {
    /// It may; the pass is to be handed back.
    case free(Permit)
    /// Another run has made it so many seconds ago, or is just making it.
    case repeated(secondsAgo: Int)
  }

  /// The right to make something once.
  struct Permit {
    fileprivate let attempt: Journal.Attempt?
    /// What the journal had of it before.
    fileprivate let earlier: JSON?
    /// Where it is recorded.
    let effect: RecordedEffect?

    /// The right to make what is recorded elsewhere, or nowhere.
    init(_ effect: RecordedEffect?) {
      attempt = nil
      earlier = nil
      self.effect = effect
    }

    fileprivate init(
      _ attempt: Journal.Attempt, in journal: Journal, after earlier: JSON?, tell: @escaping @Sendable (String) -> Void
    ) {
      self.attempt = attempt
      self.earlier = earlier
      effect = RecordedEffect(
        RepeatGuard.effect, in: attempt, of: journal, onFound: { tell("an earlier run had done this already") })
    }
  }

  /// Asks for the right to carry out a request.
  ///
  /// - Parameter isConfirmed: whether a person has said that the same is wanted once more.
  func claim(of url: CallbackURL, isConfirmed: Bool = false) -> ClaimResult {
    let key = key(of: url)
    let onceID = Journal.OnceID(script: Journal.commands, account: account, key: key)
    let isAgain = url.parameters.contains { $0.name == Self.again && CommonParameter.boolean($0.value) == true }
    let checksRepeats = !isConfirmed && !isAgain && !own.withLock { $0.made.contains(key) }
    // One run makes the same as often as it is told, at once too.
    guard own.withLock({ $0.underway.insert(key).inserted }) else { return .free(Permit(nil)) }
    let result: ClaimResult
    do throws(Failure) { result = try claim(onceID, checksRepeats: checksRepeats) } catch {
      result = .free(Permit(nil))
    }
    if case .free(let permit) = result, permit.attempt != nil { return result }
    own.withLock { _ = $0.underway.remove(key) }
    return result
  }

  private func claim(_ onceID: Journal.OnceID, checksRepeats: Bool) throws(Failure) -> ClaimResult {
    let earlier = try journal.outcome(of: onceID)
    let moment = checksRepeats ? journal.now() - Self.shortest + 1 : .max
    switch try journal.begin(onceID, unlessDoneSince: moment) {
    case .open(let attempt): return try open(attempt, after: earlier, checksRepeats: checksRepeats)
    case .done(let outcome): return .repeated(secondsAgo: age(of: outcome))
    case .busy: return checksRepeats ? .repeated(secondsAgo: 0) : .free(Permit(nil))
    }
  }

  /// The pass of an attempt, and what is known of an earlier one that did not come to its end.
  private func open(
    _ attempt: Journal.Attempt, after earlier: JSON?, checksRepeats: Bool
  ) throws(Failure) -> ClaimResult {
    guard attempt.isResumed else { return .free(Permit(attempt, in: journal, after: earlier, tell: tell)) }
    switch try journal.effect(named: Self.effect, in: attempt) {
    case .sent(_, let time)? where journal.now() - time < Self.longestDoubt:
      return .free(Permit(attempt, in: journal, after: nil, tell: tell))
    case .answered? where checksRepeats:
      // It was made, and the run was killed before it could say so.
      try journal.finish(attempt, outcome: [Self.moment: .int(journal.now())])
      return .repeated(secondsAgo: 0)
    default:
      return .free(Permit(try journal.restart(attempt), in: journal, after: nil, tell: tell))
    }
  }

  /// Hands the right back.
  func end(_ permit: Permit, after response: Response) {
    guard let attempt = permit.attempt else { return }
    defer { own.withLock { _ = $0.underway.remove(attempt.onceID.key) } }
    do throws(Failure) {
      if case .success = response {
        own.withLock { _ = $0.made.insert(attempt.onceID.key) }
        try journal.finish(attempt, outcome: [Self.moment: .int(journal.now())])
        try journal.forget(script: Journal.commands, begunBefore: journal.now() - Self.longestMemory)
      } else if let earlier = permit.earlier, try journal.effect(named: Self.effect, in: attempt) == nil {
        // It was refused, and what was made before is there as it was.
        try journal.finish(attempt, outcome: earlier)
      } else {
        try journal.abandon(attempt)
      }
    } catch _ {
      // What came of it is what there is to say.
    }
  }

  private func age(of outcome: JSON) -> Int { max(journal.now() - (outcome[Self.moment]?.int ?? 0), 0) }

  /// What makes two requests one: a digest, because what was typed is not kept for this.
  private func key(of url: CallbackURL) -> String {
    let pairs = url.withoutCommonParameters.parameters.filter { $0.name != Self.again }
    // Of one name the order counts.
    let sorted = pairs.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    let words = sorted.map {
      Fingerprint($0.element.name, $0.element.value ?? "", stamp(of: $0.element.value)).hexadecimal
    }
    return "\(url.action) \(Fingerprint(words.joined()).hexadecimal.prefix(32))"
  }

  /// Tells what a file holds from what it held before.
  private func stamp(of value: String?) -> String {
    guard let value, value.hasPrefix("file:") else { return "" }
    var facts = stat()
    guard stat(String(value.dropFirst(5)), &facts) == 0 else { return "" }
    let changed = withUnsafeBytes(of: facts.st_mtim) { $0.map { String($0) } }
    return "\(facts.st_size) \(changed.joined(separator: "."))"
  }
}

extension CallbackURL {
  /// The request without how and where this one run of it is answered.
  package var withoutCommonParameters: CallbackURL {
    CallbackURL(scheme: scheme, action: action, pairs: parameters.filter { !CommonParameter.keys.contains($0.name) })
  }
}
