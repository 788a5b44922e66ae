import AccountNames
import Fediverse
import JSONValue
package import XCallbackURL

/// The signed-in accounts, in a file that only its owner can read; it also holds their tokens, unless there is a keyring
/// or a token command.
package struct AccountStore: Sendable {
  private let file: PrivateFile
  private let tokenSources: TokenSources
  let servers: AccountServers?
  let userAgent: String

  /// - Parameters:
  ///   - path: the file, which need not exist.
  ///   - servers: the file that remembers at which servers accounts were used; `nil` to remember none.
  ///   - tokenSources: the other places for tokens.
  ///   - userAgent: the user agent for requests that renew a token.
  package init(
    path: String, servers: String? = nil, tokenSources: TokenSources = .fileOnly, userAgent: String = "tusk"
  ) {
    file = PrivateFile(path)
    self.servers = servers.map { AccountServers(path: $0) }
    self.tokenSources = tokenSources
    self.userAgent = userAgent
  }

  /// A signed-in account.
  package struct Entry: Sendable, Hashable {
    /// `@user@domain`.
    package let name: String
    /// The server's base URL.
    package let server: String
    /// Where its token is stored.
    package let place: Place
    let domain: String?
    let credentials: Credentials?
    /// Words by which scripts choose accounts.
    package var tags: [String] = []
  }

  /// Where a token is stored.
  package enum Place: Sendable, Hashable {
    /// The file of accounts.
    case file
    /// The desktop's Secret Service.
    case keyring
    /// A command that prints it.
    case command(String)
  }

  /// Every account, and the current one.
  ///
  /// - Throws: ``Failure`` if the file cannot be read as a whole, because what is not read would be lost at the next
  ///   change, or if other users can read it.
  package func accounts() throws(Failure) -> (entries: [Entry], current: String?) {
    let content = try file.read(orAdvise: "repair it, or remove it and sign in again") { json in
      json["accounts"]?.array.flatMap { rows -> (entries: [Entry], current: String?)? in
        let entries = rows.compactMap(Entry.init)
        return entries.count == rows.count ? (entries, json["current"]?.string) : nil
      }
    }
    return content ?? ([], nil)
  }

  /// Checks that an account could be stored.
  ///
  /// - Throws: ``Failure`` if what is stored cannot be read.
  func check() throws(Failure) {
    _ = try accounts()
    _ = try servers?.names()
  }

  /// The entry of the current account; `nil` if no account is signed in.
  package func currentEntry() throws(Failure) -> Entry? {
    let (entries, current) = try accounts()
    guard !entries.isEmpty else { return nil }
    guard let entry = entries.first(where: { $0.name.isSpelled(like: current ?? "") }) else {
      throw .noneChosen(entries.map(\.name))
    }
    return entry
  }

  /// The account with this name.
  package func account(named name: String) async throws(Failure) -> ActingAccount {
    try await account(of: entry(named: name))
  }

  /// The entry of the account with this name.
  package func entry(named name: String) throws(Failure) -> Entry {
    let entries = try accounts().entries
    guard let entry = entries.named(name) else { throw .notSignedIn(name, entries.map(\.name)) }
    return entry
  }

  /// Stores an account and makes it current.
  ///
  /// - Returns: where its token is stored.
  @discardableResult
  package func add(name: String, account: ActingAccount, credentials: Credentials) async throws(Failure) -> Place {
    let known = try accounts().entries
    try refuseTakenName(name, at: account.address, in: known)
    // An account that signs in again keeps the spelling under which its permissions and its journal are stored.
    let name = known.named(name)?.name ?? name
    let isKept = await tokenSources.keyring?.keep(name, credentials.stored.text) ?? false
    let place = isKept ? Place.keyring : .file
    try await add(Entry(name, at: account.address, place, isKept ? nil : credentials))
    return place
  }

  /// Stores an account whose token a command prints, and makes it current.
  package func add(name: String, account: ActingAccount, command: String) async throws(Failure) {
    try await add(Entry(name, at: account.address, .command(command), nil))
  }

  /// Stores an account with a token obtained elsewhere, and makes it current.
  package func add(name: String, account: ActingAccount, token: String) async throws(Failure) {
    try await add(name: name, account: account, credentials: Credentials(token: token))
  }

  private func add(_ entry: Entry) async throws(Failure) {
    let wasKept = try await file.whileLocked { () throws(Failure) in
      let known = try accounts().entries
      try refuseTakenName(entry.name, at: entry.server, in: known)
      var entry = entry
      entry.tags = known.named(entry.name)?.tags ?? []
      try store(known.filter { !$0.name.isSameAccount(as: entry.name) } + [entry], current: entry.name)
      return known.named(entry.name)?.place == .keyring
    }
    try? await servers?.remember(entry.name, at: entry.server)
    if wasKept, entry.place != .keyring { await tokenSources.keyring?.forget(entry.name) }
  }

  /// A server chooses the names of its accounts, so it must not replace an account of another server that way.
  func refuseTakenName(_ name: String, at server: String, in known: [Entry]) throws(Failure) {
    if let other = known.named(name), !Self.isSame(other.server, server) {
      throw .takenName(name, server, other.server)
    }
    guard let used = try servers?.server(of: name), !Self.isSame(used, server) else { return }
    throw .usedName(name, server, used)
  }

  /// Makes an account current.
  package func use(_ name: String) async throws(Failure) {
    try await file.whileLocked { () throws(Failure) in
      let entries = try accounts().entries
      guard let entry = entries.named(name) else { throw .notSignedIn(name, entries.map(\.name)) }
      try store(entries, current: entry.name)
    }
  }

  /// Adds tags to an account.
  package func tag(_ name: String, _ tags: [String]) async throws(Failure) {
    try await file.whileLocked { () throws(Failure) in
      let (entries, current) = try accounts()
      guard let place = entries.firstIndex(where: { $0.name.isSameAccount(as: name) }) else {
        throw .notSignedIn(name, entries.map(\.name))
      }
      var tagged = entries
      tagged[place].tags += tags.filter { !entries[place].tags.contains($0) }
      try store(tagged, current: current)
    }
  }

  /// The names of the accounts with a tag; of all for `nil`.
  package func names(tagged tag: String?) throws(Failure) -> [String] {
    try accounts().entries.tagged(tag).map(\.name)
  }

  /// Removes an account and its token.
  package func remove(_ name: String) async throws(Failure) {
    let entry = try await file.whileLocked { () throws(Failure) in
      let (entries, current) = try accounts()
      guard let entry = entries.named(name) else { throw .notSignedIn(name, entries.map(\.name)) }
      try store(
        entries.filter { !$0.name.isSameAccount(as: entry.name) }, current: current == entry.name ? nil : current)
      return entry
    }
    try await servers?.forget(entry.name)
    if entry.place == .keyring { await tokenSources.keyring?.forget(entry.name) }
  }

  private func store(_ entries: [Entry], current: String?) throws(Failure) {
    let json: JSON = [
      "current": current.map(JSON.string) ?? nil, "accounts": .array(entries.map(\.json)),
    ]
    try file.write(json.text + "\n")
  }
}

