import Fediverse
import Glibc
import JSONValue
import Synchronization
import TuskCommon
package import XCallbackURL

/// Remembers recent requests outside scripts, so that a second run does not repeat one by mistake.
///
/// If the response of a request was lost or its process was killed, its outcome is looked up before the request is sent
/// again. If the journal cannot be used, a request is sent only if it may be repeated.
package final class RepeatGuard: Sendable {
  /// The parameter that allows a repeat.
  static let again = "again"
  /// For how many seconds a repeat needs a confirmation.
  static let shortest = 600
  /// For how many seconds the outcome of a request is looked up; servers forget idempotency keys after an hour.
  private static let longestDoubt = 3300
  /// Entries older than this many seconds are purged on the next write.
  private static let longestMemory = 7 * 86_400
  private static let effect = "commands"
  private static let moment = "at"
  private static let time = "time"

  private let journal: any JournalStore
  private let account: String
  private let tell: @Sendable (String) -> Void
  private let run = Mutex(Run())

  /// The requests that this run has made and is making.
  private struct Run {
    var made: Set<String> = []
    var underway: Set<String> = []
  }

  /// - Parameters:
  ///   - journal: stores the requests.
  ///   - account: the permanent, unique name of the account.
  ///   - tell: reports that an earlier run already made the request.
  package init(_ journal: any JournalStore, account: String, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    self.journal = journal
    self.account = account
    self.tell = tell
  }

  /// Whether a request may be made.
  enum ClaimResult {
    /// It may; hand the permit back with `end(_:after:)`.
    case free(Permit)
    /// Another run made it some seconds ago, or is making it now.
    case repeated(secondsAgo: Int)
  }

  /// Permission to make a request once.
  struct Permit {
    fileprivate let attempt: OnceAttempt?
    /// The earlier outcome in the journal.
    fileprivate let earlier: JSON?
    /// The journal entry of the request.
    private(set) var effect: RecordedChange?

    /// Permission for a request that is recorded elsewhere or not at all.
    init(_ effect: RecordedChange?) {
      attempt = nil
      earlier = nil
      self.effect = effect
    }

    fileprivate init(
      _ attempt: OnceAttempt, in journal: any JournalStore, after earlier: JSON?,
      tell: @escaping @Sendable (String) -> Void
    ) {
      self.attempt = attempt
      self.earlier = earlier
      effect = RecordedChange(
        RepeatGuard.effect, in: attempt, of: journal, onFound: { tell("an earlier run already did this") })
    }

    /// The same permission, for a change that is recorded in a block of its own too; `nil` for any other.
    func recording(_ change: RecordedChange?) -> Permit {
      guard let change else { return self }
      var permit = self
      permit.effect = change.guarded(by: effect)
      return permit
    }

    /// The same permission, for a request that has `again`, which is made without the journal if need be.
    fileprivate func goingOn(_ isAgain: Bool) -> Permit {
      var permit = self
      permit.effect?.mayBeUnrecorded = isAgain
      return permit
    }
  }

  /// Asks for permission to make a request.
  ///
  /// - Parameters:
  ///   - signature: the action of the request.
  ///   - isConfirmed: whether the person confirmed a repeat.
  /// - Throws: ``Failure`` if the journal cannot be used, unless the request has `again`.
  func claim(
    of url: CallbackURL, for signature: Signature, isConfirmed: Bool = false
  ) async throws(Failure) -> ClaimResult {
    let key = key(of: url, signature)
    let name = OnceName(script: Journal.commands, account: account, key: key)
    let isAgain = url.parameters.contains { $0.name == Self.again && CommonParameter.boolean($0.value) == true }
    let checksRepeats = !isConfirmed && !isAgain && !run.withLock { $0.made.contains(key) }
    // Within one run repeats are intended, even simultaneous ones.
    guard run.withLock({ $0.underway.insert(key).inserted }) else { return .free(Permit(nil)) }
    do throws(Failure) {
      let result = try await claim(name, checksRepeats: checksRepeats)
      if case .free(let permit) = result, permit.attempt != nil { return .free(permit.goingOn(isAgain)) }
      run.withLock { _ = $0.underway.remove(key) }
      return result
    } catch {
      run.withLock { _ = $0.underway.remove(key) }
      guard isAgain else { throw .unguarded(error) }
      return .free(Permit(nil))
    }
  }

  private func claim(_ name: OnceName, checksRepeats: Bool) async throws(Failure) -> ClaimResult {
    let earlier = try await journal.outcome(of: name)
    let isOver = earlier.map { age(of: $0) >= Self.shortest } ?? true
    // Any later outcome is that of another process.
    let moment = !checksRepeats ? .max : isOver ? (earlier?[Self.moment]?.int).map { $0 + 2 } ?? 0 : .min
    switch try await journal.begin(name, unlessDoneSince: moment) {
    case .open(let attempt): return try await open(attempt, after: earlier, checksRepeats: checksRepeats)
    case .done(let outcome): return .repeated(secondsAgo: age(of: outcome))
    case .busy: return checksRepeats ? .repeated(secondsAgo: 0) : .free(Permit(nil))
    }
  }

  /// The permit for an attempt, with what is known of an earlier unfinished one.
  private func open(
    _ attempt: OnceAttempt, after earlier: JSON?, checksRepeats: Bool
  ) async throws(Failure) -> ClaimResult {
    guard attempt.isResumed else { return .free(Permit(attempt, in: journal, after: earlier, tell: tell)) }
    switch try await journal.effect(named: Self.effect, in: attempt) {
    case .sent(_, let first, _)? where first.age(at: journal.now(), journal.uptime()) < Self.longestDoubt:
      return .free(Permit(attempt, in: journal, after: nil, tell: tell))
    case .sent? where try await journal.hasAnswers(in: attempt):
      // Some of its steps are done, so that a new beginning would repeat them.
      return .free(Permit(attempt, in: journal, after: nil, tell: tell))
    case .answered? where checksRepeats:
      // The request succeeded, but the run was killed before it could report that.
      try await journal.finish(attempt, outcome: now())
      return .repeated(secondsAgo: 0)
    default:
      return .free(Permit(try await journal.restart(attempt), in: journal, after: nil, tell: tell))
    }
  }

  /// Hands the permit back.
  func end(_ permit: Permit, isDone: Bool) async {
    guard let attempt = permit.attempt else { return }
    defer { run.withLock { _ = $0.underway.remove(attempt.name.key) } }
    do throws(Failure) {
      if isDone {
        run.withLock { _ = $0.made.insert(attempt.name.key) }
        try await journal.finish(attempt, outcome: now())
        try await journal.forget(script: Journal.commands, begunBefore: journal.now() - Self.longestMemory)
      } else if let earlier = permit.earlier, try await journal.effect(named: Self.effect, in: attempt) == nil {
        // The request was refused, so the outcome of the earlier one still holds.
        try await journal.finish(attempt, outcome: earlier)
      } else {
        try await journal.abandon(attempt)
      }
    } catch _ {
      // The response matters more than this record.
    }
  }

  /// The outcome of a request that was just made.
  private func now() -> JSON {
    let uptime = journal.uptime()
    let time = SendTime(local: Timestamp(seconds: journal.now()), uptime: uptime?.time)
    return [Self.moment: .int(time.local.seconds), Self.time: .string(time.journaled(at: uptime))]
  }

  /// How many seconds ago a request had this outcome.
  private func age(of outcome: JSON) -> Int {
    let uptime = journal.uptime()
    let moment = SendTime(local: Timestamp(seconds: outcome[Self.moment]?.int ?? 0))
    return (SendTime(journaled: outcome[Self.time]?.string, at: uptime) ?? moment).age(at: journal.now(), uptime)
  }

  /// Identifies equal requests; a digest, so that the typed text is not stored.
  private func key(of url: CallbackURL, _ signature: Signature) -> String {
    let pairs = url.withoutCommonParameters.parameters.filter { $0.name != Self.again }.map(signature.canonical)
    // The order of values of the same parameter matters.
    let sorted = pairs.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    let words = sorted.map {
      Fingerprint($0.element.name, $0.element.value ?? "", stamp(of: $0.element.value)).hexadecimal
    }
    return "\(url.action) \(Fingerprint(words.joined()).hexadecimal.prefix(32))"
  }

  /// The size and modification time of a file, so that a changed file makes a different request.
  private func stamp(of value: String?) -> String {
    guard let value, value.hasPrefix("file:") else { return "" }
    var facts = stat()
    guard stat(String(value.dropFirst(5)), &facts) == 0 else { return "" }
    let changed = withUnsafeBytes(of: facts.st_mtim) { $0.map { String($0) } }
    return "\(facts.st_size) \(changed.joined(separator: "."))"
  }
}

extension Failure {
  /// A request outside `once` whose journal entry cannot be written.
  static func unguarded(_ failure: Failure) -> Failure {
    Failure(failure.code, "\(failure.message); to go on without the journal: --again, or again=true in a URL")
  }
}

extension Signature {
  /// The pair with the value that its spelling means, because `followers` and `private` make the same request.
  fileprivate func canonical(_ pair: CallbackURL.Pair) -> CallbackURL.Pair {
    guard case .choice(let choices)? = parameter(named: pair.name)?.type, let text = pair.value,
      let value = choices.value(for: text)
    else { return pair }
    return CallbackURL.Pair(pair.name, value)
  }
}

extension CallbackURL {
  /// The request without its reply options.
  package var withoutCommonParameters: CallbackURL {
    CallbackURL(scheme: scheme, action: action, pairs: parameters.filter { !CommonParameter.keys.contains($0.name) })
  }
}
