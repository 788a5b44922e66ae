package import XCallbackURL

/// Who decides whether a change may be made: what was permitted before, or a person who is asked.
///
/// Nothing is asked in the sandbox, and nothing for what only reads.
package actor Consent {
  /// A change that is about to be made.
  package struct ConsentRequest: Sendable {
    package let signature: Signature
    package let url: CallbackURL
    /// What another program calls itself; anybody can claim any name.
    package let source: String?
    package let isSilent: Bool
    /// What proves that the program was authorized before.
    package let accessToken: String?
    /// Where the answer goes; `nil` where it goes nowhere.
    package let target: CallbackURL?
    package let origin: Origin

    package init(
      signature: Signature, url: CallbackURL, source: String?, isSilent: Bool, accessToken: String? = nil,
      target: CallbackURL? = nil, origin: Origin
    ) {
      self.signature = signature
      self.url = url
      self.source = source
      self.isSilent = isSilent
      self.accessToken = accessToken
      self.target = target
      self.origin = origin
    }
  }

  /// What a person is asked.
  package enum Question: Sendable {
    /// Whether a script may change the account: once, always or no.
    case script(Origin.Script, account: String)
    /// Whether the source of this change may act without asking, from now on.
    case source(ConsentRequest, account: String)
    /// Whether this one change is wanted.
    case confirmation(ConsentRequest, account: String)
    /// Whether what another run has made, so many seconds ago, is to be made once more.
    case repeating(ConsentRequest, secondsAgo: Int, account: String)
    /// Whether another program may be told what only the account's owner can read.
    case disclosure(ConsentRequest, target: CallbackURL, account: String)
    /// Whether a program may act without asking, from now on, after it has proved that it is the same.
    case authorization(Authorization, account: String)
  }

  /// What a person answers.
  package enum Reply: Sendable, Hashable {
    case once
    case always
    case no
    /// Nobody could be asked; the reason, if it is known.
    case nobody(Refusal?)
  }

  /// Whether a request may be carried out.
  package enum Decision: Sendable, Hashable {
    case allowed
    /// A person declined, or nobody could be asked for this reason.
    case denied(Refusal?)

    func get() throws(Denied) {
      guard case .denied(let refusal) = self else { return }
      throw Denied(refusal: refusal)
    }
  }

  /// A request was denied.
  struct Denied: Error {
    let refusal: Refusal?
  }

  /// Asks a person, or says why nobody can be asked.
  package typealias Ask = @Sendable (Question) async -> Reply

  private let name: @Sendable () async throws(Failure) -> String
  private var knownName: String?
  let isSandbox: Bool
  let permissions: Permissions
  let ask: Ask
  private var permittedScripts: Set<String> = []
  private var isDeciding = false
  private var turns: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - account: the account that would be changed, as a person knows it; asked for once, when it is needed.
  ///   - isSandbox: whether changes touch nothing real.
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
  /// - Throws: ``Failure`` if the store of permissions cannot be read or written.
  package func decision(on request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.signature.effect.changesAccount, !isSandbox, !request.origin.assumesYes else { return .allowed }
    return try await inTurn { (consent) throws(Failure) in try await consent.decide(on: request) }
  }

  /// Decides while nobody else does.
  func inTurn<Value: Sendable>(
    _ decide: (isolated Consent) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await takeTurn()
    defer { endTurn() }
    return try await decide(self)
  }

  /// Waits until nobody else decides, because a person answers one question at a time, and an answer may spare others.
  private func takeTurn() async {
    guard isDeciding else {
      isDeciding = true
      return
    }
    await withCheckedContinuation { turns.append($0) }
  }

  private func endTurn() {
    guard !turns.isEmpty else {
      isDeciding = false
      return
    }
    turns.removeFirst().resume()
  }

  private func decide(on request: ConsentRequest) async throws(Failure) -> Decision {
    switch request.origin.party {
    case .person: return try await confirmDanger(of: request)
    case .script(let script):
      let decision = try await permit(script)
      return decision == .allowed ? try await confirmDanger(of: request) : decision
    case .program: return try await permit(program: request)
    case .desktop: return try await permit(stranger: request)
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

  /// Asks whether to repeat what another run has done; `--yes` does not answer this question.
  func confirmRepeating(_ request: ConsentRequest, after seconds: Int) async throws(Failure) -> Decision {
    try await inTurn { (consent) throws(Failure) in
      let question = Question.repeating(request, secondsAgo: seconds, account: try await consent.account())
      switch await consent.ask(question) {
      case .once: return .allowed
      case .always, .no: return .denied(nil)
      case .nobody(let refusal): return .denied(refusal)
      }
    }
  }

  func confirm(_ request: ConsentRequest) async throws(Failure) -> Decision {
    switch await ask(.confirmation(request, account: try await account())) {
    case .once, .always: .allowed
    case .no: .denied(nil)
    case .nobody(let refusal): .denied(refusal)
    }
  }

  private func permit(_ script: Origin.Script) async throws(Failure) -> Decision {
    if permittedScripts.contains(script.digest) { return .allowed }
    let account = try await account()
    if try permissions.allows(script: script.digest, account: account) {
      permittedScripts.insert(script.digest)
      return .allowed
    }
    switch await ask(.script(script, account: account)) {
    case .once: break
    case .always: try permissions.grant(script: script, account: account)
    case .no: return .denied(nil)
    case .nobody(let refusal): return .denied(refusal)
    }
    permittedScripts.insert(script.digest)
    return .allowed
  }

  /// Tusker's rules: a silent request from a permitted source runs; a request from a rejected source, or one that
  /// cannot be silent, is confirmed like any other.
  private func permit(program request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.isSilent, request.signature.canBeSilent, let source = request.source else {
      return try await confirm(request)
    }
    let account = try await account()
    if let decision = try permissions.decision(source: source, account: account) {
      return decision == .allow ? .allowed : try await confirm(request)
    }
    switch await ask(.source(request, account: account)) {
    case .once: return .allowed
    case .always:
      try permissions.decide(.allow, source: source, account: account)
      return .allowed
    case .no:
      try permissions.decide(.deny, source: source, account: account)
      return try await confirm(request)
    case .nobody(let refusal): return .denied(refusal)
    }
  }
}
