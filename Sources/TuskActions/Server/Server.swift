package import Fediverse
import Synchronization
package import XCallbackURL

/// The server as the actions see it: references in, entities with qualified names out, failures as callbacks tell them.
package struct Server: Sendable {
  var client: Client
  let memory = Memory()
  let streams = StreamHub()
  /// The time in seconds since 1970.
  let now: @Sendable () -> Int
  /// The text by which a repeated request is known; a new one for each request where it is not given.
  package var idempotencyKey: String?
  /// Told of each gap in a stream.
  let tell: @Sendable (Gap) -> Void
  private let alias: String?

  /// - Parameters:
  ///   - alias: what a person calls the server, where that is not its address.
  ///   - now: what tells the time, in seconds since 1970.
  ///   - tell: told of each gap in a stream.
  package init(
    _ client: Client, alias: String? = nil, now: @escaping @Sendable () -> Int = { Timestamp.now().seconds },
    tell: @escaping @Sendable (Gap) -> Void = { _ in }
  ) {
    self.client = client
    self.alias = alias
    self.tell = tell
    self.now = now
  }

  /// What was learned of the account that acts.
  final class Memory: Sendable {
    private let account = Mutex<Account?>(nil)

    var own: Account? {
      get { account.withLock { $0 } }
      set { account.withLock { $0 = newValue } }
    }
  }

  /// An account and its qualified user name.
  package struct Person: Sendable {
    package let account: Account
    package let name: String
  }

  /// A status, what accounts are called, and how its content is wanted.
  package struct StatusView: Sendable {
    package let status: Status
    let names: Names?
    package var keepsHTML: Bool

    init(_ status: Status, names: Names? = nil, keepsHTML: Bool = false) {
      self.status = status
      self.names = names
      self.keepsHTML = keepsHTML
    }

    /// Whoever posted or reblogged it.
    var author: Person? {
      guard let account = status.account, let names else { return nil }
      return Person(account: account, name: names.name(of: account))
    }
  }

  /// A notification, and what accounts are called.
  package struct Notice: Sendable {
    package let notification: Fediverse.Notification
    let names: Names

    /// Whoever caused it.
    var author: Person? { notification.account.map { Person(account: $0, name: names.name(of: $0)) } }

    /// The status that it is about.
    var post: StatusView? { notification.status.map { StatusView($0, names: names) } }
  }

  /// What a search found.
  package struct Findings: Sendable {
    package let people: [Person]
    package let posts: [StatusView]
    package let tags: [Tag]
  }
}

extension Server {
  /// The account that the access token belongs to.
  package func me() async throws(Failure) -> Person {
    do { return try await person(client.accounts.verifyCredentials()) } catch { throw failure(error) }
  }

  /// What a person calls the account that acts: the server is asked where its label does not tell.
  package func name(of account: ActingAccount) async throws(Failure) -> String {
    account.isNamed ? account.label : "@\(try await me().name)"
  }

  package func person(_ reference: AccountReference) async throws(Failure) -> Person {
    do { return try await person(account(reference)) } catch { throw failure(error, about: reference.name) }
  }

  /// Follows the account.
  ///
  /// Like every change it asks the server nothing afterwards, because a failure then would hide that it was made.
  package func follow(_ reference: AccountReference) async throws(Failure) -> Account {
    do {
      let account = try await account(reference)
      _ = try await client.accounts.follow(account.id)
      return account
    } catch {
      throw failure(error, about: reference.name)
    }
  }

  func account(_ reference: AccountReference) async throws(FediverseError) -> Account {
    switch reference {
    case .me: try await own()
    case .id(let id): try await client.accounts.account(id)
    case .url(let url): try await client.resolver.account(at: url)
    case .acct(let name): try await client.resolver.account(named: name)
    }
  }

  func person(_ account: Account) async throws(FediverseError) -> Person {
    Person(account: account, name: try await client.qualifiedName(of: account))
  }
}

extension Server {
  package func post(_ reference: StatusReference) async throws(Failure) -> StatusView {
    do {
      switch reference {
      case .id(let id): return try await post(client.statuses.status(id))
      case .url(let url): return try await post(client.resolver.status(at: url))
      }
    } catch {
      throw failure(error, about: reference.name)
    }
  }

