import JSONValue
import XCallbackURL

/// A change that is recorded before it is sent and after it was answered, so that it is made once.
package struct RecordedEffect: Sendable {
  let journal: Journal
  let attempt: Journal.Attempt
  let name: String
  /// Told where an earlier request is found to have been carried out; `nil` where a script counts on that.
  let onFound: (@Sendable () -> Void)?

  /// - Parameter onFound: for what no script has named: told where an earlier request was carried out. Neither the
  ///   request's parameters are recorded then, nor is a journal that fails a reason to fail.
  package init(
    _ name: String, in attempt: Journal.Attempt, of journal: Journal, onFound: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    self.attempt = attempt
    self.journal = journal
    self.onFound = onFound
  }

  /// Whether a script counts on what is recorded.
  fileprivate var isCountedOn: Bool { onFound == nil }

  /// What is written of a request: how and where this one run of it is answered means nothing to whoever reads it.
  fileprivate func record(of url: CallbackURL) -> String {
    let told =
      isCountedOn ? url.withoutCommonParameters : CallbackURL(scheme: url.scheme, action: url.action, pairs: [])
    return told.description
  }

  /// Writes to the journal; where nobody counts on it, it may fail.
  fileprivate func write(_ entry: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try entry() } catch { if isCountedOn { throw error } }
  }
}

/// The carrying out of one request, once.
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

  /// The answer; one that is recorded already is given again.
  func answer(to url: CallbackURL) async throws(Failure) -> ActionOutput {
    guard let effect else { return try await prepared.perform(server) }
    switch try effect.journal.effect(named: effect.name, in: effect.attempt) {
    case .answered(_, let answer)?: return ActionOutput(recorded: answer)
    case .sent(let earlier, let time)?:
      // Nobody knows what became of it: what it may have made is looked for before it is made again.
      let asked = effect.isCountedOn ? earlier : url.description
      if let found = try await lookUp(asked, since: time) {
        effect.onFound?()
        return try record(found, effect)
      }
      return try await send(url, effect, firstSent: time)
    case nil: return try await send(url, effect, firstSent: nil)
    }
  }

  /// - Parameter firstSent: when an earlier request was sent of which no answer came.
  private func send(_ url: CallbackURL, _ effect: RecordedEffect, firstSent: Int?) async throws(Failure) -> ActionOutput
  {
    let since = firstSent ?? server.now()
    try effect.write { () throws(Failure) in
      try effect.journal.willSend(effect: effect.name, url: effect.record(of: url), in: effect.attempt)
    }
    var server = server
    server.idempotencyKey = effect.attempt.idempotencyKey(of: effect.name)
    let answer: ActionOutput
    do throws(Failure) {
      answer = try await prepared.perform(server)
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
  ) async throws(Failure) -> ActionOutput? {
    switch failure.code {
    case .unknownOutcome where Task.isCancelled: return nil
    case .unknownOutcome: return try? await prepared.lookUp?(server, since)
    case .notFound where !isFirst && action.isDoneIfMissing: return ActionOutput()
    default:
      // Of an earlier request as little is known as before.
      if isFirst {
        try effect.write { () throws(Failure) in
          try effect.journal.didNotHappen(effect: effect.name, in: effect.attempt)
        }
      }
      return nil
    }
  }

  /// What an earlier request has made, as it was written then.
  private func lookUp(_ url: String, since time: Int) async throws(Failure) -> ActionOutput? {
    guard prepared.lookUp != nil, let url = try? CallbackURL(parsing: url) else { return nil }
    return try await action.prepared(of: url.parameters).lookUp?(server, time)
  }

  private func record(_ answer: ActionOutput, _ effect: RecordedEffect) throws(Failure) -> ActionOutput {
    try effect.write { () throws(Failure) in
      try effect.journal.didAnswer(effect: effect.name, answer: answer.recorded, in: effect.attempt)
    }
    return answer
  }
}

extension ActionOutput {
  fileprivate init(recorded json: JSON) {
    self.init(data: json["data"]?.object ?? [:], item: json["item"]?.object)
  }

  fileprivate var recorded: JSON {
    var object: JSON.Object = ["data": .object(data)]
    object["item"] = item.map(JSON.object)
    return .object(object)
  }
}
