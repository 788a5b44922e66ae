package import JSONValue
import Synchronization
package import TuskActions
package import TuskCommon
import TuskRuntime
package import XCallbackURL

/// The accounts of one run of the program and their engines.
///
/// Accounts are looked up, and the sandbox is started, when the first URL is opened, so that commands without requests
/// do not wait.
package final class Session: Sendable {
  /// The permissions that were granted and denied.
  package let permissions: Permissions
  /// The journal of what scripts have done.
  package let journal: any JournalStore
  private let accounts: AccountChoice
  private let display: Display
  /// Tells the person what happens while a request is made.
  private let tell: @Sendable (Notice) -> Void
  private let consentPrompt: ConsentPrompt
  /// Whether the sandbox wants permission and confirmation as other servers do.
  private let sandboxAsks: Bool
  private let policy: CallbackPolicy
  private let memory: ServerMemory
  private let time: ClientTime
  private let state = Mutex(State())

  private struct State {
    /// The engines by account name; the current account has the empty name.
    var engines: [String: Engine] = [:]
    var names: [String: String] = [:]
  }

  /// - Parameter tell: tells the person what happens while a request is made; `nil` to let the display do it.
  package init(
    accounts: AccountChoice, permissions: Permissions, journal: any JournalStore, display: Display,
    consentPrompt: ConsentPrompt,
    sandboxAsks: Bool = false, policy: CallbackPolicy = CallbackPolicy(), memory: ServerMemory = .none,
    time: ClientTime = .machine, tell: (@Sendable (Notice) -> Void)? = nil
  ) {
    self.tell = tell ?? { display.show($0) }
    self.time = time
    self.accounts = accounts
    self.permissions = permissions
    self.journal = journal
    self.display = display
    self.consentPrompt = consentPrompt
    self.sandboxAsks = sandboxAsks
    self.policy = policy
    self.memory = memory
  }

  /// Opens a URL.
  ///
  /// - Parameter name: the account that acts; `nil` for the current one.
  package func open(
    _ url: CallbackURL, from origin: Origin, timeout: Duration, rate: RateOptions = RateOptions(),
    as name: String? = nil,
    effect: RecordedChange? = nil, seen: JSON.Object? = nil
  ) async -> EngineReply {
    defer { display.endDelay() }
    do {
      let (engine, isSandbox) = try await currentEngine(name)
      let reply = await engine.open(
        url, from: origin, timeout: timeout, rate: rate, effect: effect, seen: seen)
      // The sandbox may have stopped since it was found; a request that never reached it can be sent again.
      guard isSandbox, reply.failure?.code == .network else { return reply }
      state.withLock { $0.engines = [:] }
      let renewed = try await currentEngine(name).engine
      return await renewed.open(
        url, from: origin, timeout: timeout, rate: rate, effect: effect, seen: seen)
    } catch {
      return EngineReply(error, callbacks: Request.errorCallback(of: url, policy: policy))
    }
  }

  /// What the server lacks for a request, which is not made.
  ///
  /// - Parameter name: the account that would act; `nil` for the current one.
  package func lacks(for url: CallbackURL, as name: String?) async -> [ServerLack] {
    // The sandbox has what Tusk needs, and a rehearsal does not start it.
    if (try? accounts.isSandbox()) == true, !memory.isAssuming { return [] }
    guard let (engine, _) = try? await currentEngine(name) else { return [] }
    return await engine.lacks(for: url)
  }

  /// Reads what the next changes have to know of what is there now.
  ///
  /// - Parameter name: the account that acts; `nil` for the current one.
  func readAhead(for urls: [CallbackURL], as name: String?) async {
    guard let (engine, _) = try? await currentEngine(name) else { return }
    await engine.readAhead(for: urls)
  }

  /// When many requests like this one would be done, and whether a person has to agree to them.
  ///
  /// - Parameter name: the account that would act; `nil` for the current one.
  func forecast(
    of count: Int, like url: CallbackURL, as name: String?
  ) async throws(Failure) -> (forecast: WorkForecast?, isHarmless: Bool) {
    let (engine, isSandbox) = try await currentEngine(name)
    let isUnlimited = isSandbox && !accounts.sandboxHasRateLimits
    return (isUnlimited ? nil : await engine.forecast(of: count, like: url), isSandbox && !sandboxAsks)
  }

  /// Decides on several changes that differ in their subject alone, by one question.
  ///
  /// - Parameter name: the account that would act; `nil` for the current one.
  func decide(
    on urls: [CallbackURL], _ title: String, from origin: Origin, as name: String?
  ) async throws(Failure) -> Consent.Decision {
    defer { display.endDelay() }
    return try await currentEngine(name).engine.decide(on: urls, title, from: origin)
  }

  /// The full name of an account; `nil` for the current one.
  package func name(of name: String?) async throws(Failure) -> String {
    let key = name ?? ""
    if let known = state.withLock({ $0.names[key] }) { return known }
    let account = try await account(name)
    defer { display.endDelay() }
    let found = try await accounts.name(of: account, at: server(of: account))
    state.withLock { $0.names[key] = found }
    return found
  }

  /// The names of the signed-in accounts with a tag; of all for `nil`.
  func signedIn(tagged tag: String?) throws(Failure) -> [String] { try accounts.store.names(tagged: tag) }

  private func account(_ name: String?) async throws(Failure) -> ActingAccount {
    guard let name else { return try await accounts.account() }
    return try await accounts.account(named: name)
  }

  private func currentEngine(_ name: String?) async throws(Failure) -> (engine: Engine, isSandbox: Bool) {
    let account = try await account(name)
    let engine = state.withLock { state in
      let engine = state.engines[name ?? ""] ?? makeEngine(for: account)
      state.engines[name ?? ""] = engine
      return engine
    }
    return (engine, account.isSandbox)
  }

  private func server(of account: ActingAccount) -> Server {
    Server(account, userAgent: Version.userAgent, memory: memory, time: time, tell: tell)
  }

  private func makeEngine(for account: ActingAccount) -> Engine {
    let server = server(of: account)
    // Nothing in the sandbox does harm, so neither changes nor duplicates are asked about.
    let isHarmless = account.isSandbox && !sandboxAsks
    let consent = Consent(
      account: { [accounts] () async throws(Failure) in try await accounts.name(of: account, at: server) },
      isSandbox: isHarmless, permissions: permissions,
      ask: { [consentPrompt] question in await consentPrompt.answer(question) })
    let repeats =
      isHarmless
      ? nil : RepeatGuard(journal, account: account.lastingName, tell: { [display] text in display.tell(note: text) })
    return Engine(
      actions: Action.all, server: server, consent: consent, repeats: repeats, account: account.lastingName,
      policy: policy,
      present: { [display] presentation in display.show(presentation) })
  }
}
