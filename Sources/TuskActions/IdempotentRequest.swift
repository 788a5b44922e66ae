import Fediverse
import TuskCommon
import XCallbackURL

/// A request that is performed only once.
struct IdempotentRequest {
  let action: Action
  private let prepared: Action.Prepared
  let server: Server
  let effect: RecordedChange?

  init(_ action: Action, _ prepared: Action.Prepared, _ server: Server, _ effect: RecordedChange?) {
    self.action = action
    self.prepared = prepared
    self.server = server
    var effect = effect
    let isOfJob = effect?.isOfJob ?? false
    effect?.secrets = Set(
      action.signature.parameters.filter { $0.isSecret || isOfJob && $0.type == .text }.map(\.name))
    self.effect = effect
  }

  /// Performs the request, or returns the recorded output of an earlier attempt.
  func answer(to url: CallbackURL) async throws(Failure) -> ActionOutput {
    guard let effect else {
      var server = server
      server.steps = steps(of: url)
      let restoration = await restoration()
      do throws(Failure) { return try await prepared.perform(server).restored(by: restoration) } catch {
        throw prepared.isRepeatable ? error.repeatable(inBlock: false) : error
      }
    }
    switch try await effect.recorded(url) {
    case .answered(let earlier, let answer)?:
      if let change = effect.change(of: url, since: earlier) { throw .otherRequest(change, effect.attempt) }
      return ActionOutput(recorded: answer).restored(by: try await recordedRestoration(effect))
    case .sent(let earlier, let first, let last)?:
      // The outcome is unknown: find what the request may have created before creating it again.
      SentChanges.current?.note()
      let asked = effect.isRequired && !effect.isOfJob ? earlier : url.description
      let found: ActionOutput?
      do throws(Failure) { found = try await lookUp(asked, first, last, effect) } catch {
        throw effect.isStep ? error : error.settled(by: effect.attempt)
      }
      if let found {
        effect.onFound?()
        let answer = try await record(found, effect).restored(by: try await recordedRestoration(effect))
        if let change = effect.change(of: url, since: earlier) { throw .otherRequest(change, effect.attempt) }
        return answer
      }
      return try await send(url, effect, firstSent: first)
    case nil: return try await send(url, effect, firstSent: nil)
    }
  }

  /// - Parameter firstSent: when an earlier request was sent whose response was lost.
  private func send(
    _ url: CallbackURL, _ effect: RecordedChange, firstSent: SendTime?
  ) async throws(Failure) -> ActionOutput {
    // What an earlier request may have changed is not what was there before.
    let read = firstSent == nil ? await restoration() : nil
    let now = server.sendTime
    try await effect.willSend(url, at: now, restoredBy: read)
    var server = server
    server.otherRequests = otherRequests(than: url, effect)
    server.steps = steps(of: url)
    if let key = try await effect.idempotencyKey() { server.idempotencyKey = key }
    let changes = SentChanges(within: SentChanges.current) { () async throws(FediverseError) in
      try await noteLater(url, effect, than: now)
    }
    let answer: ActionOutput
    do throws(Failure) {
      answer = try await perform(server, noting: changes).get()
    } catch {
      guard changes.any || firstSent != nil else {
        try await effect.didNotHappen()
        throw error
      }
      guard let made = try await outcome(of: error, url, effect, firstSent: firstSent, now) else {
        if prepared.isRepeatable { throw error.repeatable(inBlock: effect.isRequired) }
        // What to do about a step is said once, for all of them.
        let isSettled = !Task.isCancelled && !effect.isStep && server.steps?.areBegun.isSet != true
        throw isSettled ? error.settled(by: effect.attempt) : error
      }
      answer = made
    }
    let restoration = firstSent == nil ? read : try await recordedRestoration(effect)
    return try await record(answer, effect).restored(by: restoration)
  }

  /// Reads what takes the change back, if it may be; `nil` if nothing is read, or that failed.
  private func restoration() async -> Restoration? {
    guard server.seen != nil, let before = prepared.before else { return nil }
    return (try? await before(server)) ?? .unknown
  }

  /// What takes back a change that an earlier run made or began.
  private func recordedRestoration(_ effect: RecordedChange) async throws(Failure) -> Restoration? {
    guard server.seen != nil else { return nil }
    return try await effect.journal.restoration(of: effect.name, in: effect.attempt)
  }

