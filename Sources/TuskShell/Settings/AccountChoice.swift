import AccountNames
import Synchronization
package import TuskActions
import TuskCommon
package import XCallbackURL

/// Chooses the account that commands act as: from the environment, else the signed-in one, else the sandbox's.
///
/// It is chosen once, so that a run goes on as the account that it began with when somebody signs in or out meanwhile.
package final class AccountChoice: Sendable {
  private let environment: ProcessEnvironment
  private let sandbox: SandboxServer
  private let tokenSources: TokenSources
  /// The signed-in accounts.
  package let store: AccountStore
  private let choice = Mutex<Choice?>(nil)
  private let chosen = Mutex<ActingAccount?>(nil)
  private let named = Mutex<[String: ActingAccount]>([:])

  package init(environment: ProcessEnvironment, sandbox: SandboxServer) {
    self.environment = environment
    self.sandbox = sandbox
    tokenSources = TokenSources(in: environment)
    store = AccountStore(
      path: "\(environment.configuration)/accounts.json", servers: "\(environment.state)/account-servers.json",
      tokenSources: tokenSources, userAgent: Version.userAgent)
  }

  /// Whose account is chosen.
  private enum Choice: Sendable, Hashable {
    case environment
    case stored(name: String)
    case sandbox
  }

  private func choose() throws(Failure) -> Choice {
    try choice.withLock { known throws(Failure) in
      if let known { return known }
      let choice = try decide()
      known = choice
      return choice
    }
  }

  private func decide() throws(Failure) -> Choice {
    try refuseEmpty()
    guard Self.variables.allSatisfy({ environment[$0] == nil }) else { return .environment }
    return try store.currentEntry().map { .stored(name: $0.name) } ?? .sandbox
  }

  /// The name of an account, which its server may be asked for.
  ///
  /// - Throws: ``Failure`` also if the name belongs to an account of another server.
  func name(of account: ActingAccount, at server: Server) async throws(Failure) -> String {
    let name = try await server.name(of: account)
    if !account.isNamed { try await store.claim(name, at: account.address) }
    return name
  }

  /// The account. The sandbox is looked up each time, because it may have stopped.
  ///
  /// - Throws: ``Failure`` if the environment or the accounts file is invalid, or the sandbox does not start.
  package func account() async throws(Failure) -> ActingAccount {
    if let account = chosen.withLock({ $0 }) { return account }
    let account: ActingAccount
    switch try choose() {
    case .environment: account = try await accountOfEnvironment()
    case .stored(let name): account = try await store.account(named: name)
    case .sandbox: return try await sandboxAccount()
    }
    chosen.withLock { $0 = account }
    return account
  }

  /// The account, if the run has used it before; `nil` in the sandbox.
  var chosenAccount: ActingAccount? { chosen.withLock { $0 } }

  /// The name of the signed-in account that is chosen; `nil` for that of the environment and of the sandbox.
  var storedName: String? {
    guard case .stored(let name)? = try? choose() else { return nil }
    return name
  }

  /// Whether commands go to the sandbox; determining it runs and starts nothing.
  package func isSandbox() throws(Failure) -> Bool { try choose() == .sandbox }

  /// Whether the sandbox refuses requests beyond the rate limits.
  var sandboxHasRateLimits: Bool { sandbox.hasRateLimits }

  private func sandboxAccount() async throws(Failure) -> ActingAccount {
    try await BlockingWork.run { [sandbox] isCanceled in
      Result { () throws(Failure) in try sandbox.account(unless: isCanceled) }
    }.get()
  }

  /// The signed-in account of this name; in the sandbox, a persona of any name.
  ///
  /// - Throws: ``Failure`` if no such account is signed in.
  package func account(named name: String) async throws(Failure) -> ActingAccount {
    let current = try await account()
    if current.isNamed, current.label.isSameAccount(as: name) { return current }
    if let known = named.withLock({ $0[name] }) { return known }
    let account = current.isSandbox ? try await current.persona(name) : try await store.account(named: name)
    named.withLock { $0[name] = account }
    return account
  }

  /// The signed-in account of this name, or that of the sandbox if it runs; nothing is started or created.
  ///
  /// - Throws: ``Failure`` if no such account is signed in.
  func knownAccount(named name: String) async throws(Failure) -> ActingAccount {
    let running = try isSandbox() ? sandbox.running : nil
    if let running, running.label.isSameAccount(as: name) { return running }
    return try await store.account(named: name)
  }

  /// Whether an account with this name is signed in and not the current one.
  func isOther(_ name: String) -> Bool {
    guard let choice = try? choose(), let entry = try? store.entry(named: name) else { return false }
    return choice != .stored(name: entry.name)
  }

  /// The prompt's label before any request; computing it starts nothing.
  package var label: String {
    switch try? choose() {
    case .environment?: environment["TUSK_SERVER"] ?? Self.noLabel
    case .stored(let name)?: name
    case .sandbox?: Self.sandboxLabel
    case nil: Self.noLabel
    }
  }

  private static let noLabel = "no account"

  /// The label of all accounts of the sandbox.
  static let sandboxLabel = "sandbox"

  /// Where the token of the current account comes from.
  package enum Source: Sendable, Hashable {
    /// From `TUSK_TOKEN`.
    case environment
    /// From the output of `TUSK_TOKEN_COMMAND`.
    case command(String)
    /// From where it was stored at sign-in.
    case stored(AccountStore.Place)
    /// From the sandbox, because no account is signed in.
    case sandbox
  }

  /// Where the token comes from; determining it runs nothing.
  package func source() throws(Failure) -> Source {
    switch try choose() {
    case .environment where environment["TUSK_TOKEN"] != nil: return .environment
    case .environment: return .command(environment["TUSK_TOKEN_COMMAND"] ?? "")
    case .stored(let name): return .stored(try store.entry(named: name).place)
    case .sandbox: return .sandbox
    }
  }

  /// Rejects an empty variable: a build service's empty secret is a mistake, not a wish to act as another account.
  private func refuseEmpty() throws(Failure) {
    guard let name = Self.variables.first(where: environment.isEmpty) else { return }
    throw .empty(name)
  }

  private static let variables = ["TUSK_SERVER", "TUSK_TOKEN", "TUSK_TOKEN_COMMAND"]

  private func accountOfEnvironment() async throws(Failure) -> ActingAccount {
    let command = environment["TUSK_TOKEN_COMMAND"]
    switch (environment["TUSK_SERVER"], environment["TUSK_TOKEN"]) {
    case (nil, nil): throw .incomplete("TUSK_TOKEN_COMMAND", without: "TUSK_SERVER")
    case (let server?, let token?): return try ActingAccount(label: nil, server: server, token: token)
    case (let server?, nil):
      guard let command else { throw .withoutToken() }
      return try ActingAccount(label: nil, server: server, token: await tokenSources.run(command).get())
    case (nil, _?): throw .incomplete("TUSK_TOKEN", without: "TUSK_SERVER")
    }
  }
}

extension Failure {
  fileprivate static func empty(_ name: String) -> Failure {
    Failure(.unauthorized, "\(name) is empty; give it a value, or unset it")
  }

  fileprivate static func withoutToken() -> Failure {
    Failure(
      .unauthorized,
      "TUSK_SERVER is set without a token; set TUSK_TOKEN or TUSK_TOKEN_COMMAND too, or unset it "
        + "(programs that tusk runs do not receive TUSK_TOKEN)")
  }

  fileprivate static func incomplete(_ given: String, without missing: String) -> Failure {
    Failure(.unauthorized, "\(given) is set without \(missing); set both, or neither")
  }
}
