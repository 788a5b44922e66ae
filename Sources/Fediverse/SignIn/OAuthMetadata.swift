public import JSONValue

/// The OAuth metadata of a server (RFC 8414).
public struct OAuthMetadata: Entity, Hashable {
  /// The issuer identifier, repeated as `iss` in redirects.
  public let issuer: String?
  /// The authorization endpoint.
  public let authorizationEndpoint: WebURL?
  /// The token endpoint.
  public let tokenEndpoint: WebURL?
  /// The revocation endpoint (RFC 7009).
  public let revocationEndpoint: WebURL?
  /// The endpoint that registers apps (a Mastodon extension).
  public let appRegistrationEndpoint: WebURL?
  /// The supported scopes.
  public let scopes: [String]
  /// The supported grant types, such as `authorization_code`.
  public let grantTypes: [String]
  /// The supported PKCE methods (RFC 7636), such as `S256`.
  public let challengeMethods: [String]
  /// Whether redirects name the issuer (RFC 9207).
  public let namesIssuer: Bool

  /// Reads the value; nothing is required, and invalid URLs count as missing.
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

  /// Whether the server supports PKCE with SHA-256 (RFC 7636).
  public var supportsPKCE: Bool { challengeMethods.contains("S256") }
}

extension Client {
  /// Fetches the OAuth metadata; `nil` if the server publishes none, as old versions do.
  ///
  /// - Throws: ``FediverseError`` if the server cannot be reached or fails.
  public func oauthMetadata() async throws(FediverseError) -> OAuthMetadata? {
    do throws(FediverseError) {
      return try await perform(.get("/.well-known/oauth-authorization-server")).entity()
    } catch {
      switch error.kind {
      // Servers without metadata respond in many ways, for example with a web page or a redirect to one.
      case .malformed, .rejected, .notFound, .unauthorized, .forbidden, .unsupported: return nil
      case .network, .timedOut, .canceled, .rateLimited, .server, .insecure, .tooLarge, .undecided, .unstored:
        throw error
      }
    }
  }
}

extension OAuthMetadata {
  /// Reads the metadata of a server, without endpoints on unrelated hosts or without TLS, because codes and tokens sent
  /// there would leak.
  init?(json: JSON, of server: ServerAddress) {
    guard var object = json.object else { return nil }
    for (name, value) in object.members where name.hasSuffix("_endpoint") {
      let origin = value.string.flatMap(WebURL.init)?.origin
      let isKept = origin.map { $0.isSafe(beside: server) && $0.isSameSite(as: server) } ?? false
      if !isKept { object[name] = nil }
    }
    do throws(ShapeError) { try self.init(json: .object(object)) } catch { return nil }
  }

  /// The metadata in the server's format, without the endpoints that were dropped.
  var json: JSON {
    let texts = [
      ("issuer", issuer), ("authorization_endpoint", authorizationEndpoint?.description),
      ("token_endpoint", tokenEndpoint?.description), ("revocation_endpoint", revocationEndpoint?.description),
      ("app_registration_endpoint", appRegistrationEndpoint?.description),
    ]
    let lists = [
      ("scopes_supported", scopes), ("grant_types_supported", grantTypes),
      ("code_challenge_methods_supported", challengeMethods),
    ]
    var object: JSON.Object = ["authorization_response_iss_parameter_supported": .bool(namesIssuer)]
    for (name, text) in texts { object[name] = text.map(JSON.string) }
    for (name, values) in lists where !values.isEmpty { object[name] = .array(values.map(JSON.string)) }
    return .object(object)
  }
}

/// The OAuth endpoints of a server.
public struct OAuthEndpoints: Sendable, Hashable {
  /// The authorization endpoint, to be opened in a browser.
  public let authorization: WebURL
  /// The token endpoint.
  public let token: WebURL
  /// The revocation endpoint (RFC 7009).
  public let revocation: WebURL
  /// The endpoint that registers apps.
  public let registration: WebURL

  /// Creates the endpoints from metadata; those on unrelated hosts are replaced by Mastodon's paths on the server
  /// itself.
  public init(server: ServerAddress, metadata: OAuthMetadata?) {
    func own(_ url: WebURL?, else target: String) -> WebURL {
      guard let url, server.mayShareSecrets(with: url.origin) else { return WebURL(origin: server, target: target) }
      return url
    }
    authorization = own(metadata?.authorizationEndpoint, else: "/oauth/authorize")
    token = own(metadata?.tokenEndpoint, else: "/oauth/token")
    revocation = own(metadata?.revocationEndpoint, else: "/oauth/revoke")
    registration = own(metadata?.appRegistrationEndpoint, else: "/api/v1/apps")
  }
}

extension ServerAddress {
  /// Whether secrets of this server may be sent to the other address: the same host or a parent or child domain of it,
  /// over TLS; on this machine, any loopback name with the same port.
  func mayShareSecrets(with other: ServerAddress) -> Bool {
    if isLoopback { return other.isLoopback && effectivePort == other.effectivePort }
    return other.isSafe(beside: self) && other.isSameOrNestedDomain(as: self)
  }
}