  private func perform(_ server: Server, noting changes: SentChanges) async -> Result<ActionOutput, Failure> {
    await SentChanges.$current.withValue(changes) {
      do throws(Failure) { return .success(try await prepared.perform(server)) } catch { return .failure(error) }
    }
  }

  /// Records when a request is sent that was announced a while ago, because of uploads, waits or repetitions: it is under
  /// way for as much longer.
  private func noteLater(
    _ url: CallbackURL, _ effect: RecordedChange, than first: SendTime
  ) async throws(FediverseError) {
    let moment = server.sendTime
    guard let first = first.uptime, let later = moment.uptime, later > first + .seconds(1) else { return }
    do throws(Failure) { try await effect.willSend(url, at: moment, restoredBy: nil) } catch {
      throw server.client.notSent(because: error.message)
    }
  }

  /// The output of a request that failed although its change was made; `nil` if it was not, or that is unknown.
  private func outcome(
    of failure: Failure, _ url: CallbackURL, _ effect: RecordedChange, firstSent: SendTime?, _ sent: SendTime
  ) async throws(Failure) -> ActionOutput? {
    switch failure.code {
    case .unknownOutcome where Task.isCancelled: return nil
    case .unknownOutcome:
      return try? await prepared.lookUp?(server, earlier(firstSent ?? sent, nil, url, effect))
    case .notFound where firstSent != nil && action.isDoneIfMissing: return ActionOutput()
    // A proxy may respond like this in place of a server that has carried out the request.
    case .rateLimited, .serverFailure: return nil
    default:
      // The outcome of an earlier request stays unknown, so its record must stay.
      if firstSent == nil { try await effect.didNotHappen() }
      return nil
    }
  }

  /// The output of an earlier request, found with the parameters that were journaled then.
  private func lookUp(
    _ url: String, _ first: SendTime, _ last: SendTime, _ effect: RecordedChange
  ) async throws(Failure) -> ActionOutput? {
    guard prepared.lookUp != nil, let url = try? CallbackURL(parsing: url) else { return nil }
    let pairs = url.parameters.filter { $0.name != RecordedChange.planName }
    return try await action.prepared(of: pairs).lookUp?(server, earlier(first, last, url, effect))
  }

  private func earlier(
    _ first: SendTime, _ last: SendTime?, _ url: CallbackURL, _ effect: RecordedChange
  ) -> EarlierRequest {
    EarlierRequest(first: first, last: last, others: otherRequests(than: url, effect))
  }

  /// Returns what the journal knows of other requests, while the outcome of this one is looked for.
  private func otherRequests(
    than url: CallbackURL, _ effect: RecordedChange
  ) -> @Sendable () async throws(FediverseError) -> OtherRequests {
    let client = server.client
    return { () async throws(FediverseError) in
      do throws(Failure) { return try await effect.otherRequests(than: effect.record(of: url)) } catch {
        guard effect.isRequired else { return OtherRequests() }
        throw client.undecided(because: error.message)
      }
    }
  }

  private func record(_ answer: ActionOutput, _ effect: RecordedChange) async throws(Failure) -> ActionOutput {
    try await effect.didAnswer(answer)
    return answer
  }
}

extension ActionOutput {
  fileprivate func restored(by restoration: Restoration?) -> ActionOutput {
    var output = self
    output.restoration = restoration
    return output
  }
}

extension Failure {
  /// The same failure of a change that can be repeated without harm, so that its outcome need not be known.
  fileprivate func repeatable(inBlock isInBlock: Bool) -> Failure {
    guard code == .unknownOutcome, let cause, !Task.isCancelled else { return self }
    let remedy = isInBlock ? "run the script again" : "it can be repeated safely"
    return Failure(cause, "\(message); \(remedy)")
  }

  fileprivate static func otherRequest(_ change: String, _ attempt: OnceAttempt) -> Failure {
    Failure(
      .rejected,
      "an earlier run made another change at this place of the block: \(change); run the script with the same input "
        + "again, or forget what the block did: \(attempt.forgetting); a loop with once= keeps its items apart")
  }
}
