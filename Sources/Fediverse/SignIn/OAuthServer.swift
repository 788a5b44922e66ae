import JSONValue

/// The OAuth endpoints of a server: registering apps, and issuing, refreshing and revoking tokens.
public struct OAuthServer: Sendable {
  /// The server.
  public let server: ServerAddress
  /// The OAuth metadata, if the server publishes it.
  public let metadata: OAuthMetadata?
  /// The addresses of the endpoints.
  public let endpoints: OAuthEndpoints
  let transport: any Transport
  let clock: @Sendable () -> Timestamp
  private let userAgent: String

  /// Creates the authorization server from known metadata.
  ///
  /// - Parameters:
  ///   - server: the server.
  ///   - metadata: the result of ``Client/oauthMetadata()``.
  ///   - transport: the transport that sends the requests.
  ///   - userAgent: the `User-Agent` header.
  ///   - clock: returns the current time, from which the lifetime of tokens is measured.
  public init(
    _ server: ServerAddress, metadata: OAuthMetadata?, transport: any Transport,
    userAgent: String = "swift-fediverse/1.0", clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.server = server
    self.metadata = metadata
    self.transport = transport
    self.userAgent = userAgent
    self.clock = clock
    endpoints = OAuthEndpoints(server: server, metadata: metadata)
  }

  /// Fetches a server's OAuth metadata.
  ///
  /// - Parameters:
  ///   - server: the server.
  ///   - transport: the transport that sends the requests.
  ///   - userAgent: the `User-Agent` header.
  ///   - clock: returns the current time, from which the lifetime of tokens is measured.
  /// - Throws: ``FediverseError`` if the server cannot be reached or fails.
  public static func discover(
    at server: ServerAddress, transport: any Transport, userAgent: String = "swift-fediverse/1.0",
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) async throws(FediverseError) -> OAuthServer {
    let client = Client(server: server, transport: transport, userAgent: userAgent, clock: clock)
    let metadata = try await client.oauthMetadata()
    return OAuthServer(server, metadata: metadata, transport: transport, userAgent: userAgent, clock: clock)
  }

  /// Registers an app with one redirect URI, because servers before Mastodon 4.3 accept no more.
  ///
  /// - Parameters:
  ///   - name: the name of the app on the consent page.
  ///   - redirect: the redirect URI, or ``AuthorizationRequest/outOfBand``.
  ///   - scopes: the scopes that the app may request.
  ///   - website: the website of the app.
  /// - Throws: ``FediverseError`` if the server refuses or does not return a client ID.
  public func register(
    name: String, redirect: String, scopes: OAuthScopes, website: String? = nil
  ) async throws(FediverseError) -> RegisteredApp {
    let fields =
      [("client_name", name), ("redirect_uris", redirect), ("scopes", scopes.description)]
      + (website.map { [("website", $0)] } ?? [])
    let json = try await post(endpoints.registration, fields, hiding: []).json()
    guard let id = json["client_id"]?.string ?? json["client_id"]?.int.map(String.init), !id.isEmpty else {
      throw .noApp(server, json["error"]?.string)
    }
    return RegisteredApp(
      clientID: id, clientSecret: json["client_secret"]?.string.map { Secret($0) }, redirect: redirect, scopes: scopes)
  }

  /// Creates an authorization request.
  ///
  /// - Parameters:
  ///   - app: the app that asks.
  ///   - forcesLogin: whether the server asks for a login even if the browser is signed in, to add a second account.
  ///   - flavor: the server's software, if known; GoToSocial supports PKCE without announcing it.
  public func authorization(
    of app: RegisteredApp, forcesLogin: Bool = false, flavor: Flavor? = nil
  ) -> AuthorizationRequest {
    AuthorizationRequest(
      at: endpoints.authorization, of: app, metadata: metadata,
      usesPKCE: metadata?.supportsPKCE == true || flavor == .gotosocial, forcesLogin: forcesLogin)
  }

