public import JSONValue

/// The OpenID Connect claims about the signed-in account.
public struct UserInfo: Entity, Hashable {
  /// The subject identifier; on Mastodon, the ActivityPub identifier of the account.
  public let subject: String
  /// The issuer of the claims.
  public let issuer: String?
  /// The display name.
  public let name: String?
  /// The user name, without the domain.
  public let username: String?
  /// The URL of the profile page.
  public let profileURL: String?
  /// The URL of the avatar.
  public let pictureURL: String?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes the claims.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "user info")
    subject = try fields.word("sub", or: "an identifier")
    issuer = fields.word("iss")
    name = fields.word("name")
    username = fields.word("preferred_username")
    profileURL = fields.word("profile")
    pictureURL = fields.word("picture")
    raw = json
  }
}
