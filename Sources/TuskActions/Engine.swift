import JSONValue
package import TuskCommon
package import XCallbackURL

/// The door of Tusk: an x-callback URL goes in, exactly one response comes out.
///
/// Callback targets, parameters and consent are checked before anything is done.
package struct Engine: Sendable {
  private let actions: [String: Action]
  private var server: Server
  private let consent: Consent
  private let repeats: RepeatGuard?
  private let policy: CallbackPolicy
  private let present: @Sendable (Presentation) async -> Void

  /// - Parameters:
  ///   - actions: what can be asked for.
  ///   - server: who carries it out.
  ///   - consent: who decides whether a change may be made.
  ///   - repeats: who knows what other runs have made lately; `nil` where that is nobody's concern.
  ///   - policy: where answers may be sent.
  ///   - present: shows records to the person.
  package init(
    actions: [Action], server: Server, consent: Consent, repeats: RepeatGuard? = nil,
    policy: CallbackPolicy = CallbackPolicy(), present: @escaping @Sendable (Presentation) async -> Void
  ) {
    var byName: [String: Action] = [:]
    for action in actions {
      for name in [action.signature.action] + action.signature.spellings { byName[name] = action }
    }
    self.actions = byName
    self.server = server
    self.consent = consent
    self.repeats = repeats
    self.policy = policy
    self.present = present
  }

  /// How long an action may take where the caller does not say.
  package static let standardTimeout: Duration = .seconds(30)

  /// How a request ended.
  package struct Outcome: Sendable {
    package let response: Response
    /// The one callback to open; `nil` where the caller gave none for this response.
    package let callback: CallbackURL?
    /// Why the request was canceled, if nobody could be asked.
    package let refusal: Refusal?

    package init(response: Response, callback: CallbackURL?, refusal: Refusal? = nil) {
      self.response = response
      self.callback = callback
      self.refusal = refusal
    }
  }

  /// Carries a request out.
  ///
  /// - Parameters:
  ///   - origin: whose act it is.
  ///   - timeout: after so long an x-error is answered; the result of a change is then stated as unknown.
  ///   - rate: what to do when the server limits requests.
  ///   - effect: where a change is recorded that is made once, however often it is asked for.
  package func open(
    _ url: CallbackURL, from origin: Origin, timeout: Duration = Self.standardTimeout, rate: RateOptions = RateOptions(),
    effect: RecordedEffect? = nil
  ) async -> Outcome {
    let request: Request
    do {
      request = try Self.request(url, policy: policy)
    } catch {
      let callbacks = Request.errorCallback(of: url, policy: policy)
      return Outcome(response: .failure(error), callback: callbacks.url(for: .failure(error)))
    }
    let engine = under(rate)
    let (response, refusal) = await engine.respond(to: request, url, from: origin, timeout: timeout, effect: effect)
    return Outcome(
      response: response, callback: request.callbacks.url(for: response.redacted(to: origin.party)), refusal: refusal)
  }

  private func under(_ rate: RateOptions) -> Engine {
    var engine = self
    engine.server = server.under(rate)
    return engine
  }

  private static func request(_ url: CallbackURL, policy: CallbackPolicy) throws(Failure) -> Request {
    guard url.isOwn else { throw .notOurs(url) }
    return try Request(url, policy: policy)
  }

  private func respond(
    to request: Request, _ url: CallbackURL, from origin: Origin, timeout: Duration, effect: RecordedEffect?
  ) async -> (Response, Refusal?) {
    do {
      return (try await response(to: request, url, from: origin, timeout: timeout, effect: effect), nil)
    } catch let denied as Consent.Denied {
      return (.canceled, denied.refusal)
    } catch let failure as Failure {
      return (.failure(failure), nil)
    } catch {
      return (.failure(Failure(.defect, "\(error)")), nil)
    }
  }

  private func response(
    to request: Request, _ url: CallbackURL, from origin: Origin, timeout: Duration, effect: RecordedEffect?
  ) async throws -> Response {
    let options = try RequestOptions(request)
    if request.action == Authorization.action { return options.response(try await authorize(request)) }
    guard let action = actions[request.action] else { throw Failure.unknownAction(request.action) }
    if origin.party.isForeign { try action.signature.refuseFiles(in: request.parameters, of: origin.party) }
    let prepared = try action.prepared(of: request.parameters)
    let consentRequest = Consent.ConsentRequest(
      signature: action.signature, url: url, source: request.source, isSilent: options.isSilent,
      accessToken: options.accessToken, target: request.callbacks.any, origin: origin)
    try await consent.decision(on: consentRequest).get()
    try await consent.decisionOnDisclosure(of: consentRequest).get()
    let isWrite = action.signature.effect.isWrite
    let permit = try await permit(for: consentRequest, prepared, isWrite ? effect : nil)
    let response = await Deadline(timeout).response(isWrite: isWrite) {
      do throws(Failure) {
        let answer = try await IdempotentRequest(action, prepared, server, permit.effect).answer(to: url)
        if let presentation = answer.presentation { await present(presentation) }
        return options.response(answer)
      } catch {
        return .failure(error)
      }
    }
    repeats?.end(permit, after: response)
    return response
  }
}

