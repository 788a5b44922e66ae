public import JSONValue

/// A token with its expiry and refresh token, as issued by a server.
public struct OAuthToken: Entity, Hashable {
  /// The token that requests carry.
  public let accessToken: AccessToken
  /// The refresh token, if the token expires.
  public let refreshToken: Secret?
  /// The lifetime in seconds from ``obtainedAt``; `nil` if the token does not expire.
  public let lifetime: Int?
  /// When the token was issued.
  public let obtainedAt: Timestamp
  /// The scopes of the token, if the server sent them.
  public let scopes: OAuthScopes?
  /// The URL of the account, if the server sent it.
  public let accountURL: String?

  /// Creates a token obtained elsewhere, without expiry.
  public init(_ token: AccessToken, obtainedAt: Timestamp) {
    accessToken = token
    refreshToken = nil
    lifetime = nil
    self.obtainedAt = obtainedAt
    scopes = nil
    accountURL = nil
  }

  /// Reads a response of the token endpoint, or the value of ``stored``.
  ///
  /// - Throws: ``ShapeError`` if the access token is missing.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "token")
    let text = try fields.word("access_token", or: "a token")
    accessToken = AccessToken(text)
    refreshToken = fields.word("refresh_token").map { Secret($0) }
    lifetime = fields.count("expires_in").flatMap { $0 > 0 ? $0 : nil }
    obtainedAt = fields.time("obtained_at") ?? fields.time("created_at") ?? .now()
    scopes = OAuthScopes(json: fields["scope"])
    accountURL = fields.word("me")
  }

  private init(_ other: OAuthToken, obtainedAt: Timestamp, refreshToken: Secret?) {
    accessToken = other.accessToken
    lifetime = other.lifetime
    scopes = other.scopes
    accountURL = other.accountURL
    self.obtainedAt = obtainedAt
    self.refreshToken = refreshToken
  }

  /// The token as received now; its lifetime is measured by the local clock.
  ///
  /// - Parameter previous: the token it replaces, whose refresh token remains valid if the response has none.
  func received(at now: Timestamp, inPlaceOf previous: OAuthToken? = nil) -> OAuthToken {
    OAuthToken(self, obtainedAt: now, refreshToken: refreshToken ?? previous?.refreshToken)
  }

  /// The token with its secrets, to be stored where nobody else can read it.
  public var stored: JSON {
    var object: JSON.Object = ["access_token": .string(accessToken.exposed), "obtained_at": .int(obtainedAt.seconds)]
    if let refreshToken { object["refresh_token"] = .string(refreshToken.exposed) }
    if let lifetime { object["expires_in"] = .int(lifetime) }
    if let scopes { object["scope"] = .string(scopes.description) }
    if let accountURL { object["me"] = .string(accountURL) }
    return .object(object)
  }

  /// When the token expires.
  public var expiresAt: Timestamp? { moment(atPercent: 100) }

  /// When the token should be refreshed: after 80 % of its lifetime; `nil` if it cannot be.
  public var refreshDue: Timestamp? { refreshToken == nil ? nil : moment(atPercent: 80) }

  private func moment(atPercent percent: Int) -> Timestamp? {
    lifetime.map {
      Timestamp(
        seconds: obtainedAt.seconds + min($0, Self.century) / 100 * percent
          + min($0, Self.century) % 100 * percent / 100)
    }
  }

  /// An upper bound for lifetimes: some servers send a huge number for "never".
  private static let century = 100 * 366 * 86_400
}
