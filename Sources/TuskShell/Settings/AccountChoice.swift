import Synchronization
package import TuskActions
package import XCallbackURL

/// Which account commands act as: the one of the environment, else the one that is signed in, else the sandbox's.
package final class AccountChoice: Sendable {
  private let environment: ProcessEnvironment
  private let sandbox: SandboxServer
  private let tokenSources: TokenSources
  /// The accounts that are signed in.
  package let store: AccountStore
  private let chosen = Mutex<ActingAccount?>(nil)
  private let named = Mutex<[String: ActingAccount]>([:])

  package init(environment: ProcessEnvironment, sandbox: SandboxServer) {
    self.environment = environment
    self.sandbox = sandbox
    tokenSources = TokenSources(in: environment)
    store = AccountStore(
      path: "\(environment.configuration)/accounts.json", tokenSources: tokenSources, userAgent: Version.userAgent)
  }

  /// The account; a sandbox is looked for each time, because it may have stopped.
  ///
  /// - Throws: ``Failure`` where the environment or the file of accounts is wrong, or the sandbox does not start.
  package func account() throws(Failure) -> ActingAccount {
    if let account = chosen.withLock({ $0 }) { return account }
    guard let account = try configured() else { return try sandbox.account() }
    chosen.withLock { $0 = account }
    return account
  }

  /// The account of this name, among those that are signed in; in the sandbox anybody is played who is asked for.
  ///
  /// - Throws: ``Failure`` where nobody of that name is signed in.
  package func account(named name: String) async throws(Failure) -> ActingAccount {
    let current = try account()
    if current.isNamed, current.label == name { return current }
    if let known = named.withLock({ $0[name] }) { return known }
    let account = current.isSandbox ? try await current.persona(name) : try store.account(named: name)
    named.withLock { $0[name] = account }
    return account
  }

  /// What the prompt shows before anything was asked of a server; it starts nothing.
  package var label: String {
    if let server = environment["TUSK_SERVER"] { return server }
    guard let (entries, current) = try? store.accounts() else { return "no account" }
    return current ?? (entries.isEmpty ? "sandbox" : "no account")
  }

  /// Where the token of the account comes from that commands act as.
  package enum Source: Sendable, Hashable {
    /// From `TUSK_TOKEN`.
    case environment
    /// From what the command of `TUSK_TOKEN_COMMAND` prints.
    case command(String)
    /// From where it was stored when somebody signed in.
    case stored(AccountStore.Place)
    /// From the sandbox, because nobody is signed in.
    case sandbox
  }

  /// Where the token comes from; nothing is asked and nothing is run for it.
  package func source() throws(Failure) -> Source {
    if environment["TUSK_TOKEN"] != nil { return .environment }
    if let command = environment["TUSK_TOKEN_COMMAND"] { return .command(command) }
    let (entries, current) = try store.accounts()
    return entries.first { $0.name == current }.map { .stored($0.place) } ?? .sandbox
  }

  private func configured() throws(Failure) -> ActingAccount? {
    if let account = try fromEnvironment() { return account }
    return try store.current()
  }

  /// An empty secret of a build service is a mistake, and no wish to act as somebody else.
  private func refuseEmpty() throws(Failure) -> ActingAccount? {
    let names = ["TUSK_SERVER", "TUSK_TOKEN", "TUSK_TOKEN_COMMAND"]
    guard let name = names.first(where: environment.isEmpty) else { return nil }
    throw .empty(name)
  }

  private func fromEnvironment() throws(Failure) -> ActingAccount? {
    let command = environment["TUSK_TOKEN_COMMAND"]
    switch (environment["TUSK_SERVER"], environment["TUSK_TOKEN"]) {
    case (nil, nil) where command != nil: throw .incomplete("TUSK_TOKEN_COMMAND", without: "TUSK_SERVER")
    case (nil, nil): return try refuseEmpty()
    case (let server?, let token?): return try ActingAccount(label: nil, server: server, token: token)
    case (let server?, nil):
      guard let command else { throw .withoutToken() }
      return try ActingAccount(label: nil, server: server, token: tokenSources.run(command).get())
    case (nil, _?): throw .incomplete("TUSK_TOKEN", without: "TUSK_SERVER")
    }
  }
}

extension Failure {
  fileprivate static func empty(_ name: String) -> Failure {
    Failure(.unauthorized, "\(name) is set to nothing; give it a value, or unset it")
  }

  fileprivate static func withoutToken() -> Failure {
    Failure(
      .unauthorized,
      "TUSK_SERVER is set, and neither TUSK_TOKEN nor TUSK_TOKEN_COMMAND is; set one of them beside it, or unset it")
  }

  fileprivate static func incomplete(_ given: String, without missing: String) -> Failure {
    Failure(.unauthorized, "\(given) is set and \(missing) is not; set both, or neither")
  }
}
