public import JSONValue

/// An account as those who look after the server see it.
public struct AdminAccount: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The user name, without the domain.
  public let username: String
  /// The domain, or `nil` for an account of the server itself.
  public let domain: String?
  /// The mail address, where it may be known.
  public let email: String?
  /// When it was made.
  public let createdAt: Timestamp?
  /// Whether it can sign in no more.
  public let isDisabled: Bool
  /// Whether it is hidden from those who do not follow it.
  public let isSilenced: Bool
  /// Whether it is closed.
  public let isSuspended: Bool
  /// Whether its media are hidden until asked for.
  public let isSensitized: Bool
  /// Whether its mail address is known to be its own, where it has one.
  public let isConfirmed: Bool?
  /// Whether it was let in, where it is the server's own.
  public let isApproved: Bool?
  /// The network address that it was last seen at.
  public let lastAddress: String?
  /// The language of its mails by its ISO 639 code.
  public let locale: String?
  /// Why it wants to be let in.
  public let inviteRequest: String?
  /// What it may do, by the name of its role.
  public let roleName: String?
  /// The account that invited it.
  public let inviterID: String?
  /// The account as everybody sees it.
  public let account: Account?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads an account.
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
    // Servers before Mastodon 4.0 give the name alone.
    roleName = fields.word("role") ?? fields.fields("role").word("name")
    inviterID = fields.word("invited_by_account_id")
    raw = json
  }
}
