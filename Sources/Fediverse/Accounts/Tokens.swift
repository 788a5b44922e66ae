public import JSONValue

extension Client {
  /// The calls about the account's access tokens.
  public var tokens: Tokens { Tokens(client: self) }

  /// The calls about the account's access tokens.
  public struct Tokens: Sendable {
    let client: Client

    /// The access tokens of the account, newest first.
    public var all: PagedList<TokenInfo> { PagedList(ordered: client, .get("/api/v1/tokens").needing(.tokens)) }

    /// Fetches an access token by identifier.
    public func token(_ id: String) async throws(FediverseError) -> TokenInfo {
      try await client.perform(.get("/api/v1/tokens/\(id)").needing(.tokens)).entity()
    }

    /// Revokes an access token and returns what was known about it.
    public func invalidate(_ id: String) async throws(FediverseError) -> TokenInfo {
      try await client.perform(.ensure("/api/v1/tokens/\(id)/invalidate").needing(.tokens)).entity()
    }
  }
}

/// Information about an access token of the account, without its secret.
public struct TokenInfo: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// When the token was created.
  public let createdAt: Timestamp?
  /// When it was last used, to about the hour.
  public let lastUsed: Timestamp?
  /// The scopes it grants.
  public let scopes: [String]
  /// The app it was issued to.
  public let application: Application?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes information about an access token.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "token")
    id = try fields.id()
    createdAt = fields.time("created_at")
    lastUsed = fields.time("last_used")
    scopes = (fields.word("scope") ?? "").split(separator: " ").map(String.init)
    application = fields.entity("application")
    raw = json
  }
}
