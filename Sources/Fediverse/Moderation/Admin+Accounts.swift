extension Client.Admin {
  /// Which accounts are wanted; what is not given makes no difference.
  public struct AccountChoice: Sendable, Hashable {
    /// Where an account is.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
      /// On the server.
      case local
      /// On another one.
      case remote
    }

    /// What was done about an account.
    public enum State: String, Sendable, Hashable, CaseIterable {
      /// Nothing.
      case active
      /// It waits to be let in.
      case pending
      /// It cannot sign in.
      case disabled
      /// It is hidden from those who do not follow it.
      case silenced
      /// It is closed.
      case suspended
    }

    /// Where the account is.
    public var origin: Origin?
    /// What was done about it.
    public var state: State?
    /// Whether it is one of those who look after the server.
    public var isStaff = false
    /// The identifiers of roles, one of which it has.
    public var roleIDs: [String] = []
    /// The account that invited it.
    public var inviterID: String?
    /// A part of its name.
    public var username: String?
    /// A part of the name that is shown.
    public var displayName: String?
    /// Its domain.
    public var domain: String?
    /// A part of its mail address.
    public var email: String?
    /// The network address that it was last seen at.
    public var address: String?

    /// Every account.
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

  /// The accounts that the server knows, the newest first.
  public func accounts(_ choice: AccountChoice = AccountChoice()) -> PagedList<AdminAccount> {
    PagedList(ordered: client, .get("/api/v2/admin/accounts", choice.fields).needing(.administration))
  }

  /// The account of this identifier.
  public func account(_ id: String) async throws(FediverseError) -> AdminAccount {
    try await client.perform(.get("/api/v1/admin/accounts/\(id)").needing(.administration)).entity()
  }

  /// Lets an account in that waits for it.
  public func approve(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await bring("approve", about: accountID)
  }

  /// Turns an account away that waits to be let in, and removes it.
  public func reject(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await bring("reject", about: accountID)
  }

  /// Lets an account sign in again.
  public func enable(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await bring("enable", about: accountID)
  }

  /// Shows an account to everybody again.
  public func unsilence(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await bring("unsilence", about: accountID)
  }

  /// Opens a closed account again.
  public func unsuspend(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await bring("unsuspend", about: accountID)
  }

  /// Shows the media of an account unasked again.
  public func unsensitize(_ accountID: String) async throws(FediverseError) -> AdminAccount {
    try await bring("unsensitive", about: accountID)
  }

  /// Removes what is left of a suspended account for good.
  public func delete(_ accountID: String) async throws(FediverseError) {
    _ = try await client.perform(.delete("/api/v1/admin/accounts/\(accountID)").needing(.administration))
  }

  private func bring(_ act: String, about id: String) async throws(FediverseError) -> AdminAccount {
    try await client.perform(.ensure("/api/v1/admin/accounts/\(id)/\(act)").needing(.administration)).entity()
  }
}
