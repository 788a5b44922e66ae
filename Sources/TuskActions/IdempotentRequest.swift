package import Fediverse
import JSONValue
import XCallbackURL

/// A change that is recorded before it is sent and after its response, so that it is made only once.
package struct RecordedEffect: Sendable {
  let journal: Journal
  let attempt: Journal.Attempt
  let name: String
  /// Called if an earlier request turns out to have succeeded; `nil` for a change inside `once`.
  let onFound: (@Sendable () -> Void)?

  /// - Parameter onFound: for a change outside `once`: called if an earlier request turns out to have succeeded. The
  ///   request's parameters are not recorded then, and journal errors are ignored.
  package init(
    _ name: String, in attempt: Journal.Attempt, of journal: Journal, onFound: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    self.attempt = attempt
    self.journal = journal
    self.onFound = onFound
  }

  /// Whether the change is inside `once`, so that the script relies on the record.
  fileprivate var isRequired: Bool { onFound == nil }

  /// The request as journaled, without its reply options.
  fileprivate func record(of url: CallbackURL) -> String {
    let journaled =
      isRequired ? url.withoutCommonParameters : CallbackURL(scheme: url.scheme, action: url.action, pairs: [])
    return journaled.description
  }

  /// What differs between the request and the journaled one; `nil` if nothing does.
  ///
  /// Changes of a block are told apart by their places only, so that another request at the same place is another change.
  fileprivate func change(of url: CallbackURL, since earlier: String) -> String? {
    guard isRequired, let earlier = try? CallbackURL(parsing: earlier) else { return nil }
    let (old, new) = (earlier.withoutCommonParameters.pairs, url.withoutCommonParameters.pairs)
    guard old != new else { return nil }
    let name = (old + new).map(\.name).first { name in
      old.filter { $0.name == name } != new.filter { $0.name == name }
    }
    guard let name else { return "its parameters had another order" }
    let (was, now) = (Self.value(of: name, in: old), Self.value(of: name, in: new))
    return "'\(name)' was \(was) then, and is \(now) now"
  }

  private static func value(of name: String, in pairs: [CallbackURL.Pair]) -> String {
    let values = pairs.filter { $0.name == name }.map { "'\(($0.value ?? "").prefix(60))'" }
    return values.isEmpty ? "not given" : values.joined(separator: ", ")
  }

  /// Writes to the journal; ignores errors unless the record is required.
  fileprivate func write(_ entry: () async throws(Failure) -> Void) async throws(Failure) {
    do throws(Failure) { try await entry() } catch { if isRequired { throw error } }
  }
}

/// A request that is performed only once.
struct IdempotentRequest {
  private let action: Action
  private let prepared: Action.Prepared
  private let server: Server
  private let effect: RecordedEffect?

  init(_ action: Action, _ prepared: Action.Prepared, _ server: Server, _ effect: RecordedEffect?) {
    self.action = action
    self.prepared = prepared
    self.server = server
    self.effect = effect
  }

  /// Performs the request, or returns the recorded output of an earlier attempt.
  func answer(to url: CallbackURL) async throws(Failure) -> ActionOutput {
    guard let effect else { return try await prepared.perform(server) }
    switch try await effect.journal.effect(named: effect.name, in: effect.attempt) {
    case .answered(let earlier, let answer)?:
      if let change = effect.change(of: url, since: earlier) { throw .otherRequest(change, effect.attempt) }
      return ActionOutput(recorded: answer)
    case .sent(let earlier, let first, let last)?:
      // The outcome is unknown: find what the request may have created before creating it again.
      let asked = effect.isRequired ? earlier : url.description
      let found: ActionOutput?
      do throws(Failure) { found = try await lookUp(asked, first, last, effect) } catch {
        throw error.settled(by: effect.attempt)
      }
      if let found {
        effect.onFound?()
        let answer = try await record(found, effect)
        if let change = effect.change(of: url, since: earlier) { throw .otherRequest(change, effect.attempt) }
        return answer
      }
      return try await send(url, effect, firstSent: first)
    case nil: return try await send(url, effect, firstSent: nil)
    }
  }

