package import Fediverse
import JSONValue
package import TuskCommon
import XCallbackURL

/// A change that is recorded before it is sent and after its response, so that it is made only once.
package struct RecordedEffect: Sendable {
  let journal: any JournalStore
  let attempt: OnceAttempt
  private(set) var name: String
  /// Called if an earlier request turns out to have succeeded; `nil` for a change inside `once`.
  let onFound: (@Sendable () -> Void)?
  /// Whether the request is sent even if that cannot be recorded.
  var mayBeUnrecorded = false
  /// The fingerprint of the steps of which this is one; `nil` for a change by itself.
  private var plan: String?
  /// The parameters of which only a fingerprint is recorded.
  var secrets: Set<String> = []

  /// - Parameter onFound: for a change outside `once`: called if an earlier request turns out to have succeeded. The
  ///   request's parameters are not recorded then, and an answer that cannot be recorded is no error.
  package init(
    _ name: String, in attempt: OnceAttempt, of journal: any JournalStore, onFound: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    self.attempt = attempt
    self.journal = journal
    self.onFound = onFound
  }

  /// A step of the change, recorded beside it.
  ///
  /// - Parameter plan: what all of the steps are; it is recorded, so that a step of another plan is noticed.
  func step(_ number: Int, of plan: String) -> RecordedEffect {
    var effect = self
    effect.name = "\(name) \(number)"
    effect.plan = Fingerprint(plan).hexadecimal
    return effect
  }

  /// Whether it is a step of a change.
  var isStep: Bool { plan != nil }

  /// Whether the change is inside `once`, so that the script relies on the record.
  var isRequired: Bool { onFound == nil }

  /// The request as journaled, without its reply options.
  func record(of url: CallbackURL) -> String {
    CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs(of: url)).description
  }

  private func pairs(of url: CallbackURL) -> [CallbackURL.Pair] {
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
    let (old, new) = (earlier.pairs, pairs(of: url))
    guard old != new else { return nil }
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
