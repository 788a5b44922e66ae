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
  fileprivate static func notRenewable(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "the server issued no refresh token")
  }
}
