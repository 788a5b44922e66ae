public import JSONValue

extension Client {
  /// The calls about the sign-ins of the account.
  public var tokens: Tokens { Tokens(client: self) }

  /// The calls about the sign-ins of the account.
  public struct Tokens: Sendable {
    let client: Client

    /// Every sign-in, newest first.
    public var all: PagedList<TokenInfo> { PagedList(ordered: client, .get("/api/v1/tokens").needing(.tokens)) }

    /// The sign-in of this identifier.
    public func token(_ id: String) async throws(FediverseError) -> TokenInfo {
      try await client.perform(.get("/api/v1/tokens/\(id)").needing(.tokens)).entity()
    }

    /// Ends a sign-in, and gives what was known of it.
    public func invalidate(_ id: String) async throws(FediverseError) -> TokenInfo {
      try await client.perform(.ensure("/api/v1/tokens/\(id)/invalidate").needing(.tokens)).entity()
    }
  }
}

/// What a server says of one sign-in of the account, without the token itself.
public struct TokenInfo: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// When the sign-in was made.
  public let createdAt: Timestamp?
  /// When it was last used, by the hour or so.
  public let lastUsed: Timestamp?
  /// What it allows.
  public let scopes: [String]
  /// The program that it was made for.
  public let application: Application?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads what is said of a sign-in.
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
