package import JSONValue
import Synchronization
package import TuskCommon
package import XCallbackURL

/// Opens x-callback URLs: one URL in, exactly one response out.
///
/// Callback targets, parameters and consent are checked before the action is performed.
package struct Engine: Sendable {
  private let actions: [Action]
  /// The places of the actions by their names.
  private let places: [String: Int]
  private var server: Server
  private let consent: Consent
  private let repeats: RepeatGuard?
  private let account: String?
  private let policy: CallbackPolicy
  private let sleep: @Sendable (Duration) async throws -> Void
  private let present: @Sendable (Presentation) async -> Void

  /// - Parameters:
  ///   - actions: the actions to offer.
  ///   - server: the server that performs them.
  ///   - consent: decides whether a change may be made.
  ///   - repeats: detects requests that another run made recently; `nil` to allow repeats.
  ///   - account: the permanent name of the account that acts.
  ///   - policy: the allowed callback targets.
  ///   - sleep: waits for the end of a request's time.
  ///   - present: shows records to the person.
  package init(
    actions: [Action], server: Server, consent: Consent, repeats: RepeatGuard? = nil, account: String? = nil,
    policy: CallbackPolicy = CallbackPolicy(),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    present: @escaping @Sendable (Presentation) async -> Void
  ) {
    var places = [String: Int](minimumCapacity: actions.count)
    for (place, action) in actions.enumerated() {
      places[action.signature.action] = place
      for name in action.signature.spellings { places[name] = place }
    }
    (self.actions, self.places) = (actions, places)
    self.server = server
    self.consent = consent
    self.repeats = repeats
    self.account = account
    self.policy = policy
    self.sleep = sleep
    self.present = present
  }

  private func action(named name: String) -> Action? { places[name].map { actions[$0] } }

  /// The default time that an action may take.
  package static let standardTimeout: Duration = .seconds(30)

  /// The outcome of a request.
  package struct Outcome: Sendable {
    package let response: Response
    /// The callback to open; `nil` if the caller gave none for this kind of response, or gets the data directly.
    package let callback: CallbackURL?
    /// The data of a success, for a caller in this process, which need not read them from a callback.
    package var data: JSON.Object?
    /// What takes the change back; `nil` if that was not asked for, or nothing was read.
    package var restoration: Restoration?
    /// Why the request was canceled, if nobody could be asked.
    package let refusal: Refusal?
    /// How long it waited for the server's rate limit.
    package let waited: Duration
    /// The permanent name of the account that acted; `nil` if it is not known.
    package let account: String?

    package init(
      response: Response, callback: CallbackURL?, refusal: Refusal? = nil, waited: Duration = .zero,
      account: String? = nil
    ) {
      self.waited = waited
      self.account = account
      self.response = response
      self.callback = callback
      self.refusal = refusal
    }
  }

  /// Performs a request.
  ///
  /// - Parameters:
  ///   - origin: where the request comes from.
  ///   - timeout: the time after which the response is an x-error; the outcome of a change is then unknown.
  ///   - rate: how to behave at a rate limit.
  ///   - effect: the journal entry of a change that must be made only once, even if it is requested again.
  ///   - seen: what was just read of the subject of a change that may be taken back, by the names of a record; `nil` if it
  ///     is not taken back.
  ///   - directly: whether the caller is this process and takes the data of a success instead of its callback.
  package func open(
    _ url: CallbackURL, from origin: Origin, timeout: Duration = Self.standardTimeout,
    rate: RateOptions = RateOptions(),
    effect: RecordedEffect? = nil, seen: JSON.Object? = nil, directly: Bool = false
  ) async -> Outcome {
    let request: Request
    do {
      request = try Self.request(url, policy: policy)
    } catch {
      let callbacks = Request.errorCallback(of: url, policy: policy)
      return Outcome(response: .failure(error), callback: callbacks.url(for: .failure(error)))
    }
    var engine = under(rate)
    engine.server.seen = seen
    let asked = engine
    let pauses = Deadline.Pauses()
    let kept = directly ? KeptData() : nil
    let (response, refusal) = await Deadline.Pauses.$current.withValue(pauses) {
      await asked.respond(to: request, url, from: origin, timeout: timeout, effect: effect, keeping: kept)
    }
    if case .success = response, let data = kept?.value {
      var outcome = Outcome(response: response, callback: nil, waited: pauses.total, account: account)
      outcome.data = data
      outcome.restoration = kept?.restoration
      return outcome
    }
    return Outcome(
      response: response, callback: request.callbacks.url(for: response.redacted(for: origin.party)), refusal: refusal,
      waited: pauses.total, account: account)
  }

  /// What the server lacks for a request, which is not made; requests that only read are.
  package func lacks(for url: CallbackURL) async -> [ServerLack] {
    guard let action = action(named: url.action) else { return [] }
    return await server.lacks(for: url.withoutCommonParameters.parameters, of: action, sendsReads: true)
  }

  /// When many requests like this one, which is not made, would be done; `nil` if that is not known.
  package func forecast(of count: Int, like url: CallbackURL) async -> WorkForecast? {
    guard let action = action(named: url.action) else { return nil }
    return await server.forecast(of: count, like: url.withoutCommonParameters.parameters, of: action)
  }

  /// The most accounts that one request tells of.
  package static let mostReadAhead = 40

  /// Reads at once what you and the accounts are to each other that requests would change, which come next.
  package func readAhead(for urls: [CallbackURL]) async {
    let ids = urls.prefix(Self.mostReadAhead).compactMap { url -> String? in
      guard let action = action(named: url.action), let subject = action.signature.subject, subject.kind == .account,
        let prepared = try? action.prepared(of: url.withoutCommonParameters.parameters), prepared.before != nil
      else { return nil }
      return url.pairs.first { $0.name == subject.id }?.value
    }
    await server.readAhead(relationshipsWith: ids.count > 1 ? ids : [])
  }

  private func under(_ rate: RateOptions) -> Engine {
    var engine = self
    engine.server = server.under(rate)
    return engine
  }

  private static func request(_ url: CallbackURL, policy: CallbackPolicy) throws(Failure) -> Request {
    guard url.isOwn else { throw .wrongScheme(url) }
    return try Request(url, policy: policy)
  }

  private func respond(
    to request: Request, _ url: CallbackURL, from origin: Origin, timeout: Duration, effect: RecordedEffect?,
    keeping kept: KeptData?
  ) async -> (Response, Refusal?) {
    do {
      let response = try await response(
        to: request, url, from: origin, timeout: timeout, effect: effect, keeping: kept)
      return (response, nil)
    } catch let denied as Consent.Denied {
      return (.canceled, denied.refusal)
    } catch let failure as Failure {
      return (.failure(failure), nil)
    } catch {
      return (.failure(Failure(.defect, "\(error)")), nil)
    }
  }

  private func response(
    to request: Request, _ url: CallbackURL, from origin: Origin, timeout: Duration, effect: RecordedEffect?,
    keeping kept: KeptData?
  ) async throws -> Response {
    let options = try RequestOptions(request)
    if request.action == Authorization.action { return options.response(try await authorize(request)) }
    guard let action = action(named: request.action) else { throw Failure.unknownAction(request.action) }
    if origin.party.isForeign { try action.signature.refuseFiles(in: request.parameters, of: origin.party) }
    let prepared = try action.prepared(of: request.parameters)
    let mustBeSeen = origin.party.isForeign && action.signature.mentionsSomebody(in: request.parameters)
    if mustBeSeen, origin.assumesYes, !consent.isSandbox { throw action.signature.unseen(in: request.parameters) }
    let consentRequest = Consent.ConsentRequest(
      signature: action.signature, url: url, source: request.source, isSilent: options.isSilent && !mustBeSeen,
      accessToken: options.accessToken, target: request.callbacks.any, origin: origin,
      about: {
        // Another program must not make this machine send requests before a person agreed.
        guard !origin.party.isForeign else { return nil }
        if let shown = prepared.shown { return try? await shown(server) }
        return await server.description(ofSubjectIn: request.parameters, action.signature)
      },
      isShownFirst: StatusDraft.isThread(request.parameters, of: action.signature))
    try await consent.decision(on: consentRequest).get()
    try await consent.decisionOnDisclosure(of: consentRequest).get()
    let isWrite = action.signature.effect.isWrite
    let permit = try await permit(for: consentRequest, isWrite ? effect : nil)
    let response = await Deadline(timeout, sleep: sleep).response(
      isWrite: isWrite, isRepeatable: prepared.isRepeatable
    ) {
      do throws(Failure) {
        let answer = try await IdempotentRequest(action, prepared, server, permit.effect).answer(to: url)
        if let presentation = answer.presentation { await present(presentation) }
        return kept?.keep(options.data(of: answer), answer.restoration) ?? options.response(answer)
      } catch {
        return .failure(error)
      }
    }
    await repeats?.end(permit, after: response)
    return response
  }
}

