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
