/// A person's consent on its way: where it is asked for, and what tells that the answer belongs to it.
public struct AuthorizationRequest: Sendable, Hashable {
  /// The redirect of programs that cannot be reached: the server shows the code, and the person carries it over.
  public static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  /// The app that asks.
  public let app: RegisteredApp
  /// The page to be opened in a browser.
  public let url: WebURL
  /// What the answer must repeat.
  let state: Secret
  /// What proves at the exchange that the code was asked for here; `nil` where the server does not ask for proof.
  let verifier: Secret?
  /// Who the answer must come from, where it says so.
  let issuer: String?
  let namesIssuer: Bool

  /// - Parameters:
  ///   - endpoint: the server's page of consent.
  ///   - forcesLogin: whether the server is to ask who it is, although the browser is signed in there.
  ///   - secrets: `state` and verifier; new ones but in tests.
  init(
    at endpoint: WebURL, of app: RegisteredApp, metadata: OAuthMetadata?, provesCode: Bool, forcesLogin: Bool,
    secrets: (state: Secret, verifier: Secret) = (.random(bytes: 16), .random(bytes: 32))
  ) {
    var fields = [
      ("client_id", app.clientID), ("redirect_uri", app.redirect), ("response_type", "code"),
      ("scope", app.scopes.description), ("state", secrets.state.exposed),
    ]
    if provesCode {
      fields += [("code_challenge", secrets.verifier.challenge), ("code_challenge_method", "S256")]
    }
    if forcesLogin { fields.append(("force_login", "true")) }
    self.app = app
    url = fields.reduce(endpoint) { $0.setting($1.0, to: $1.1) }
    state = secrets.state
    verifier = provesCode ? secrets.verifier : nil
    issuer = metadata?.issuer
    namesIssuer = metadata?.namesIssuer ?? false
  }

  /// Whether the person carries the code over.
  public var isOutOfBand: Bool { app.redirect == Self.outOfBand }

  /// The code in an answer, once nothing speaks against it.
  ///
  /// - Throws: ``SignInError`` where the answer belongs to another request or another server, or says no.
  public func code(from answer: RedirectAnswer) throws(SignInError) -> Secret {
    // Somebody else's answer is not believed in anything it says, so that the state comes first.
    if let state = answer.state {
      guard self.state.isEqual(to: state) else { throw .wrongState }
    } else {
      guard isOutOfBand else { throw .wrongState }
    }
    try check(answer.issuer)
    if let error = answer.error { throw .refused(error, answer.errorDescription) }
    guard let code = answer.code, !code.exposed.isEmpty else { throw .missingCode }
    return code
  }

  /// RFC 9207: an answer that says who it comes from must come from who was asked.
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
    SignInError(.wrongState, "the answer belongs to another sign-in, so it is not taken; begin again")
  }

  fileprivate static func wrongIssuer(_ named: String?) -> SignInError {
    let whom = named.map { "'\($0.oneLine(limit: 100))'" } ?? "a server that does not say who it is"
    return SignInError(.wrongIssuer, "the answer comes from \(whom), which was not asked, so it is not taken")
  }

  fileprivate static var missingCode: SignInError {
    SignInError(.missingCode, "the server sent no code with its answer")
  }

  /// The errors of RFC 6749 section 4.1.2.1, and what servers add.
  fileprivate static func refused(_ error: String, _ description: String?) -> SignInError {
    let text = description.map { $0.oneLine(limit: 300) } ?? ""
    guard error == "access_denied" else {
      let reason = text.isEmpty ? error.oneLine(limit: 100) : "\(text) (\(error.oneLine(limit: 100)))"
      return SignInError(.refused, "the server refused the sign-in: \(reason)")
    }
    return SignInError(.denied, "the sign-in was denied" + (text.isEmpty ? "" : ": \(text)"))
  }
}
