import JSONValue
import XCallbackURL

/// A change that is recorded before it is sent and after it was answered, so that it is made once.
package struct RecordedEffect: Sendable {
  let journal: Journal
  let attempt: Journal.Attempt
  let name: String

  package init(_ name: String, in attempt: Journal.Attempt, of journal: Journal) {
    self.name = name
    self.attempt = attempt
    self.journal = journal
  }
}

/// The carrying out of one request, once.
struct Carriage {
  private let action: Action
  private let performance: Action.Performance
  private let server: Server
  private let effect: RecordedEffect?

  init(_ action: Action, _ performance: Action.Performance, _ server: Server, _ effect: RecordedEffect?) {
    self.action = action
    self.performance = performance
    self.server = server
    self.effect = effect
  }

  /// The answer; one that is recorded already is given again.
  func answer(to url: CallbackURL) async throws(Failure) -> Answer {
    guard let effect else { return try await performance.perform(server) }
    switch try effect.journal.effect(named: effect.name, in: effect.attempt) {
    case .answered(_, let answer)?: return Answer(recorded: answer)
    case .sent(let earlier, let time)?:
      // Nobody knows what became of it: what it may have made is looked for before it is made again.
      if let found = try await lookUp(earlier, since: time) { return try record(found, effect) }
      return try await send(url, effect, firstSent: time)
    case nil: return try await send(url, effect, firstSent: nil)
    }
  }

  /// - Parameter firstSent: when an earlier request was sent of which no answer came.
  private func send(_ url: CallbackURL, _ effect: RecordedEffect, firstSent: Int?) async throws(Failure) -> Answer {
    let since = firstSent ?? server.now()
    // How and where this one run is answered means nothing to whoever reads the journal.
    let told = url.withoutEnvelope.description
    try effect.journal.willSend(effect: effect.name, url: told, in: effect.attempt)
    var server = server
    server.idempotencyKey = effect.attempt.idempotencyKey(of: effect.name)
    let answer: Answer
    do throws(Failure) {
      answer = try await performance.perform(server)
    } catch {
      guard let made = try await outcome(of: error, effect, isFirst: firstSent == nil, since: since) else {
        throw error
      }
      answer = made
    }
    return try record(answer, effect)
  }

  /// What came of a request that failed, where it was done all the same.
  private func outcome(
    of failure: Failure, _ effect: RecordedEffect, isFirst: Bool, since: Int
  ) async throws(Failure) -> Answer? {
    switch failure.code {
    case .unknownOutcome where Task.isCancelled: return nil
    case .unknownOutcome: return try? await performance.lookUp?(server, since)
    case .notFound where !isFirst && action.isDoneWhereMissing: return Answer()
    default:
      // Of an earlier request as little is known as before.
      if isFirst { try effect.journal.didNotHappen(effect: effect.name, in: effect.attempt) }
      return nil
    }
  }

  /// What an earlier request has made, as it was written then.
  private func lookUp(_ url: String, since time: Int) async throws(Failure) -> Answer? {
    guard performance.lookUp != nil, let url = try? CallbackURL(parsing: url) else { return nil }
    return try await action.performance(of: url.parameters).lookUp?(server, time)
  }

  private func record(_ answer: Answer, _ effect: RecordedEffect) throws(Failure) -> Answer {
    try effect.journal.didAnswer(effect: effect.name, answer: answer.recorded, in: effect.attempt)
    return answer
  }
}

extension CallbackURL.Pair {
  /// Whether it says what is done, and not how that is told.
  fileprivate var isOfAction: Bool { !Envelope.keys.contains(name) }
}

extension Answer {
  fileprivate init(recorded json: JSON) {
    self.init(data: json["data"]?.object ?? [:], item: json["item"]?.object)
  }

  fileprivate var recorded: JSON {
    var object: JSON.Object = ["data": .object(data)]
    object["item"] = item.map(JSON.object)
    return .object(object)
  }
}
