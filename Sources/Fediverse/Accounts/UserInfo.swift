public import JSONValue

/// Who is signed in, as OpenID Connect has it.
public struct UserInfo: Entity, Hashable {
  /// What identifies the account, its ActivityPub identifier on Mastodon.
  public let subject: String
  /// The server that says so.
  public let issuer: String?
  /// The name to show.
  public let name: String?
  /// The name before the `@`.
  public let username: String?
  /// The page of the profile.
  public let profileURL: String?
  /// The avatar.
  public let pictureURL: String?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads who is signed in.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "user info")
    guard let subject = fields.word("sub") else { throw ShapeError(path: "user info.sub", expected: "an identifier") }
    self.subject = subject
    issuer = fields.word("iss")
    name = fields.word("name")
    username = fields.word("preferred_username")
    profileURL = fields.word("profile")
    pictureURL = fields.word("picture")
    raw = json
  }
}