  /// Sends a form, and redacts its secrets from any error.
  ///
  /// - Parameter isRepeatable: whether sending it twice does no harm. A second registration does none; a code that was
  ///   used, but whose token was lost, is worthless.
  func post(
    _ url: WebURL, _ fields: [(name: String, value: String)], hiding secrets: [String], isRepeatable: Bool = true
  ) async throws(FediverseError) -> CallResponse {
    let redacted = RedactingTransport(next: transport, secrets: secrets)
    // A person or a request with its own timeout is waiting, so a rate limit is reported at once.
    let client = Client(
      server: url.origin, transport: redacted, userAgent: userAgent, clock: clock,
      policy: RequestPolicy(rate: RatePolicy(.throw)))
    // The query of the endpoint's URL is preserved.
    let parts = url.target.split(separator: "?", maxSplits: 1).map(String.init)
    var call = Call.post(Path(verbatim: url.path), .form(fields))
    call.isRepeatable = isRepeatable
    call.opaqueQuery = parts.count > 1 ? parts[1] : nil
    return try await client.perform(call)
  }

  /// A client of the server with a token.
  func client(with token: AccessToken?) -> Client {
    Client(server: server, token: token, transport: transport, userAgent: userAgent, clock: clock)
  }
}

extension OAuthServer {
  /// Exchanges an authorization code for a token.
  ///
  /// - Parameters:
  ///   - code: the code from ``AuthorizationRequest/code(from:)``.
  ///   - request: the request that the code answers.
  /// - Throws: ``FediverseError`` if the server rejects the code or cannot be reached.
  public func token(
    for code: Secret, of request: AuthorizationRequest
  ) async throws(FediverseError) -> OAuthToken {
    let app = request.app
    var fields: [(name: String, value: String)] =
      [("grant_type", "authorization_code"), ("code", code.exposed)] + app.credentials
      + [("redirect_uri", app.redirect), ("scope", app.scopes.description)]
    if let verifier = request.verifier { fields.append(("code_verifier", verifier.exposed)) }
    return try await token(fields, hiding: [code, request.verifier, app.clientSecret])
  }

  /// Exchanges a refresh token for a new token.
  ///
  /// - Parameters:
  ///   - token: the expiring token.
  ///   - app: the app that it was issued to.
  /// - Throws: ``FediverseError``, of kind `unsupported` if there is no refresh token.
  public func refreshed(_ token: OAuthToken, of app: RegisteredApp) async throws(FediverseError) -> OAuthToken {
    guard let refreshToken = token.refreshToken else { throw .notRenewable(server) }
    let fields = [("grant_type", "refresh_token"), ("refresh_token", refreshToken.exposed)] + app.credentials
    let secrets = [refreshToken, app.clientSecret, Secret(token.accessToken.exposed)]
    return try await self.token(fields, hiding: secrets, inPlaceOf: token)
  }

  /// Requests a token for the app itself, without an account.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - scopes: the scopes of the token; by default all scopes of the app.
  public func appToken(
    for app: RegisteredApp, scopes: OAuthScopes? = nil
  ) async throws(FediverseError) -> OAuthToken {
    let fields =
      [("grant_type", "client_credentials")] + app.credentials
      + [("redirect_uri", app.redirect), ("scope", (scopes ?? app.scopes).description)]
    return try await token(fields, hiding: [app.clientSecret])
  }

  /// Revokes a token (RFC 7009).
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - app: the app that it was issued to.
  public func revoke(_ token: AccessToken, of app: RegisteredApp) async throws(FediverseError) {
    let fields = app.credentials + [("token", token.exposed)]
    let secrets = [token.exposed, app.clientSecret?.exposed ?? ""]
    _ = try await post(endpoints.revocation, fields, hiding: secrets)
  }

  /// Fetches the description of the app that a token belongs to.
  public func app(of token: AccessToken) async throws(FediverseError) -> AppDescription {
    try await client(with: token).perform(.get("/api/v1/apps/verify_credentials")).entity()
  }

  private func token(
    _ fields: [(name: String, value: String)], hiding secrets: [Secret?], inPlaceOf previous: OAuthToken? = nil
  ) async throws(FediverseError) -> OAuthToken {
    // A refresh token that is used twice may count as stolen, which ends every token of the sign-in.
    let response = try await post(
      endpoints.token, fields, hiding: secrets.compactMap { $0?.exposed }, isRepeatable: previous == nil)
    let token: OAuthToken = try response.entity()
    return token.received(at: clock(), inPlaceOf: previous)
  }
}

extension FediverseError {
  fileprivate static func noApp(_ server: ServerAddress, _ text: String?) -> FediverseError {
    FediverseError(
      .malformed, server: server, serverText: text?.oneLine(limit: 300), request: "POST /api/v1/apps",
      detail: "the response contains no client ID")
  }

  fileprivate static func notRenewable(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "the server issued no refresh token")
  }
}