  /// - Parameter firstSent: when an earlier request was sent whose response was lost.
  private func send(
    _ url: CallbackURL, _ effect: RecordedEffect, firstSent: SendTime?
  ) async throws(Failure) -> ActionOutput {
    let now = server.sendTime
    try await noteSending(url, effect, at: now)
    var server = server
    server.beforeSending = { [self, server] () async throws(FediverseError) in
      // What is sent later than announced, after uploads and waits or again, is under way for as much longer.
      let moment = server.sendTime
      guard let first = now.uptime, let later = moment.uptime, later > first + .seconds(1) else { return }
      do throws(Failure) { try await noteSending(url, effect, at: moment) } catch {
        throw server.client.notSent(because: error.message)
      }
    }
    let account = effect.attempt.onceID.account
    server.otherResults = { [journal = effect.journal] in (try? await journal.statusesMade(by: account)) ?? [] }
    do throws(Failure) {
      server.idempotencyKey = try await effect.journal.idempotencyKey(of: effect.name, in: effect.attempt)
    } catch {
      // Outside of 'once', a journal that cannot be read keeps nobody from posting.
      if effect.isRequired { throw error }
    }
    let answer: ActionOutput
    do throws(Failure) {
      answer = try await prepared.perform(server)
    } catch {
      guard let made = try await outcome(of: error, effect, firstSent: firstSent, now) else {
        throw Task.isCancelled ? error : error.settled(by: effect.attempt)
      }
      answer = made
    }
    return try await record(answer, effect)
  }

  /// Records that the request is about to be sent; from now on it may have been carried out.
  private func noteSending(_ url: CallbackURL, _ effect: RecordedEffect, at time: SendTime) async throws(Failure) {
    try await effect.write { () async throws(Failure) in
      try await effect.journal.willSend(
        effect: effect.name, url: effect.record(of: url), at: time, in: effect.attempt)
    }
  }

  /// The output of a request that failed although its change was made; `nil` if it was not, or that is unknown.
  private func outcome(
    of failure: Failure, _ effect: RecordedEffect, firstSent: SendTime?, _ sent: SendTime
  ) async throws(Failure) -> ActionOutput? {
    switch failure.code {
    case .unknownOutcome where Task.isCancelled: return nil
    case .unknownOutcome:
      return try? await prepared.lookUp?(server, try await earlier(firstSent ?? sent, server.sendTime, effect))
    case .notFound where firstSent != nil && action.isDoneIfMissing: return ActionOutput()
    // A proxy may respond like this in place of a server that has carried out the request.
    case .rateLimited, .serverFailure: return nil
    default:
      // The outcome of an earlier request stays unknown, so its record must stay.
      if firstSent == nil {
        try await effect.write { () async throws(Failure) in
          try await effect.journal.didNotHappen(effect: effect.name, in: effect.attempt)
        }
      }
      return nil
    }
  }

  /// The output of an earlier request, found with the parameters that were journaled then.
  private func lookUp(
    _ url: String, _ first: SendTime, _ last: SendTime, _ effect: RecordedEffect
  ) async throws(Failure) -> ActionOutput? {
    guard prepared.lookUp != nil, let url = try? CallbackURL(parsing: url) else { return nil }
    return try await action.prepared(of: url.parameters).lookUp?(server, try await earlier(first, last, effect))
  }

  private func earlier(
    _ first: SendTime, _ last: SendTime, _ effect: RecordedEffect
  ) async throws(Failure) -> EarlierRequest {
    let others = try await effect.journal.statusesMade(by: effect.attempt.onceID.account)
    return EarlierRequest(first: first, last: last, others: others)
  }

  private func record(_ answer: ActionOutput, _ effect: RecordedEffect) async throws(Failure) -> ActionOutput {
    try await effect.write { () async throws(Failure) in
      try await effect.journal.didAnswer(
        effect: effect.name, answer: answer.recorded, making: answer.statusURI, in: effect.attempt)
    }
    return answer
  }
}

/// A request whose outcome is unknown.
package struct EarlierRequest: Sendable {
  /// When it was first sent.
  package let first: SendTime
  /// When it was last sent.
  package let last: SendTime
  /// The URIs of statuses that other requests created.
  package let others: Set<String>
}

extension ActionOutput {
  /// The URI of the status that the action created or changed.
  var statusURI: String? { (data["statusURI"] ?? data["statusURL"])?.string }

  fileprivate init(recorded json: JSON) {
    self.init(data: json["data"]?.object ?? [:], item: json["item"]?.object)
  }

  /// The output as journaled.
  var recorded: JSON {
    var object: JSON.Object = ["data": .object(data)]
    object["item"] = item.map(JSON.object)
    return .object(object)
  }
}

extension Failure {
  fileprivate static func otherRequest(_ change: String, _ attempt: Journal.Attempt) -> Failure {
    Failure(
      .rejected,
      "an earlier run made another change at this place of the block: \(change); run the script with the same input "
        + "again, or forget what the block did: \(attempt.forgetting); a loop with once= keeps its items apart")
  }
}

extension Journal.Attempt {
  /// The command that forgets the block.
  fileprivate var forgetting: String {
    let words = [onceID.script, JournaledText(onceID.key).text].map { "'\($0.replacing("'", with: "'\\''"))'" }
    return "tusk journal forget \(words.joined(separator: " "))"
  }
}
