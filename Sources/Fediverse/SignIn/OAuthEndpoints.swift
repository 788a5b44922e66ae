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
