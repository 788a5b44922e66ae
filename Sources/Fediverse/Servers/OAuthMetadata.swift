import JSONValue

/// What a server tells of how to sign in, as RFC 8414 has it.
///
/// An endpoint of another house, or one that TLS does not guard, is left out: whoever sends it a code or a token would
/// give it away.
public struct OAuthMetadata: Sendable, Hashable {
  /// Where people are asked whether they agree.
  public let authorizationEndpoint: WebURL?
  /// Where a code becomes a token.
  public let tokenEndpoint: WebURL?
  /// Where a token is made worthless.
  public let revocationEndpoint: WebURL?
  /// Where a program introduces itself.
  public let registrationEndpoint: WebURL?
  /// Where it is told who is signed in.
  public let userInfoEndpoint: WebURL?
  /// What may be asked for.
  public let scopes: [String]
  /// The ways to a token.
  public let grantTypes: [String]
  /// What comes back from the place where people agree.
  public let responseTypes: [String]
  /// The ways in which a code is bound to who asked for it (PKCE).
  public let challengeMethods: [String]

  /// Whether a code can be bound to who asked for it by a SHA-256 digest.
  public var supportsPKCE: Bool { challengeMethods.contains("S256") }

  /// Reads what the server sent; `nil` where it is no object.
  init?(json: JSON, of server: ServerAddress) {
    guard let fields = try? FieldReader(json, as: "metadata") else { return nil }
    let endpoint: (String) -> WebURL? = { name in
      guard let url = fields.word(name).flatMap(WebURL.init) else { return nil }
      return url.origin.isSafe(beside: server) && url.origin.isInHouse(of: server) ? url : nil
    }
    authorizationEndpoint = endpoint("authorization_endpoint")
    tokenEndpoint = endpoint("token_endpoint")
    revocationEndpoint = endpoint("revocation_endpoint")
    registrationEndpoint = endpoint("registration_endpoint") ?? endpoint("app_registration_endpoint")
    userInfoEndpoint = endpoint("userinfo_endpoint")
    scopes = fields.texts("scopes_supported")
    grantTypes = fields.texts("grant_types_supported")
    responseTypes = fields.texts("response_types_supported")
    challengeMethods = fields.texts("code_challenge_methods_supported")
  }

  /// The metadata as the server would have sent them, without what was left out.
  var json: JSON {
    let endpoints = [
      ("authorization_endpoint", authorizationEndpoint), ("token_endpoint", tokenEndpoint),
      ("revocation_endpoint", revocationEndpoint), ("registration_endpoint", registrationEndpoint),
      ("userinfo_endpoint", userInfoEndpoint),
    ]
    let lists = [
      ("scopes_supported", scopes), ("grant_types_supported", grantTypes), ("response_types_supported", responseTypes),
      ("code_challenge_methods_supported", challengeMethods),
    ]
    var object = JSON.Object()
    for (name, url) in endpoints { object[name] = url.map { .string($0.description) } }
    for (name, values) in lists where !values.isEmpty { object[name] = .array(values.map(JSON.string)) }
    return .object(object)
  }
}