extension Engine {
  /// The right to carry out an action that creates something each time.
  ///
  /// - Throws: ``Consent/Denied`` if another run has just done the same and nobody confirms repeating it.
  private func permit(
    for consentRequest: Consent.ConsentRequest, _ prepared: Action.Prepared, _ effect: RecordedEffect?
  ) async throws -> RepeatGuard.Permit {
    guard effect == nil, prepared.lookUp != nil, let repeats else { return RepeatGuard.Permit(effect) }
    switch repeats.claim(of: consentRequest.url) {
    case .free(let permit): return permit
    case .repeated(let secondsAgo):
      try await consent.confirmRepeating(consentRequest, after: secondsAgo).get()
      guard case .free(let permit) = repeats.claim(of: consentRequest.url, isConfirmed: true) else {
        return RepeatGuard.Permit(nil)
      }
      return permit
    }
  }

  /// The access token of a program that a person allows to act without asking.
  private func authorize(_ request: Request) async throws -> ActionOutput {
    let silent = actions.values.map(\.signature).filter(\.canBeSilent).map(\.action)
    let authorization = try Authorization(request, silentActions: Set(silent))
    let grant = try await consent.token(for: authorization).get()
    return ActionOutput(data: [
      CommonParameter.accessToken: .string(grant.token), "expires": .int(grant.expires),
      "actions": .string(authorization.actions.joined(separator: ",")),
    ])
  }
}

extension Signature {
  /// Another program may not have files of this machine read or written.
  fileprivate func refuseFiles(in pairs: [CallbackURL.Pair], of party: Origin.Party) throws(Failure) {
    for pair in pairs {
      switch parameter(named: pair.name)?.type {
      case .file?: throw .fileOfAnother(pair.name)
      case .attachment? where pair.value?.hasPrefix("file:") ?? false: throw .fileOfAnother(pair.name)
      // Nobody outside has this machine ask its neighbours.
      case .attachment? where party == .desktop && pair.value?.contains("://") ?? false:
        throw .addressOfAnother(pair.name)
      default: continue
      }
    }
  }
}

extension Response {
  /// The response as it is told to who asks: what is wrong with files of this machine is nobody else's business.
  fileprivate func redacted(to party: Origin.Party) -> Response {
    guard party.isForeign, case .failure(let failure) = self, failure.code == .badSettings else { return self }
    return .failure(Failure(.badSettings, "tusk's own files are not in order"))
  }
}

extension Request.Callbacks {
  /// The first of them that there is.
  fileprivate var any: CallbackURL? { success ?? error ?? cancel }
}

/// What a request wants of its answer.
private struct RequestOptions {
  let isSilent: Bool
  let accessToken: String?
  private let wantsJSON: Bool
  private let wantsItems: Bool
  private let wantsItem: Bool

  init(_ request: Request) throws(Failure) {
    isSilent = try Self.flag(CommonParameter.silent, of: request)
    wantsJSON = try Self.flag(CommonParameter.json, of: request)
    wantsItems = try Self.flag(CommonParameter.items, of: request)
    wantsItem = try Self.flag(CommonParameter.item, of: request)
    let tokens = request.parameters.filter { $0.name == CommonParameter.accessToken }
    guard tokens.count <= 1 else { throw .repeatedToken() }
    accessToken = tokens.first?.value
    if isSilent, request.source?.isEmpty ?? true { throw .silentWithoutSource() }
  }

  func response(_ answer: ActionOutput) -> Response {
    var data = answer.data
    if wantsItems, let items = answer.items {
      data[CommonParameter.items] = .array(items.map(JSON.object))
      data["next"] = answer.next.map(JSON.string)
    }
    if wantsItem, let item = answer.item { data[CommonParameter.item] = .object(item) }
    guard !wantsJSON else { return .success(json: .object(data)) }
    return .success(data.members.map { CallbackURL.Pair($0.name, $0.value.string ?? $0.value.text) })
  }

  private static func flag(_ name: String, of request: Request) throws(Failure) -> Bool {
    let values = request.parameters.filter { $0.name == name }.map(\.value)
    guard let value = values.first else { return false }
    guard values.count == 1, let flag = CommonParameter.boolean(value) else { throw .notBoolean(name) }
    return flag
  }
}

extension Failure {
  fileprivate static func fileOfAnother(_ name: String) -> Failure {
    Failure(.forbidden, "'\(name)' names a file of this machine, which another program may not")
  }

  fileprivate static func addressOfAnother(_ name: String) -> Failure {
    Failure(.forbidden, "'\(name)' has this machine fetch a URL, which what the desktop brings may not")
  }

  fileprivate static func notOurs(_ url: CallbackURL) -> Failure {
    Failure(
      .unknownAction, "requests start with tusker://\(CallbackURL.xCallbackHost)/, not \(url.scheme)://\(url.host)")
  }

  fileprivate static func unknownAction(_ name: String) -> Failure {
    Failure(.unknownAction, name.isEmpty ? "the URL names no action" : "there is no action '\(name)'")
  }

  fileprivate static func notBoolean(_ name: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' wants true or false, once")
  }

  fileprivate static func repeatedToken() -> Failure {
    Failure(.invalidParameter, "'\(CommonParameter.accessToken)' may be given once")
  }

  /// Tusker's own words, which callers compare.
  fileprivate static func silentWithoutSource() -> Failure {
    Failure(
      .missingSource, "Cannot perform silent action without source app, x-source parameter must be specified.")
  }
}