  package func favorite(_ reference: StatusReference) async throws(Failure) -> StatusView {
    do { return StatusView(try await client.statuses.favorite(id(of: reference))) } catch {
      throw failure(error, about: reference.name)
    }
  }

  /// Reblogs the status.
  ///
  /// - Returns: the status that was reblogged, not the reblog.
  package func reblog(_ reference: StatusReference) async throws(Failure) -> StatusView {
    do {
      let reblog = try await client.statuses.reblog(id(of: reference))
      return StatusView(reblog.reblog ?? reblog)
    } catch {
      throw failure(error, about: reference.name)
    }
  }

  func id(of reference: StatusReference) async throws(FediverseError) -> String {
    switch reference {
    case .id(let id): id
    case .url(let url): try await client.resolver.status(at: url).id
    }
  }

  func post(_ status: Status) async throws(FediverseError) -> StatusView {
    StatusView(status, names: try await names())
  }

  /// A key that tells a server that two posts are one; 128 random bits.
  static func freshKey() -> String {
    var random = SystemRandomNumberGenerator()
    return "\(String(random.next(), radix: 16))-\(String(random.next(), radix: 16))"
  }
}

extension Server {
  package func notice(_ id: String) async throws(Failure) -> Notice {
    do { return try await notice(client.notifications.notification(id)) } catch {
      throw failure(error, about: "notification '\(id)'")
    }
  }

  package func dismiss(_ id: String) async throws(Failure) {
    do { try await client.notifications.dismiss(id) } catch { throw failure(error) }
  }

  package func dismissAll() async throws(Failure) {
    do { try await client.notifications.dismissAll() } catch { throw failure(error) }
  }

  private func notice(_ notification: Fediverse.Notification) async throws(FediverseError) -> Notice {
    Notice(notification: notification, names: try await names())
  }
}

extension Server {
  package func instance() async throws(Failure) -> Instance {
    do { return try await client.instance.instance() } catch { throw failure(error) }
  }

  package func search(_ query: String) async throws(Failure) -> Findings {
    do {
      let found = try await client.search.search(query, kind: nil, resolve: false, limit: nil)
      var people: [Person] = []
      for account in found.accounts.elements { people.append(try await person(account)) }
      var posts: [StatusView] = []
      for status in found.statuses.elements { posts.append(try await post(status)) }
      return Findings(people: people, posts: posts, tags: found.tags.elements)
    } catch {
      throw failure(error)
    }
  }
}

extension Server {
  /// The failure as a callback tells it; the server's own text is part of the message.
  ///
  /// - Parameter subject: what was asked for by its identifier, for which a server only says that nothing is there.
  func failure(_ error: FediverseError, about subject: String? = nil) -> Failure {
    var message = error.description
    if let subject, error.kind == .notFound, error.subject == nil {
      message = "\(error.server) has no \(subject)" + (error.serverText.map { ": \($0)" } ?? "")
    }
    if let alias { message = message.replacing(error.server, with: alias) }
    // The sandbox gives its own token, which nobody signs in for.
    if alias == nil, let scope = error.missingScope { message += Self.wayToScope(scope, error.server) }
    return Failure(error.outcomeUnknown ? .unknownOutcome : Failure.code(error.kind), message)
  }
}

extension Server {
  /// What helps where a token lacks a scope; what administrates is not asked for by itself.
  private static func wayToScope(_ scope: String, _ server: String) -> String {
    let words = scope.hasPrefix("admin:") ? " --scopes 'read write admin:read admin:write'" : ""
    return "; it lacks \(scope), so sign in again with: tusk login \(server)\(words)"
  }
}

extension AccountReference {
  /// What a person calls it, where it is an identifier.
  var name: String? {
    guard case .id(let id) = self else { return nil }
    return "account '\(id)'"
  }
}

extension StatusReference {
  /// What a person calls it, where it is an identifier.
  var name: String? {
    guard case .id(let id) = self else { return nil }
    return "status '\(id)'"
  }
}

extension Failure {
  static func code(_ kind: FediverseError.Kind) -> Code {
    switch kind {
    case .network: .network
    case .insecure: .insecure
    case .timedOut, .canceled: .timedOut
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .rejected: .rejected
    case .rateLimited: .rateLimited
    case .server: .serverFailure
    case .malformed, .tooLarge: .malformedAnswer
    case .unsupported: .unsupported
    }
  }
}
