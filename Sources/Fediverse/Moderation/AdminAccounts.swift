public import JSONValue

extension Client.Admin {
  /// A filter for accounts. Properties that are `nil` do not filter.
  public struct AccountFilter: Sendable, Hashable {
    /// The origin of an account.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
      /// The account belongs to this server.
      case local
      /// The account belongs to another server.
      case remote
    }

    /// The moderation state of an account.
    public enum State: String, Sendable, Hashable, CaseIterable {
      /// Not restricted.
      case active
      /// Awaits approval of its registration.
      case pending
      /// Cannot sign in.
      case disabled
      /// Visible only to its followers.
      case silenced
      /// Suspended.
      case suspended
    }

    /// The origin of the account.
    public var origin: Origin?
    /// The moderation state of the account.
    public var state: State?
    /// Whether to include only moderators and administrators.
    public var isStaff = false
    /// The identifiers of roles; the account must have one of them.
    public var roleIDs: [String] = []
    /// The identifier of the account that invited it.
    public var inviterID: String?
    /// A part of its user name.
    public var username: String?
    /// A part of its display name.
    public var displayName: String?
    /// Its domain.
    public var domain: String?
    /// A part of its email address.
    public var email: String?
    /// The IP address it last used.
    public var address: String?

    /// Creates a filter that matches every account.
    public init() {}

    var fields: [(name: String, value: String)] {
      let single: [(String, String?)] = [
        ("origin", origin?.rawValue), ("status", state?.rawValue), ("permissions", isStaff ? "staff" : nil),
        ("invited_by", inviterID), ("username", username), ("display_name", displayName), ("by_domain", domain),
        ("email", email), ("ip", address),
      ]
      return single.compactMap { name, value in value.map { (name: name, value: $0) } }
        + roleIDs.map { (name: "role_ids[]", value: $0) }
    }
  }

  /// The accounts known to the server, newest first.
  public func accounts(_ choice: AccountFilter = AccountFilter()) -> PagedList<AdminAccount> {
    PagedList(ordered: client, .get("/api/v2/admin/accounts", choice.fields).needing(.administration))
  }

  /// Fetches an account by identifier.
  public func account(_ id: String) async throws(FediverseError) -> AdminAccount {
    try await client.perform(.get("/api/v1/admin/accounts/\(id)").needing(.administration)).entity()
  }

  /// Approves a pending registration.
  public func approve(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await post("/api/v1/admin/accounts/\(accountID)/approve")
  }

  /// Rejects a pending registration and deletes the account.
  public func reject(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await post("/api/v1/admin/accounts/\(accountID)/reject")
  }

  /// Lets a disabled account sign in again.
  public func enable(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await post("/api/v1/admin/accounts/\(accountID)/enable")
  }

  /// Lifts the limit on an account.
  public func unsilence(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await post("/api/v1/admin/accounts/\(accountID)/unsilence")
  }

  /// Lifts the suspension of an account.
  public func unsuspend(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await post("/api/v1/admin/accounts/\(accountID)/unsuspend")
  }

  /// Stops marking the media of an account as sensitive.
  public func unsensitize(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await post("/api/v1/admin/accounts/\(accountID)/unsensitive")
  }

  /// Deletes the data of a suspended account for good.
  public func delete(_ accountID: String) async throws(FediverseError) {
    try await client.remove(.delete("/api/v1/admin/accounts/\(accountID)").needing(.administration))
  }
}

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
