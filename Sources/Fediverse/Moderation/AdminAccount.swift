public import JSONValue

/// An account with the details visible to moderators.
public struct AdminAccount: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The user name, without the domain.
  public let username: String
  /// The domain, or `nil` for a local account.
  public let domain: String?
  /// The email address, if visible.
  public let email: String?
  /// When it was created.
  public let createdAt: Timestamp?
  /// Whether it cannot sign in.
  public let isDisabled: Bool
  /// Whether it is visible only to its followers.
  public let isSilenced: Bool
  /// Whether it is suspended.
  public let isSuspended: Bool
  /// Whether its media are marked as sensitive.
  public let isSensitized: Bool
  /// Whether its email address is confirmed, if it has one.
  public let isConfirmed: Bool?
  /// Whether its registration is approved; only for local accounts.
  public let isApproved: Bool?
  /// The IP address it last used.
  public let lastAddress: String?
  /// The language of its emails, as an ISO 639 code.
  public let locale: String?
  /// The reason given for joining.
  public let inviteRequest: String?
  /// The name of its role.
  public let roleName: String?
  /// The identifier of the account that invited it.
  public let inviterID: String?
  /// The public account.
  public let account: Account?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes an account.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "admin account")
    id = try fields.id()
    account = fields.entity("account")
    username = fields.word("username") ?? account?.username ?? ""
    domain = fields.word("domain")
    email = fields.word("email")
    createdAt = fields.time("created_at")
    isDisabled = fields.truth("disabled") ?? false
    isSilenced = fields.truth("silenced") ?? false
    isSuspended = fields.truth("suspended") ?? false
    isSensitized = fields.truth("sensitized") ?? false
    isConfirmed = fields.truth("confirmed")
    isApproved = fields.truth("approved")
    lastAddress = fields.word("ip") ?? fields.fields("ip").word("ip")
    locale = fields.word("locale")
    inviteRequest = fields.word("invite_request")
    // Before Mastodon 4.0 the role is only a name.
    roleName = fields.word("role") ?? fields.fields("role").word("name")
    inviterID = fields.word("invited_by_account_id")
    raw = json
  }
}
