package import TuskCommon
package import XCallbackURL

/// Decides whether a change may be made: by earlier permissions, or by asking the person.
///
/// Nothing is asked in the sandbox or for actions that only read, except whether an answer may open another app.
package actor Consent {
  /// A request that needs consent.
  package struct ConsentRequest: Sendable {
    package let signature: Signature
    package let url: CallbackURL
    /// The name that another program gives itself; any program can claim any name.
    package let source: String?
    package let isSilent: Bool
    /// The proof of an earlier authorization of the program.
    package let accessToken: String?
    /// The callback that gets the result; `nil` if there is none.
    package let target: CallbackURL?
    package let origin: Origin
    /// Looks up what the request is about, for the person who is asked: the text of a status to delete.
    package let about: @Sendable () async -> String?
    /// Whether a person at the prompt sees what it is about before it is performed.
    let isShownFirst: Bool
    /// What several changes are that the answer is for, such as `delete 3 statuses`; `nil` for one change.
    package var title: String?

    package init(
      signature: Signature, url: CallbackURL, source: String?, isSilent: Bool, accessToken: String? = nil,
      target: CallbackURL? = nil, origin: Origin, about: @escaping @Sendable () async -> String? = { nil },
      isShownFirst: Bool = false
    ) {
      self.about = about
      self.isShownFirst = isShownFirst
      self.signature = signature
      self.url = url
      self.source = source
      self.isSilent = isSilent
      self.accessToken = accessToken
      self.target = target
      self.origin = origin
    }
  }

  /// A question to the person.
  package enum Question: Sendable {
    /// Whether a script may change the account.
    case script(Origin.Script, account: String)
    /// Whether the source of this change may act without questions from now on.
    case source(ConsentRequest, account: String)
    /// Whether to make this change.
    case confirmation(ConsentRequest, account: String)
    /// Whether to repeat a request that another run made some seconds ago.
    case repeating(ConsentRequest, secondsAgo: Int, account: String)
    /// Whether another program may get data that only the account's owner can read.
    case disclosure(ConsentRequest, target: CallbackURL, account: String)
    /// Whether the answer to a program's request may open a URL of another app.
    case answer(to: String?, target: CallbackURL)
    /// Whether a program may get a token with which it acts without questions.
    case authorization(Authorization, account: String)
  }

  /// The answer of the person.
  package enum Reply: Sendable, Hashable {
    case once
    case always
    /// Not this time.
    case no
    /// The program may never act without questions.
    case never
    /// Nobody could be asked, for this reason.
    case nobody(Refusal)

    /// The denial that the answer means for the request, if it does.
    var denial: Denied? {
      switch self {
      case .once, .always: nil
      case .no, .never: Denied(refusal: nil)
      case .nobody(let refusal): Denied(refusal: refusal)
      }
    }

    /// The decision on the request that the answer means.
    var decision: Decision { denial.map(Decision.denied) ?? .allowed }
  }

  /// Whether a request may be performed.
  package enum Decision: Sendable, Hashable {
    case allowed
    case denied(Denied)

    func get() throws(Denied) {
      if case .denied(let denial) = self { throw denial }
    }
  }

  /// A request was denied.
  package struct Denied: Error, Hashable {
    /// Why nobody could be asked; `nil` if a person declined.
    package let refusal: Refusal?
  }

  /// Asks a person, or says why nobody can be asked.
  package typealias Ask = @Sendable (Question) async -> Reply

  private let name: @Sendable () async throws(Failure) -> String
  private var knownName: String?
  let isSandbox: Bool
  let permissions: Permissions
  let ask: Ask
  private var permittedScripts: Set<String> = []
  /// The turns of decisions: the person answers one question at a time, and one answer may settle others.
  private let turns = Turns()

  /// - Parameters:
  ///   - account: returns the name of the account that would be changed; called once, when needed.
  ///   - isSandbox: whether changes affect only the sandbox.
  ///   - permissions: the stored permissions.
  ///   - ask: asks the person.
  package init(
    account: @escaping @Sendable () async throws(Failure) -> String, isSandbox: Bool, permissions: Permissions,
    ask: @escaping Ask
  ) {
    name = account
    self.isSandbox = isSandbox
    self.permissions = permissions
    self.ask = ask
  }

  /// Decides whether the change may be made.
  ///
  /// - Throws: ``Failure`` if the permissions cannot be read or written.
  package func decision(on request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.signature.effect.changesAccount, !request.origin.assumesYes,
      !isSandbox || request.origin.party == .desktop
    else { return .allowed }
    return try await inTurn { (consent) throws(Failure) in
      guard !consent.isSandbox else { return try await consent.permit(answersTo: request) }
      return try await consent.decide(on: request)
    }
  }

  /// Decides while no other decision is in progress.
  func inTurn<Value: Sendable>(
    _ decide: (isolated Consent) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await turns.take()
    defer { turns.end() }
    return try await decide(self)
  }

  private func decide(on request: ConsentRequest) async throws(Failure) -> Decision {
    switch request.origin.party {
    case .person:
      let decision = try await confirmDanger(of: request)
      guard decision == .allowed, request.isShownFirst, !request.origin.confirmsDanger else { return decision }
      let reply = await ask(.confirmation(request, account: try await account()))
      // Without a terminal there is nobody to show it to.
      if case .nobody = reply { return .allowed }
      return reply.decision
    case .script(let script):
      let decision = try await permit(script)
      return decision == .allowed ? try await confirmDanger(of: request) : decision
    case .program: return try await permit(program: request)
    case .desktop: return try await permit(desktop: request)
    }
  }

  func account() async throws(Failure) -> String {
    if let knownName { return knownName }
    let name = try await name()
    knownName = name
    return name
  }

  private func confirmDanger(of request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.signature.effect.needsConfirmation, !request.origin.confirmsDanger else { return .allowed }
    return try await confirm(request)
  }

  /// Asks whether to repeat a request that another run made; `--yes` does not answer this question.
  func confirmRepeating(_ request: ConsentRequest, after seconds: Int) async throws(Failure) -> Decision {
    try await inTurn { (consent) throws(Failure) in
      let question = Question.repeating(request, secondsAgo: seconds, account: try await consent.account())
      let reply = await consent.ask(question)
      // Each repeat is a question of its own.
      return reply == .always ? Reply.no.decision : reply.decision
    }
  }

  func confirm(_ request: ConsentRequest) async throws(Failure) -> Decision {
    await ask(.confirmation(request, account: try await account())).decision
  }

  private func permit(_ script: Origin.Script) async throws(Failure) -> Decision {
    if permittedScripts.contains(script.digest) { return .allowed }
    let account = try await account()
    if script.obstacle == nil, try permissions.allows(script: script.digest, account: account) {
      permittedScripts.insert(script.digest)
      return .allowed
    }
    var shown = script
    shown.change = try permissions.change(of: script, account: account)
    let reply = await ask(.script(shown, account: account))
    if let denial = reply.denial { return .denied(denial) }
    if reply == .always, script.obstacle == nil { try await permissions.grant(script: script, account: account) }
    permittedScripts.insert(script.digest)
    return .allowed
  }

  /// Tusker's rules: a silent request from a permitted source runs; a request from a denied source, or one that
  /// cannot be silent, is confirmed like any other.
  private func permit(program request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.isSilent, request.signature.canBeSilent, let source = request.source else {
      return try await confirm(request)
    }
    if try await isProved(request) { return .allowed }
    // A program that only claims its name is not trusted with whom it addresses.
    guard !request.signature.addressesSomebody(in: request.url.parameters) else { return try await confirm(request) }
    let account = try await account()
    if let decision = try permissions.decision(source: source, account: account) {
      return decision == .allow ? .allowed : try await confirm(request)
    }
    let reply = await ask(.source(request, account: account))
    switch reply {
    case .always: try await permissions.decide(.allow, source: source, account: account)
    case .never:
      try await permissions.decide(.deny, source: source, account: account)
      return try await confirm(request)
    case .once, .no, .nobody: break
    }
    return reply.decision
  }
}
