extension Client {
  /// Finds accounts and statuses by name or address.
  public var resolver: Resolver { Resolver(client: self) }
}

/// Finds accounts and statuses by name or address, as the server knows them.
public struct Resolver: Sendable {
  let client: Client

  /// Finds an account by its name: `user` or `user@domain`, with or without a leading `@`.
  public func account(named text: String) async throws(FediverseError) -> Account {
    guard let name = AccountName(text, client: client) else { throw .noName(text, client.server) }
    if let account = try await found({ () throws(FediverseError) in try await client.accounts.lookup(name.query) }),
      account.username.lowercased() == name.user
    {
      return account
    }
    if let account = try await searched(name) { return account }
    // Pleroma accepts a name as an identifier; on other servers a name of digits may be another account's identifier.
    if let account = try await found({ () throws(FediverseError) in try await client.accounts.account(name.query) }),
      name.matches(account)
    {
      return account
    }
    throw .notFound("account '\(name.query)'", client.server)
  }

  /// Finds the account with this URL or ActivityPub identifier.
  public func account(at text: String) async throws(FediverseError) -> Account {
    guard let url = WebURL(text) else { throw .noURL(text, client.server) }
    if let account = try await localAccount(at: url) { return account }
    let accounts = try await search(url.description, .accounts)?.accounts.elements ?? []
    if let account = accounts.first(where: url.names) { return account }
    // Before Mastodon 4.2 accounts have no `uri`, so host and name must be enough.
    if accounts.count == 1, let only = accounts.first, url.mayName(only) { return only }
    throw .notFound("account '\(url.description.oneLine(limit: 200))'", client.server)
  }

  /// Finds the status with this URL or ActivityPub identifier.
  public func status(at text: String) async throws(FediverseError) -> Status {
    guard let url = WebURL(text) else { throw .noURL(text, client.server) }
    if client.isHome(of: url), let id = url.segments.last {
      let status = try await found { () throws(FediverseError) in try await client.statuses.status(id) }
      if let status, url.names(status) || url.isPage(of: status, on: client) { return status }
    }
    let statuses = try await search(url.description, .statuses)?.statuses.elements ?? []
    guard let status = statuses.first(where: url.names) else {
      throw .notFound("status '\(url.description.oneLine(limit: 200))'", client.server)
    }
    return status
  }

  /// Finds the account of a page on this server: `/@user`, `/@user@domain` or `/users/user`.
  private func localAccount(at url: WebURL) async throws(FediverseError) -> Account? {
    guard
      client.isHome(of: url), let last = url.segments.last,
      let name = AccountName(last, client: client)
    else { return nil }
    let account = try await found { () throws(FediverseError) in try await client.accounts.lookup(name.query) }
    guard let account, url.names(account) || name.matches(account) && last.hasPrefix("@") else { return nil }
    return account
  }

  private func searched(_ name: AccountName) async throws(FediverseError) -> Account? {
    let accounts = try await search("@" + name.query, .accounts)?.accounts.elements ?? []
    return accounts.first(where: name.matches) ?? accounts.first(where: name.mayMatch)
  }

  /// Asks the server to look on other servers only when signed in, because servers refuse it to unauthenticated
  /// clients.
  private func search(_ query: String, _ kind: Client.Search.Kind) async throws(FediverseError) -> SearchResults? {
    try await found { () throws(FediverseError) in
      try await client.search.search(query, kind: kind, resolve: client.isSignedIn, limit: 5)
    }
  }

  /// Returns `nil` if the server has no result or does not support the request.
  private func found<Value>(
    _ ask: () async throws(FediverseError) -> Value
  ) async throws(FediverseError) -> Value? {
    do throws(FediverseError) {
      return try await ask()
    } catch {
      switch error.kind {
      case .notFound, .rejected, .unsupported, .malformed: return nil
      case .network, .timedOut, .canceled, .unauthorized, .forbidden, .rateLimited, .server, .insecure, .tooLarge,
        .undecided, .unstored:
        throw error
      }
    }
  }
}

extension FediverseError {
  fileprivate static func notFound(_ subject: String, _ server: ServerAddress) -> FediverseError {
    FediverseError(.notFound, server: server, subject: subject)
  }

  fileprivate static func noName(_ text: String, _ server: ServerAddress) -> FediverseError {
    let detail = "'\(text.oneLine(limit: 80))' is not a user name; write it like 'user@example.social'"
    return FediverseError(.rejected, server: server, request: "the name", detail: detail)
  }

  fileprivate static func noURL(_ text: String, _ server: ServerAddress) -> FediverseError {
    let detail = "'\(text.oneLine(limit: 80))' is not a web address; write it like 'https://example.social/…'"
    return FediverseError(.rejected, server: server, request: "the address", detail: detail)
  }
}