extension AccountStore {
  /// The credentials of an account, from where they are stored.
  ///
  /// - Throws: ``Failure`` if they are no longer there.
  func credentials(of entry: Entry) async throws(Failure) -> Credentials {
    switch entry.place {
    case .file: if let credentials = entry.credentials { return credentials }
    case .command(let command): return Credentials(token: try await tokenSources.run(command).get())
    case .keyring:
      let text = await tokenSources.keyring?.lookUp(entry.name)
      let json = text.flatMap { try? JSON(parsing: Array($0.utf8)) }
      if let credentials = json.flatMap(Credentials.init(stored:)) { return credentials }
    }
    throw .noToken(entry.name, entry.server)
  }

  private func account(of entry: Entry) async throws(Failure) -> ActingAccount {
    let credentials = try await credentials(of: entry)
    var account = try ActingAccount(
      label: entry.name, server: entry.server, token: credentials.token.accessToken.exposed, domain: entry.domain)
    if let app = credentials.app, credentials.token.refreshToken != nil {
      account.refresher = TokenRefresher(
        credentials.token, server: credentials.authorization(at: account.server, userAgent: userAgent), app: app,
        load: {
          guard let now = try? self.entry(named: entry.name), now.server == entry.server else { return nil }
          return (try? await self.credentials(of: now))?.token
        },
        prepare: { () async throws(UnstoredToken) in
          // A keyring needs no room in the file.
          do throws(Failure) { if entry.place == .file { try file.checkRoom() } } catch {
            throw UnstoredToken(error.message)
          }
        },
        // A lock per account: storing locks the file itself, and renewals of two accounts do not affect each other.
        exclusively: { renewal in
          let lock = PrivateFile("\(file.path).\(Fingerprint(entry.name).hexadecimal.prefix(16))")
          do throws(Failure) {
            // Longer than a request may take, so that only a program that hangs is not waited for.
            try await lock.whileLocked(waitingAtMost: .seconds(150)) { await renewal() }
          } catch {
            // Without the lock two programs may use the same refresh token, but without a token none can work.
            if !Task.isCancelled { await renewal() }
          }
        },
        save: { token async throws(UnstoredToken) in
          do throws(Failure) { try await self.renew(entry.name, at: entry.server, credentials.with(token)) } catch {
            throw UnstoredToken(error.message)
          }
        })
    }
    return account
  }

  /// Replaces the token after a renewal.
  func renew(_ name: String, at server: String, _ credentials: Credentials) async throws(Failure) {
    let known = try accounts().entries.first { $0.name == name && $0.server == server }
    if known?.place == .keyring, await tokenSources.keyring?.keep(name, credentials.stored.text) == true { return }
    try await file.whileLocked { () throws(Failure) in
      let (entries, current) = try accounts()
      let renewed = entries.map { entry in
        guard entry.name == name, entry.server == server else { return entry }
        var renewed = Entry(name, at: server, .file, credentials)
        renewed.tags = entry.tags
        return renewed
      }
      try store(renewed, current: current)
    }
  }
}

extension Failure {
  /// The failure if there are accounts but none is current.
  package static func noneChosen(_ known: [String]) -> Failure {
    let ways = known.map { "tusk use \($0)" }.joined(separator: " or ")
    return Failure(.unauthorized, "no account is selected; select one with: \(ways)")
  }

  fileprivate static func takenName(_ name: String, _ server: String, _ other: String) -> Failure {
    Failure(
      .insecure,
      "\(server) calls the account '\(name)', which is signed in at \(other); to replace it: tusk logout \(name)")
  }

  fileprivate static func notSignedIn(_ name: String, _ known: [String]) -> Failure {
    let others = known.isEmpty ? "nobody is signed in" : "signed-in accounts: \(known.joined(separator: ", "))"
    return Failure(.notFound, "'\(name)' is not signed in; \(others)")
  }

  fileprivate static func noToken(_ name: String, _ server: String) -> Failure {
    Failure(
      .unauthorized, "the Secret Service has no token of \(name), or is locked; sign in with: tusk login \(server)")
  }
}