extension Engine {
  /// Permission to perform a request.
  ///
  /// - Throws: ``Consent/Denied`` if another run just made the same request and the person does not confirm the repeat;
  ///   ``Failure`` if the journal cannot tell whether one did.
  private func permit(
    for consentRequest: Consent.ConsentRequest, _ effect: RecordedEffect?
  ) async throws -> RepeatGuard.Permit {
    let (url, signature) = (consentRequest.url, consentRequest.signature)
    let isGuarded = signature.parameter(named: RepeatGuard.again) != nil
    guard effect?.isOfJob ?? true, isGuarded, let repeats else { return RepeatGuard.Permit(effect) }
    // What the job itself has sent is no repeat.
    let own = try await effect?.recorded(url)
    if case .answered? = own { return RepeatGuard.Permit(effect) }
    switch try await repeats.claim(of: url, for: signature, isConfirmed: own != nil) {
    case .free(let permit): return permit.recording(effect)
    case .repeated(let secondsAgo):
      try await consent.confirmRepeating(consentRequest, after: secondsAgo).get()
      guard case .free(let permit) = try await repeats.claim(of: url, for: signature, isConfirmed: true) else {
        return RepeatGuard.Permit(effect)
      }
      return permit.recording(effect)
    }
  }

  /// The access token for a program, if the person allows it to act without questions.
  private func authorize(_ request: Request) async throws -> ActionOutput {
    let silent = actions.map(\.signature).filter(\.canBeSilent).map(\.action)
    let authorization = try Authorization(request, silentActions: Set(silent))
    let grant = try await consent.token(for: authorization).get()
    return ActionOutput(data: [
      CommonParameter.accessToken: .string(grant.token), "expires": .int(grant.expires),
      "actions": .string(authorization.actions.joined(separator: ",")),
    ])
  }
}

