public import JSONValue

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
