import Fediverse
package import XCallbackURL

/// Signs in to a server and stores the account.
package struct SignIn: Sendable {
  let account: ActingAccount
  private let scopes: String?
  private let store: AccountStore
  let registrations: AppRegistrations
  let userAgent: String
  /// The transport for requests without a token.
  var transport = Trace.transport

  /// - Parameters:
  ///   - server: an address as people write it.
  ///   - scopes: the scopes of the token; `nil` for all that this program uses.
  ///   - store: stores the account.
  ///   - registrations: stores the registration of this program.
  /// - Throws: ``Failure`` if the address is not valid or not encrypted.
  package init(
    to server: String, scopes: String? = nil, store: AccountStore, registrations: AppRegistrations, userAgent: String
  ) throws(Failure) {
    account = try ActingAccount(label: nil, server: server, token: "")
    self.scopes = scopes
    self.store = store
    self.registrations = registrations
    self.userAgent = userAgent
  }

  /// The outcome of a sign-in.
  package enum Ending: Sendable {
    /// The account is stored under this name, with its token in this place.
    case signedIn(name: String, AccountStore.Place)
    /// The person or the server denied it, for this reason.
    case denied(String)
  }

  /// A sign-in that waits for the consent of the person.
  package struct Pending: Sendable {
    /// The page to open in a browser.
    package var page: String { request.url.description }
    fileprivate let request: AuthorizationRequest
    fileprivate let authorization: OAuthServer
    fileprivate let listener: RedirectListener?
    /// A warning to show before consent; `nil` if there is none.
    package let caution: String?
  }

  /// Registers the program at the server and prepares to receive the response.
  ///
  /// - Parameter isOutOfBand: whether the person copies the code, because the browser runs on another machine.
  package func begin(isOutOfBand: Bool) async throws(Failure) -> Pending {
    try registrations.check()
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
        request: request, authorization: authorization, listener: listener, caution: profile?.scopeWarning)
    } catch {
      await listener?.close()
      throw error
    }
  }

  /// Waits for the redirect of the browser.
  package func answer(to pending: Pending) async throws(Failure) -> Ending {
    let code: Secret
    do throws(SignInError) {
      guard let listener = pending.listener else { return .denied("no browser is expected") }
      code = try await pending.request.code(from: listener.response())
    } catch {
      return try Self.ending(error)
    }
    return try await finish(pending, code)
  }

  /// Completes the sign-in with the code that the person copied.
  package func answer(to pending: Pending, pasted text: String) async throws(Failure) -> Ending {
    let code: Secret
    do throws(SignInError) {
      code = try pending.request.code(from: AuthorizationResponse(pasted: text))
    } catch {
      return try Self.ending(error)
    }
    return try await finish(pending, code)
  }

  /// Signs in with a token obtained elsewhere.
  package func take(token: String) async throws(Failure) -> Ending {
    try await keep(token, at: interface().base) { name, account throws(Failure) in
      try await store.add(name: name, account: account, credentials: Credentials(token: token))
    }
  }

  /// Signs in with a token that a command prints each time it is needed.
  ///
  /// - Parameter token: the token that it just printed.
  package func take(command: String, printing token: String) async throws(Failure) -> Ending {
    try await keep(token, at: interface().base) { name, account throws(Failure) in
      try await store.add(name: name, account: account, command: command)
      return .command(command)
    }
  }

  /// The base of the server's API, which may differ from the domain of its accounts, and the server's profile. Nothing is
  /// sent for an account that could not be stored.
  func interface() async throws(Failure) -> (base: ServerAddress, profile: ServerProfile?) {
    try store.check()
    do {
      let profile = try await Client(server: account.server, transport: transport, userAgent: userAgent).profile()
      return (profile.apiBase, profile)
    } catch {
      // Some servers show their profile only to signed-in clients.
      let expected: [FediverseError.Kind] = [.unauthorized, .forbidden, .notFound, .rejected, .malformed]
      guard expected.contains(error.kind) else {
        throw error.kind == .network ? .unreachable(account.server, error) : Failure(error)
      }
      return (account.server, nil)
    }
  }

  func app(
    at authorization: OAuthServer, _ scopes: OAuthScopes, _ redirect: String
  ) async throws(Failure) -> RegisteredApp {
    if let known = try registrations.app(at: authorization.server, scopes: scopes, redirect: redirect) { return known }
    let app: RegisteredApp
    do {
      app = try await authorization.register(name: "Tusk", redirect: redirect, scopes: scopes)
    } catch {
      throw Failure(error)
    }
    // A redirect to a random free port cannot be reused.
    if redirect == AuthorizationRequest.outOfBand { try await registrations.add(app, at: authorization.server) }
    return app
  }

  private func finish(_ pending: Pending, _ code: Secret) async throws(Failure) -> Ending {
    let app = pending.request.app
    let token: OAuthToken
    do {
      token = try await pending.authorization.token(for: code, of: pending.request)
    } catch {
      // If the server has forgotten the app, the next sign-in registers it again.
      if error.kind == .unauthorized { try? await registrations.remove(app, at: pending.authorization.server) }
      throw Failure(error)
    }
    let credentials = Credentials(token, of: app, from: pending.authorization)
    return try await keep(token.accessToken.exposed, at: pending.authorization.server) {
      name, account throws(Failure) in
      try await store.add(name: name, account: account, credentials: credentials)
    }
  }

  /// Stores the account after asking the server which account owns the token.
  private func keep(
    _ token: String, at base: ServerAddress, _ add: (String, ActingAccount) async throws(Failure) -> AccountStore.Place
  ) async throws(Failure) -> Ending {
    let acting = try ActingAccount(label: nil, server: base.baseURL, token: token)
    let name = try await Server(acting, userAgent: userAgent).statedName()
    return .signedIn(name: name, try await add(name, acting))
  }

  private static func ending(_ error: SignInError) throws(Failure) -> Ending {
    guard error.kind == .denied else { throw Failure(error) }
    return .denied(error.description)
  }
}

extension ServerProfile {
  fileprivate var scopeWarning: String? {
    guard ignoresScopes else { return nil }
    return "\(softwareTitle) ignores scopes: this token has full access to the account"
  }
}

extension Failure {
  init(_ error: FediverseError) {
    self.init(error.outcomeUnknown ? .unknownOutcome : Failure.code(error.kind), error.description)
  }

  /// Names the whole address, because people type only a part of it.
  fileprivate static func unreachable(_ server: ServerAddress, _ error: FediverseError) -> Failure {
    let example = server.isLoopback && server.port == nil ? "; for another port: tusk login \(server.baseURL):3000" : ""
    return Failure(.network, "could not reach \(server.urlWithPort)" + (error.detail.map { ": \($0)" } ?? "") + example)
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
