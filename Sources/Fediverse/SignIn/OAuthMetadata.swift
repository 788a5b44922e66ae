public import JSONValue

/// What a server says of its authorization (RFC 8414).
public struct OAuthMetadata: Entity, Hashable {
  /// Who the server says it is, which its redirects repeat as `iss`.
  public let issuer: String?
  /// Where people are asked for their consent.
  public let authorizationEndpoint: WebURL?
  /// Where tokens are given.
  public let tokenEndpoint: WebURL?
  /// Where tokens are taken back.
  public let revocationEndpoint: WebURL?
  /// Where clients make themselves known.
  public let appRegistrationEndpoint: WebURL?
  /// The scopes that the server knows.
  public let scopes: [String]
  /// The ways to get a token, such as `authorization_code`.
  public let grantTypes: [String]
  /// The ways to prove that a code comes back to who asked for it, such as `S256`.
  public let challengeMethods: [String]
  /// Whether every redirect says who it comes from.
  public let namesIssuer: Bool

  /// Reads the value; nothing is required, and addresses that are none count as missing.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "metadata")
    issuer = fields.word("issuer")
    authorizationEndpoint = fields.word("authorization_endpoint").flatMap { WebURL($0) }
    tokenEndpoint = fields.word("token_endpoint").flatMap { WebURL($0) }
    revocationEndpoint = fields.word("revocation_endpoint").flatMap { WebURL($0) }
    appRegistrationEndpoint = fields.word("app_registration_endpoint").flatMap { WebURL($0) }
    scopes = fields.texts("scopes_supported")
    grantTypes = fields.texts("grant_types_supported")
    challengeMethods = fields.texts("code_challenge_methods_supported")
    namesIssuer = fields.truth("authorization_response_iss_parameter_supported") ?? false
  }

  /// Whether codes can be bound to who asked for them by a hash (RFC 7636).
  public var provesByHash: Bool { challengeMethods.contains("S256") }
}

extension Client {
  /// What the server says of its authorization; `nil` for servers that say nothing, as old ones do.
  public func oauthMetadata() async throws(FediverseError) -> OAuthMetadata? {
    do throws(FediverseError) {
      return try await perform(.get("/.well-known/oauth-authorization-server")).entity()
    } catch {
      switch error.kind {
      // Servers without it answer in many ways, with a web page among them, or lead to one.
      case .malformed, .rejected, .notFound, .unauthorized, .forbidden, .unsupported: return nil
      case .network, .timedOut, .canceled, .rateLimited, .server, .insecure, .tooLarge: throw error
      }
    }
  }
}
