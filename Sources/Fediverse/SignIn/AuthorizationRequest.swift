/// An OAuth authorization request (RFC 6749 section 4.1.1): the page to open, and the secrets that verify the response.
public struct AuthorizationRequest: Sendable, Hashable {
  /// The redirect URI for apps without a listener: the server shows the code, and the person pastes it.
  public static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  /// The app that asks for authorization.
  public let app: RegisteredApp
  /// The URL to open in a browser.
  public let url: WebURL
  /// The `state` that the response must repeat.
  let state: Secret
  /// The PKCE code verifier (RFC 7636), sent with the code; `nil` if the server does not support PKCE.
  let verifier: Secret?
  /// The issuer that the response must name, if it names one (RFC 9207).
  let issuer: String?
  let namesIssuer: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - endpoint: the authorization endpoint.
  ///   - forcesLogin: whether the server asks for a login even if the browser is signed in.
  ///   - secrets: the state and the code verifier; random except in tests.
  init(
    at endpoint: WebURL, of app: RegisteredApp, metadata: OAuthMetadata?, usesPKCE: Bool, forcesLogin: Bool,
    secrets: (state: Secret, verifier: Secret) = (.random(bytes: 16), .random(bytes: 32))
  ) {
    var fields = [
      ("client_id", app.clientID), ("redirect_uri", app.redirect), ("response_type", "code"),
      ("scope", app.scopes.description), ("state", secrets.state.exposed),
    ]
    if usesPKCE {
      fields += [("code_challenge", secrets.verifier.challenge), ("code_challenge_method", "S256")]
    }
    if forcesLogin { fields.append(("force_login", "true")) }
    self.app = app
    url = fields.reduce(endpoint) { $0.setting($1.0, to: $1.1) }
    state = secrets.state
    verifier = usesPKCE ? secrets.verifier : nil
    issuer = metadata?.issuer
    namesIssuer = metadata?.namesIssuer ?? false
  }

  /// Whether the person has to paste the code.
  public var isOutOfBand: Bool { app.redirect == Self.outOfBand }

  /// Verifies a response and returns its code.
  ///
  /// - Throws: ``SignInError`` if the response belongs to another request or server, reports an error, or has no code.
  public func code(from response: AuthorizationResponse) throws(SignInError) -> Secret {
    // The state is checked first, because nothing in a forged response can be trusted.
    if let state = response.state {
      guard self.state.isEqual(to: state) else { throw .wrongState }
    } else {
      guard isOutOfBand else { throw .wrongState }
    }
    try check(response.issuer)
    if let error = response.error { throw .refused(error, response.errorDescription) }
    guard let code = response.code, !code.exposed.isEmpty else { throw .missingCode }
    return code
  }

  /// RFC 9207: a response that names its issuer must name the server that was asked.
  private func check(_ named: String?) throws(SignInError) {
    guard let named else {
      guard !namesIssuer || isOutOfBand else { throw .wrongIssuer(nil) }
      return
    }
    let expected = issuer ?? url.origin.baseURL
    guard Self.withoutSlash(named) == Self.withoutSlash(expected) else { throw .wrongIssuer(named) }
  }

  private static func withoutSlash(_ text: String) -> Substring {
    text.hasSuffix("/") ? text.dropLast() : text[...]
  }
}

extension SignInError {
  fileprivate static var wrongState: SignInError {
    SignInError(.wrongState, "the response belongs to another sign-in and was rejected; start again")
  }

  fileprivate static func wrongIssuer(_ named: String?) -> SignInError {
    let whom = named.map { "'\($0.oneLine(limit: 100))'" } ?? "an unnamed server"
    return SignInError(
      .wrongIssuer, "the response comes from \(whom) instead of the server that was asked, and was rejected")
  }

  fileprivate static var missingCode: SignInError {
    SignInError(.missingCode, "the server's response contains no code")
  }

  /// Errors of RFC 6749 section 4.1.2.1, and server-specific ones.
  fileprivate static func refused(_ error: String, _ description: String?) -> SignInError {
    let text = description.map { $0.oneLine(limit: 300) } ?? ""
    guard error == "access_denied" else {
      let reason = text.isEmpty ? error.oneLine(limit: 100) : "\(text) (\(error.oneLine(limit: 100)))"
      return SignInError(.refused, "the server refused the sign-in: \(reason)")
    }
    return SignInError(.denied, "the sign-in was denied" + (text.isEmpty ? "" : ": \(text)"))
  }
}
