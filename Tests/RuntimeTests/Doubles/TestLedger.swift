import JSONValue
import TuskCommon
import TuskRuntime
import XCallbackURL

/// A journal in memory.
actor TestLedger: Ledger {
  /// What became of a block.
  private struct Entry {
    var id: Int
    var outcome: JSON?
    var isOpen = false
  }

  private var entries: [String: Entry] = [:]
  private var times: [String: Int]
  /// The times that another process records as soon as this one has looked.
  private var meanwhile: [String: Int]
  /// The runs of schedules that have begun and not ended.
  private var occasions: Set<String> = []
  private let failure: Failure?
  /// The name of the current account.
  private let current: String
  /// Every call, in order: a word, the account and the key.
  private(set) var calls: [String] = []
  /// What blocks have kept.
  var outcomes: [String] { entries.values.compactMap { $0.outcome?.text } }
  /// The times that schedules were recorded to have run for.
  private(set) var recorded: [Int] = []

  /// - Parameters:
  ///   - times: when schedules ran last, by their names.
  ///   - meanwhile: the times that another process records as soon as this one has looked.
  ///   - failure: what everything fails with.
  ///   - current: the name of the current account.
  init(
    times: [String: Int] = [:], meanwhile: [String: Int] = [:], failingWith failure: Failure? = nil,
    current: String = "-"
  ) {
    self.current = current
    self.times = times
    self.meanwhile = meanwhile
    self.failure = failure
  }

  private func name(_ key: String, _ script: String?, _ account: String?) -> String {
    (script.map { "\($0) " } ?? "") + "\(account ?? "-") \(key)"
  }

  func name(of key: String, in script: String?, as account: String?) async throws(Failure) -> OnceName {
    OnceName(script: script ?? "script", account: account ?? current, key: key)
  }

  func begin(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceClaim {
    if let failure { throw failure }
    let name = name(key, script, account)
    var entry = entries[name] ?? Entry(id: entries.count + 1)
    guard !entry.isOpen else {
      calls.append("busy \(name)")
      return .busy(Worker(process: 1))
    }
    if let outcome = entry.outcome {
      calls.append("done \(name)")
      return .done(outcome: outcome)
    }
    calls.append("begin \(name)")
    entry.isOpen = true
    entries[name] = entry
    return .open(attempt(entry, key, script, account))
  }

  private func attempt(_ entry: Entry, _ key: String, _ script: String?, _ account: String?) -> OnceAttempt {
    OnceAttempt(
      OnceName(script: script ?? "script", account: account ?? current, key: key), id: entry.id, generation: 1)
  }

  func completed(_ key: String, of script: String?, as account: String?) async throws(Failure) -> OnceAttempt? {
    entries[name(key, script, account)].flatMap { $0.outcome == nil ? nil : attempt($0, key, script, account) }
  }

  func isAnswered(_ effect: Dispatcher.OnceChange) async throws(Failure) -> Bool { false }

  func beginOccasion(of schedule: String) async throws(Failure) -> OnceAttempt? {
    occasions.insert(schedule)
    return OnceAttempt(OnceName(script: "script", account: current, key: schedule), id: 0, generation: 1)
  }

  func stoppedOccasion(of schedule: String) async throws(Failure) -> OnceAttempt? {
    guard occasions.contains(schedule) else { return nil }
    return try await beginOccasion(of: schedule)
  }

  func finish(_ attempt: OnceAttempt, outcome: JSON) async throws(Failure) {
    if attempt.id == 0 { occasions.remove(attempt.name.key) }
    close(attempt, "finish", outcome)
  }

  func abandon(_ attempt: OnceAttempt) async {
    close(attempt, "abandon", nil)
  }

  private func close(_ attempt: OnceAttempt, _ word: String, _ outcome: JSON?) {
    guard let name = entries.first(where: { $0.value.id == attempt.id })?.key else { return }
    calls.append("\(word) \(name)")
    entries[name]?.isOpen = false
    entries[name]?.outcome = outcome
  }

  func lastTime(of schedule: String) async throws(Failure) -> Int? {
    if let failure { throw failure }
    defer { if let other = meanwhile.removeValue(forKey: schedule) { times[schedule] = other } }
    return times[schedule]
  }

  func advance(_ schedule: String, from last: Int?, to time: Int) async throws(Failure) -> Bool {
    guard times[schedule] == last else { return false }
    times[schedule] = time
    recorded.append(time)
    calls.append("runs \(schedule)")
    return true
  }
}
