import Synchronization
package import TuskActions
package import TuskRuntime
package import XCallbackURL

/// One run of the program: the account it acts as, the engine that acts, and where both come from.
///
/// The account is looked up and the sandbox started when the first URL is opened, so that what needs no server
/// does not wait for one.
package final class Session: Sendable {
  /// What was permitted.
  package let permissions: Permissions
  private let accounts: AccountChoice
  private let display: Display
  private let desk: ConsentDesk
  private let policy: CallbackPolicy
  private let engine = Mutex<Engine?>(nil)

  package init(
    accounts: AccountChoice, permissions: Permissions, display: Display, desk: ConsentDesk,
    policy: CallbackPolicy = CallbackPolicy()
  ) {
    self.accounts = accounts
    self.permissions = permissions
    self.display = display
    self.desk = desk
    self.policy = policy
  }

  /// Opens a URL and says how it ended.
  package func open(_ url: CallbackURL, from origin: Origin, timeout: Duration) async -> Engine.Outcome {
    do {
      let (engine, isSandbox) = try currentEngine()
      let outcome = await engine.open(url, from: origin, timeout: timeout)
      // The sandbox may have stopped by itself since it was found; what never reached it can be sent again.
      guard isSandbox, case .failure(let failure) = outcome.response, failure.code == .network else { return outcome }
      self.engine.withLock { $0 = nil }
      return await (try currentEngine().engine).open(url, from: origin, timeout: timeout)
    } catch {
      let callbacks = Request.errorCallback(of: url, policy: policy)
      return Engine.Outcome(response: .failure(error), callback: callbacks.url(for: .failure(error)))
    }
  }

  /// The way from commands to the engine.
  package func door(for party: Origin.Party, assumesYes: Bool) -> Dispatcher.Door {
    { [self] url, terms in
      let origin = Origin(party, assumesYes: assumesYes, confirmsDanger: terms.assumesYes)
      return await open(url, from: origin, timeout: terms.timeout).callback
    }
  }

  private func currentEngine() throws(Failure) -> (engine: Engine, isSandbox: Bool) {
    let account = try accounts.account()
    if let engine = engine.withLock({ $0 }) { return (engine, account.isSandbox) }
    let made = makeEngine(for: account)
    engine.withLock { $0 = made }
    return (made, account.isSandbox)
  }

  private func makeEngine(for account: ActingAccount) -> Engine {
    let server = Server(account, userAgent: Version.userAgent)
    let consent = Consent(
      account: { () async throws(Failure) in try await server.name(of: account) },
      isSandbox: account.isSandbox, permissions: permissions,
      ask: { [desk] question in desk.answer(question) })
    return Engine(
      actions: Action.all, server: server, consent: consent, policy: policy,
      present: { [display] presentation in display.show(presentation) })
  }
}
