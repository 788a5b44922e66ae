/// Where a server's authorization is reached.
public struct OAuthEndpoints: Sendable, Hashable {
  /// Where people are asked for their consent.
  public let authorization: WebURL
  /// Where tokens are given.
  public let token: WebURL
  /// Where tokens are taken back.
  public let revocation: WebURL
  /// Where clients make themselves known.
  public let registration: WebURL

  /// The addresses that the server names, as far as they lie in its own house, else those of Mastodon.
  public init(server: ServerAddress, metadata: OAuthMetadata?) {
    func own(_ url: WebURL?, else target: String) -> WebURL {
      guard let url, server.sharesHouse(with: url.origin) else { return WebURL(origin: server, target: target) }
      return url
    }
    authorization = own(metadata?.authorizationEndpoint, else: "/oauth/authorize")
    token = own(metadata?.tokenEndpoint, else: "/oauth/token")
    revocation = own(metadata?.revocationEndpoint, else: "/oauth/revoke")
    registration = own(metadata?.appRegistrationEndpoint, else: "/api/v1/apps")
  }
}

extension ServerAddress {
  /// Whether secrets for this server may go to the other one: it is the same, or above or below it in the names, and
  /// the line is encrypted; on this machine any of its names counts, but no other port.
  func sharesHouse(with other: ServerAddress) -> Bool {
    if isLoopback { return other.isLoopback && effectivePort == other.effectivePort }
    return other.isSafe(beside: self) && other.isSameOrNestedDomain(as: self)
  }
}