extension Signature {
  /// Refuses parameters with which another program would read or write files of this machine.
  fileprivate func refuseFiles(in pairs: [CallbackURL.Pair], of party: Origin.Party) throws(Failure) {
    for pair in pairs {
      switch parameter(named: pair.name)?.type {
      case .file?: throw .foreignFile(pair.name)
      case .attachment? where pair.value?.begins(with: "file:") ?? false: throw .foreignFile(pair.name)
      // Otherwise a web page could make this machine send requests into its own network.
      case .attachment? where party == .desktop && pair.value?.contains("://") ?? false:
        throw .foreignURL(pair.name)
      default: continue
      }
    }
  }
}

/// The data of an answer, for a caller in this process.
private final class KeptData: Sendable {
  private let state = Mutex<(data: JSON.Object?, restoration: Restoration?)>((nil, nil))

  var value: JSON.Object? { state.withLock(\.data) }
  var restoration: Restoration? { state.withLock(\.restoration) }

  /// Keeps the data, so that the response need not hold them.
  func keep(_ data: JSON.Object, _ restoration: Restoration?) -> Response {
    state.withLock { $0 = (data, restoration) }
    return .success([])
  }
}

extension Response {
  /// The response as the caller sees it; local configuration errors are hidden from other programs.
  fileprivate func redacted(for party: Origin.Party) -> Response {
    guard party.isForeign, case .failure(let failure) = self, failure.code == .badSettings else { return self }
    return .failure(Failure(.badSettings, "tusk cannot use its own files"))
  }
}

extension Request.Callbacks {
  /// The first callback that is given.
  fileprivate var any: CallbackURL? { success ?? error ?? cancel }
}

extension Failure {
  fileprivate static func foreignFile(_ name: String) -> Failure {
    Failure(.forbidden, "'\(name)' names a file of this machine, which is not allowed for other programs")
  }

  fileprivate static func foreignURL(_ name: String) -> Failure {
    Failure(.forbidden, "'\(name)' names a URL to fetch, which is not allowed for requests from the desktop")
  }

  fileprivate static func wrongScheme(_ url: CallbackURL) -> Failure {
    Failure(
      .unknownAction, "requests must start with tusker://\(CallbackURL.xCallbackHost)/, not \(url.scheme)://\(url.host)"
    )
  }

  fileprivate static func unknownAction(_ name: String) -> Failure {
    Failure(.unknownAction, name.isEmpty ? "the URL names no action" : "unknown action '\(name)'")
  }
}
