package import Fediverse
import JSONValue
package import TuskCommon
import XCallbackURL

/// A change that is recorded before it is sent and after its response, so that it is made only once.
package struct RecordedChange: Sendable {
  let journal: any JournalStore
  let attempt: OnceAttempt
  private(set) var name: String
  /// Called if an earlier request turns out to have succeeded; `nil` for a change inside `once`.
  let onFound: (@Sendable () -> Void)?
  /// Whether the request is sent even if that cannot be recorded.
  var mayBeUnrecorded = false
  /// Whether it is a change of a job, which is guarded against repeats as commands are, and whose texts are not recorded
  /// either, because the job has its requests.
  let isOfJob: Bool
  /// The record of a change of a job among those of commands; there is one at most.
  private var guards: [RecordedChange] = []
  /// The fingerprint of the steps of which this is one; `nil` for a change by itself.
  private var plan: String?
  /// The parameters of which only a fingerprint is recorded.
  var secrets: Set<String> = []

  /// - Parameters:
  ///   - isOfJob: whether it is a change of a job.
  ///   - onFound: for a change outside `once`: called if an earlier request turns out to have succeeded. The request's
  ///     parameters are not recorded then, and an answer that cannot be recorded is no error.
  package init(
    _ name: String, in attempt: OnceAttempt, of journal: any JournalStore, isOfJob: Bool = false,
    onFound: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    self.attempt = attempt
    self.journal = journal
    self.onFound = onFound
    self.isOfJob = isOfJob
  }

  /// The same change, which is recorded among those of commands too.
  func guarded(by effect: RecordedChange?) -> RecordedChange {
    var guarded = self
    guarded.guards = effect.map { [$0] } ?? []
    return guarded
  }

  /// A step of the change, recorded beside it.
  ///
  /// - Parameter plan: what all of the steps are; it is recorded, so that a step of another plan is noticed.
  func step(_ number: Int, of plan: String) -> RecordedChange {
    var effect = self
    effect.name = "\(name) \(number)"
    effect.plan = Fingerprint(plan).hexadecimal
    effect.guards = guards.map { $0.step(number, of: plan) }
    return effect
  }

  /// Whether it is a step of a change.
  var isStep: Bool { plan != nil }

  /// Whether the change is inside `once`, so that the script relies on the record.
  var isRequired: Bool { onFound == nil }

  /// The request as journaled, without its reply options.
  func record(of url: CallbackURL) -> String {
    CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs(of: url, hiding: secrets)).description
  }

  private func pairs(of url: CallbackURL, hiding secrets: Set<String>) -> [CallbackURL.Pair] {
    let ofPlan = plan.map { [CallbackURL.Pair(Self.planName, $0)] } ?? []
    guard isRequired else { return ofPlan }
    return ofPlan
      + url.withoutCommonParameters.pairs.map { pair in
        secrets.contains(pair.name) ? .init(pair.name, Fingerprint(pair.value ?? "").hexadecimal) : pair
      }
  }

  /// The name under which the plan of a step is recorded.
  static let planName = "x-plan"

  /// What the journal knows of the account's other requests.
  func otherRequests(than url: String) async throws(Failure) -> OtherRequests {
    // Outside of 'once' the parameters are not recorded.
    let unsettled = isRequired ? try await journal.unsettled(url, besides: name, in: attempt) : []
    // A request that is answered meanwhile is among one of them, because this is read last.
    let made = try await journal.statusesMade(by: attempt.name.account)
    return OtherRequests(Set(made.keys), responseTimes: made, unsettled: unsettled)
  }

  /// What differs between the request and the journaled one; `nil` if nothing does.
  ///
  /// Changes of a block are told apart by their places only, so that another request at the same place is another change.
  func change(of url: CallbackURL, since earlier: String) -> String? {
    guard isRequired || isStep, let earlier = try? CallbackURL(parsing: earlier) else { return nil }
    let (old, new) = (earlier.pairs, pairs(of: url, hiding: secrets))
    // 0.2.0 recorded the texts of a job.
    guard old != new, !isOfJob || old != pairs(of: url, hiding: []) else { return nil }
    let name = (old + new).map(\.name).first { name in
      old.filter { $0.name == name } != new.filter { $0.name == name }
    }
    guard let name else { return "its parameters had another order" }
    if name == Self.planName { return "its text, or what the server takes, has changed" }
    if secrets.contains(name) { return "'\(name)' is not the same" }
    let (was, now) = (Self.value(of: name, in: old), Self.value(of: name, in: new))
    return "'\(name)' was \(was) then, and is \(now) now"
  }

  private static func value(of name: String, in pairs: [CallbackURL.Pair]) -> String {
    let values = pairs.filter { $0.name == name }.map { "'\(($0.value ?? "").prefix(60))'" }
    return values.isEmpty ? "not given" : values.joined(separator: ", ")
  }

  /// What is known of it: what the journal has of the change, or else of the same command.
  func recorded(_ url: CallbackURL) async throws(Failure) -> Journal.ChangeRecord? {
    let own = try await before { () async throws(Failure) in try await journal.effect(named: name, in: attempt) }
    if let record = own ?? nil { return record }
    for effect in guards {
      if let known = try await effect.recorded(url) { return try await takenOver(known, record(of: url)) }
    }
    return nil
  }

  /// Records what is known of the same command as this change; `nil` if it is another one.
  private func takenOver(
    _ known: Journal.ChangeRecord, _ url: String
  ) async throws(Failure) -> Journal.ChangeRecord? {
    switch known {
    case .sent(_, let first, let last):
      for time in [first, last] { try await journal.willSend(effect: name, url: url, at: time, in: attempt) }
      return .sent(url: url, first: first, last: last)
    // A whole change that is answered was made by another run, which a person has agreed to repeat.
    case .answered where !isStep: return nil
    case .answered(_, let answer):
      let now = SendTime(local: Timestamp(seconds: journal.now()), uptime: journal.uptime()?.time)
      let made = ActionOutput(recorded: answer).statusURI
      try await journal.willSend(effect: name, url: url, at: now, in: attempt)
      try await journal.didAnswer(effect: name, answer: answer, making: made, in: attempt)
      return .answered(url: url, answer: answer)
    }
  }

  /// The key by which the server recognizes the request, the same for a command and a change of a job.
  func idempotencyKey() async throws(Failure) -> String? {
    if let effect = guards.first { return try await effect.idempotencyKey() }
    return try await before { () async throws(Failure) in try await journal.idempotencyKey(of: name, in: attempt) }
  }

  /// Records that the request is about to be sent; from now on it may have been carried out.
  func willSend(_ url: CallbackURL, at time: SendTime, restoredBy restoration: Restoration?) async throws(Failure) {
    for effect in guards { try await effect.willSend(url, at: time, restoredBy: nil) }
    _ = try await before { () async throws(Failure) in
      try await journal.willSend(effect: name, url: record(of: url), at: time, restoredBy: restoration, in: attempt)
    }
  }

  /// Records that the request was not carried out and never will be.
  func didNotHappen() async throws(Failure) {
    for effect in guards { try await effect.didNotHappen() }
    try await after { () async throws(Failure) in try await journal.didNotHappen(effect: name, in: attempt) }
  }

  func didAnswer(_ answer: ActionOutput) async throws(Failure) {
    try await after { () async throws(Failure) in
      try await journal.didAnswer(effect: name, answer: answer.recorded, making: answer.statusURI, in: attempt)
    }
    for effect in guards { try await effect.didAnswer(answer) }
  }

  /// Uses the journal before the request is sent; returns `nil` for an error if it may be sent unrecorded.
  func before<Entry: Sendable>(_ entry: () async throws(Failure) -> Entry) async throws(Failure) -> Entry? {
    do throws(Failure) { return try await entry() } catch {
      if mayBeUnrecorded { return nil }
      throw isRequired ? error : .unguarded(error)
    }
  }

  /// Writes to the journal after the response; ignores errors unless the record is required.
  func after(_ entry: () async throws(Failure) -> Void) async throws(Failure) {
    do throws(Failure) { try await entry() } catch { if isRequired { throw error } }
  }
}

/// A request whose outcome is unknown.
package struct EarlierRequest: Sendable {
  /// When it was first sent.
  package let first: SendTime
  /// When it was last sent; `nil` if it was looked for already while the server may have been carrying it out.
  package let last: SendTime?
  /// Returns what is known of other requests.
  package let others: @Sendable () async throws(FediverseError) -> OtherRequests
}

extension ActionOutput {
  /// The URI of the status that the action created or changed.
  var statusURI: String? { (data["statusURI"] ?? data["statusURL"])?.string }

  init(recorded json: JSON) {
    self.init(data: json["data"]?.object ?? [:], item: json["item"]?.object)
  }

  /// The output as journaled.
  var recorded: JSON {
    var object: JSON.Object = ["data": .object(data)]
    object["item"] = item.map(JSON.object)
    return .object(object)
  }
}

extension OnceAttempt {
  /// The command that forgets the block.
  var forgetting: String {
    let words = [name.script, JournaledText(name.key).text].map { "'\($0.replacing("'", with: "'\\''"))'" }
    return "tusk journal forget \(words.joined(separator: " "))"
  }
}
