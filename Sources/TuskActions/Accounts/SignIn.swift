import Fediverse
package import XCallbackURL

/// The way from a server's name to an account that commands can act as.
package struct SignIn: Sendable {
  private let account: ActingAccount
  private let scopes: String?
  private let store: AccountStore
  private let registrations: AppRegistrations
  private let userAgent: String
  /// What the server is asked by until there is a token.
  var transport: any Transport = HTTPTransport()

  /// - Parameters:
  ///   - server: an address as people write it.
  ///   - scopes: what the token is to allow; `nil` for what this program can use.
  ///   - store: where the account is kept.
  ///   - registrations: where is kept what servers know this program as.
  /// - Throws: ``Failure`` where the address is none, or the line would be open.
  package init(
    to server: String, scopes: String? = nil, store: AccountStore, registrations: AppRegistrations, userAgent: String
  ) throws(Failure) {
    account = try ActingAccount(label: nil, server: server, token: "")
    self.scopes = scopes
    self.store = store
    self.registrations = registrations
    self.userAgent = userAgent
  }

  /// How a sign-in ended.
  package enum Ending: Sendable {
    /// The account of this name is kept, and its token lies there.
    case signedIn(name: String, AccountStore.Place)
    /// The person said no.
    case denied(String)
  }

  /// A consent that is waited for.
  package struct Pending: Sendable {
    /// The page to be opened in a browser.
    package var page: String { request.url.description }
    fileprivate let request: AuthorizationRequest
    fileprivate let authorization: OAuthServer
    fileprivate let listener: RedirectListener?
    /// What the person should know before they consent; `nil` where there is nothing.
    package let caution: String?
  }

  /// Makes the program known to the server and prepares for the answer.
  ///
  /// - Parameter isOutOfBand: whether the person carries the code over, because the browser runs elsewhere.
  package func begin(isOutOfBand: Bool) async throws(Failure) -> Pending {
    let (base, profile) = try await interface()
    let authorization: OAuthServer
    do {
      authorization = try await OAuthServer.discover(at: base, transport: transport, userAgent: userAgent)
    } catch {
      throw Failure(error)
    }
    let isKnown = try store.accounts().entries.contains { $0.server == base.baseURL }
    let scopes = scopes.map { OAuthScopes($0) } ?? .standard(for: authorization.metadata)
    var listener: RedirectListener?
    do throws(SignInError) {
      if !isOutOfBand { listener = try await RedirectListener.open(for: "Tusk") }
    } catch {
      throw Failure(error)
    }
    let redirect = listener?.redirect ?? AuthorizationRequest.outOfBand
    do {
      let app = try await app(at: authorization, scopes, redirect)
      let request = authorization.authorization(of: app, forcesLogin: isKnown, flavor: profile?.flavor)
      return Pending(
        request: request, authorization: authorization, listener: listener, caution: profile?.cautionAboutScopes)
    } catch {
      await listener?.close()
      throw error
    }
  }

  /// Waits for the answer that the browser brings.
  package func answer(to pending: Pending) async throws(Failure) -> Ending {
    let code: Secret
    do throws(SignInError) {
      guard let listener = pending.listener else { return .denied("nobody waits for a browser") }
      code = try await pending.request.code(from: listener.response())
    } catch {
      return try Self.ending(error)
    }
    return try await finish(pending, code)
  }

  /// Takes the code that the person carried over.
  package func answer(to pending: Pending, pasted text: String) async throws(Failure) -> Ending {
    let code: Secret
    do throws(SignInError) {
      code = try pending.request.code(from: AuthorizationResponse(pasted: text))
    } catch {
      return try Self.ending(error)
    }
    return try await finish(pending, code)
  }

  /// Signs in with a token that was got elsewhere.
  package func take(token: String) async throws(Failure) -> Ending {
    try await keep(token, at: interface().base) { name, account throws(Failure) in
      try store.add(name: name, account: account, credentials: Credentials(token: token))
    }
  }

  /// Signs in with a token that a command prints, each time that it is wanted.
  ///
  /// - Parameter token: what it printed now.
  package func take(command: String, printing token: String) async throws(Failure) -> Ending {
    try await keep(token, at: interface().base) { name, account throws(Failure) in
      try store.add(name: name, account: account, command: command)
      return .command(command)
    }
  }

  /// Where the server's interface is, which need not be the domain of its accounts, and what the server is.
  private func interface() async throws(Failure) -> (base: ServerAddress, profile: ServerProfile?) {
    do {
      let profile = try await Client(server: account.server, transport: transport, userAgent: userAgent).profile()
      return (profile.apiBase, profile)
    } catch {
      // A server may keep what it is to those who are signed in.
      let silences: [FediverseError.Kind] = [.unauthorized, .forbidden, .notFound, .rejected, .malformed]
      guard silences.contains(error.kind) else { throw Failure(error) }
      return (account.server, nil)
    }
  }

  private func app(
    at authorization: OAuthServer, _ scopes: OAuthScopes, _ redirect: String
  ) async throws(Failure) -> RegisteredApp {
    if let known = registrations.app(at: authorization.server, scopes: scopes, redirect: redirect) { return known }
    let app: RegisteredApp
    do {
      app = try await authorization.register(name: "Tusk", redirect: redirect, scopes: scopes)
    } catch {
      throw Failure(error)
    }
    // A redirect to a port that was free just now does not come again.
    if redirect == AuthorizationRequest.outOfBand { try registrations.add(app, at: authorization.server) }
    return app
  }

  private func finish(_ pending: Pending, _ code: Secret) async throws(Failure) -> Ending {
    let app = pending.request.app
    let token: OAuthToken
    do {
      token = try await pending.authorization.token(for: code, of: pending.request)
    } catch {
      // A server that does not know the app any more is told of it anew the next time.
      if error.kind == .unauthorized { try? registrations.remove(app, at: pending.authorization.server) }
      throw Failure(error)
    }
    let credentials = Credentials(token, of: app, from: pending.authorization)
    return try await keep(token.accessToken.exposed, at: pending.authorization.server) {
      name, account throws(Failure) in
      try store.add(name: name, account: account, credentials: credentials)
    }
  }

  /// Keeps an account once the server has said whose the token is.
  private func keep(
    _ token: String, at base: ServerAddress, _ add: (String, ActingAccount) throws(Failure) -> AccountStore.Place
  ) async throws(Failure) -> Ending {
    let acting = try ActingAccount(label: nil, server: base.baseURL, token: token)
    let name = "@\(try await Server(acting, userAgent: userAgent).me().name)"
    return .signedIn(name: name, try add(name, acting))
  }

  private static func ending(_ error: SignInError) throws(Failure) -> Ending {
    guard error.kind == .denied else { throw Failure(error) }
    return .denied(error.description)
  }
}

extension ServerProfile {
  fileprivate var cautionAboutScopes: String? {
    guard ignoresScopes else { return nil }
    return "\(softwareTitle) ignores scopes: this token has full access to the account"
  }
}

extension Failure {
  init(_ error: FediverseError) {
    self.init(error.outcomeUnknown ? .unknownOutcome : Failure.code(error.kind), error.description)
  }

  fileprivate init(_ error: SignInError) {
    let code: Code =
      switch error.kind {
      case .denied: .forbidden
      case .refused: .rejected
      case .wrongState, .wrongIssuer: .insecure
      case .missingCode, .malformed: .malformedAnswer
      case .timedOut, .canceled: .timedOut
      case .noListener: .unsupported
      }
    self.init(code, error.description)
  }
}
