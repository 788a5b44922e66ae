public import JSONValue

/// A token as a server gave it, with what it takes to have it renewed.
public struct OAuthToken: Entity, Hashable {
  /// What requests carry.
  public let accessToken: AccessToken
  /// What is exchanged for the next token, where this one ends.
  public let refreshToken: Secret?
  /// How many seconds the token is good for from ``obtainedAt`` on; `nil` where it does not end by itself.
  public let lifetime: Int?
  /// When the token was given.
  public let obtainedAt: Timestamp
  /// What the token allows, where the server says it.
  public let scopes: OAuthScopes?
  /// The address of the account, where the server says it.
  public let accountURL: String?

  /// A token that was got elsewhere, of which nothing more is known.
  public init(_ token: AccessToken, obtainedAt: Timestamp) {
    accessToken = token
    refreshToken = nil
    lifetime = nil
    self.obtainedAt = obtainedAt
    scopes = nil
    accountURL = nil
  }

  /// Reads an answer of the token endpoint, or what ``stored`` gave.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "token")
    guard let text = fields.word("access_token") else {
      throw ShapeError(path: "token.access_token", expected: "a token")
    }
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

  /// The token as it came just now, by this machine's clock, which the life of the token is measured with.
  ///
  /// - Parameter previous: the token that it takes the place of; a server need not repeat what renews both.
  func received(at now: Timestamp, inPlaceOf previous: OAuthToken? = nil) -> OAuthToken {
    OAuthToken(self, obtainedAt: now, refreshToken: refreshToken ?? previous?.refreshToken)
  }

  /// The token with its secrets, to be kept where nobody else can read it.
  public var stored: JSON {
    var object: JSON.Object = ["access_token": .string(accessToken.exposed), "obtained_at": .int(obtainedAt.seconds)]
    if let refreshToken { object["refresh_token"] = .string(refreshToken.exposed) }
    if let lifetime { object["expires_in"] = .int(lifetime) }
    if let scopes { object["scope"] = .string(scopes.description) }
    if let accountURL { object["me"] = .string(accountURL) }
    return .object(object)
  }

  /// When the token ends by itself.
  public var expiresAt: Timestamp? { moment(atPercent: 100) }

  /// When the token is to be renewed: after four fifths of its life, where it can be renewed at all.
  public var refreshDue: Timestamp? { refreshToken == nil ? nil : moment(atPercent: 80) }

  private func moment(atPercent percent: Int) -> Timestamp? {
    lifetime.map {
      Timestamp(
        seconds: obtainedAt.seconds + min($0, Self.century) / 100 * percent
          + min($0, Self.century) % 100 * percent / 100)
    }
  }

  /// Some servers mean "never" by a number of that kind, or by one that nothing can be added to.
  private static let century = 100 * 366 * 86_400
}
