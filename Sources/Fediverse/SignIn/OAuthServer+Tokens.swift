extension OAuthServer {
  /// Exchanges a code for a token.
  ///
  /// - Parameters:
  ///   - code: what the answer to the request brought, see ``AuthorizationRequest/code(from:)``.
  ///   - request: the request that was answered.
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

  /// Exchanges what renews a token for the next one.
  ///
  /// - Parameters:
  ///   - token: the token that ends.
  ///   - app: the app that it was given to.
  /// - Throws: ``FediverseError``, of the kind `unsupported` where there is nothing to renew it with.
  public func refreshed(_ token: OAuthToken, of app: RegisteredApp) async throws(FediverseError) -> OAuthToken {
    guard let refreshToken = token.refreshToken else { throw .notRenewable(server) }
    let fields = [("grant_type", "refresh_token"), ("refresh_token", refreshToken.exposed)] + app.credentials
    let secrets = [refreshToken, app.clientSecret, Secret(token.accessToken.exposed)]
    return try await self.token(fields, hiding: secrets, inPlaceOf: token)
  }

  /// A token for the app itself, without any account.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - scopes: what the token is to allow; all that the app may ask for where none are given.
  public func appToken(
    for app: RegisteredApp, scopes: OAuthScopes? = nil
  ) async throws(FediverseError) -> OAuthToken {
    let fields =
      [("grant_type", "client_credentials")] + app.credentials
      + [("redirect_uri", app.redirect), ("scope", (scopes ?? app.scopes).description)]
    return try await token(fields, hiding: [app.clientSecret])
  }

  /// Takes a token back, so that nobody can use it any more.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - app: the app that it was given to.
  public func revoke(_ token: AccessToken, of app: RegisteredApp) async throws(FediverseError) {
    let fields = app.credentials + [("token", token.exposed)]
    let secrets = [token.exposed, app.clientSecret?.exposed ?? ""]
    _ = try await post(endpoints.revocation, fields, hiding: secrets)
  }

  /// Whom the server takes the bearer of a token for.
  public func app(of token: AccessToken) async throws(FediverseError) -> AppDescription {
    try await client(with: token).perform(.get("/api/v1/apps/verify_credentials")).entity()
  }

  private func token(
    _ fields: [(name: String, value: String)], hiding secrets: [Secret?], inPlaceOf previous: OAuthToken? = nil
  ) async throws(FediverseError) -> OAuthToken {
    let answer = try await post(endpoints.token, fields, hiding: secrets.compactMap { $0?.exposed })
    let token: OAuthToken = try answer.entity()
    return token.received(at: clock(), inPlaceOf: previous)
  }
}

extension FediverseError {
  fileprivate static func notRenewable(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "the server gave nothing to renew the token with")
  }
}
