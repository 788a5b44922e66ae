package import JSONValue
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

  /// Performs a request.
  ///
  /// - Parameters:
  ///   - origin: where the request comes from.
  ///   - timeout: the time after which the response is an x-error; the outcome of a change is then unknown.
  ///   - rate: how to behave at a rate limit.
  ///   - effect: the journal entry of a change that must be made only once, even if it is requested again.
  ///   - seen: what was just read of the subject of a change that may be taken back, by the names of a record; `nil` if it
  ///     is not taken back.
  package func open(
    _ url: CallbackURL, from origin: Origin, timeout: Duration = Self.standardTimeout,
    rate: RateOptions = RateOptions(),
    effect: RecordedChange? = nil, seen: JSON.Object? = nil
  ) async -> EngineReply {
    let request: Request
    do {
      request = try Self.request(url, policy: policy)
    } catch {
      return EngineReply(error, callbacks: Request.errorCallback(of: url, policy: policy))
    }
    var engine = under(rate)
    engine.server.seen = seen
    let asked = engine
    let pauses = Deadline.Pauses()
    var reply = await Deadline.Pauses.$current.withValue(pauses) {
      await asked.reply(to: request, url, from: origin, timeout: timeout, effect: effect)
    }
    reply.callbacks = request.callbacks
    reply.hidesSettings = origin.party.isForeign
    (reply.waited, reply.account) = (pauses.total, account)
    return reply
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

  /// Decides on several changes that differ in their subject alone, by one question.
  ///
  /// - Parameter title: what they are together, such as `delete 3 statuses`.
  /// - Throws: ``Failure`` if the permissions cannot be read or written.
  package func decide(
    on urls: [CallbackURL], _ title: String, from origin: Origin
  ) async throws(Failure) -> Consent.Decision {
    guard let first = urls.first, let signature = action(named: first.action)?.signature else { return .allowed }
    let subjects = urls.map(\.parameters)
    var request = Consent.ConsentRequest(
      signature: signature, url: first, source: nil, isSilent: false, origin: origin,
      about: {
        var lines: [String] = []
        for pairs in subjects {
          let known = await server.description(ofSubjectIn: pairs, signature)
          lines.append(known ?? signature.subject?.given(in: pairs)?.value ?? "")
        }
        return lines.joined(separator: "\n")
      })
    request.title = title
    return try await consent.decision(on: request)
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

  private func reply(
    to request: Request, _ url: CallbackURL, from origin: Origin, timeout: Duration, effect: RecordedChange?
  ) async -> EngineReply {
    var reply = EngineReply()
    do {
      let parameters = try CommonParameters(request)
      reply.isWrittenAsJSON = parameters.wantsJSON
      guard
        let output = try await output(
          of: request, url, parameters, from: origin, timeout: timeout, effect: effect)
      else { return reply }
      (reply.data, reply.restoration) = (parameters.data(of: output), output.restoration)
    } catch let denied as Consent.Denied {
      reply.refusal = denied.refusal
    } catch {
      reply.failure = error as? Failure ?? Failure(.defect, "\(error)")
    }
    return reply
  }

  /// Performs a request that is allowed.
  ///
  /// - Returns: `nil` if it was canceled on the way.
  private func output(
    of request: Request, _ url: CallbackURL, _ parameters: CommonParameters, from origin: Origin, timeout: Duration,
    effect: RecordedChange?
  ) async throws -> ActionOutput? {
    if request.action == Authorization.action { return try await authorize(request) }
    guard let action = action(named: request.action) else { throw Failure.unknownAction(request.action) }
    if origin.party.isForeign { try action.signature.refuseFiles(in: request.parameters, of: origin.party) }
    let prepared = try action.prepared(of: request.parameters)
    let mustBeSeen = origin.party.isForeign && action.signature.mentionsSomebody(in: request.parameters)
    if mustBeSeen, origin.assumesYes, !consent.isSandbox { throw action.signature.unseen(in: request.parameters) }
    let consentRequest = Consent.ConsentRequest(
      signature: action.signature, url: url, source: request.source, isSilent: parameters.isSilent && !mustBeSeen,
      accessToken: parameters.accessToken, target: request.callbacks.any, origin: origin,
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
    let result = await Deadline(timeout, sleep: sleep).result(
      isWrite: isWrite, isRepeatable: prepared.isRepeatable
    ) {
      do throws(Failure) {
        let output = try await IdempotentRequest(action, prepared, server, permit.effect).answer(to: url)
        if let presentation = output.presentation { await present(presentation) }
        return .success(output)
      } catch {
        return .failure(error)
      }
    }
    await repeats?.end(permit, isDone: (try? result?.get()) != nil)
    return try result?.get()
  }
}

extension Engine {
  /// Permission to perform a request.
  ///
  /// - Throws: ``Consent/Denied`` if another run just made the same request and the person does not confirm the repeat;
  ///   ``Failure`` if the journal cannot tell whether one did.
  private func permit(
    for consentRequest: Consent.ConsentRequest, _ effect: RecordedChange?
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
