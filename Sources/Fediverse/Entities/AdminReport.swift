public import JSONValue

/// What somebody told those who look after the server about an account.
public struct AdminReport: Entity, Hashable, Identifiable {
  /// The identifier, local to the server.
  public let id: String
  /// What it is about, as the server spells it: `spam`, `violation`, `legal`, `other`.
  public let category: String
  /// What was said.
  public let comment: String
  /// Whom it is about.
  public let target: AdminAccount?
  /// Who made it.
  public let reporter: AdminAccount?
  /// The statuses that it names.
  public let statuses: [Status]
  /// When it was made.
  public let createdAt: Timestamp?
  /// Whether it is done with.
  public let isResolved: Bool
  /// Whether the server of the account was told.
  public let isForwarded: Bool?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a report.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "report")
    id = try fields.id()
    category = fields.word("category") ?? "other"
    comment = fields.text("comment") ?? ""
    target = fields.entity("target_account")
    reporter = fields.entity("account")
    statuses = fields.entities("statuses")
    createdAt = fields.time("created_at")
    isResolved = fields.truth("action_taken") ?? false
    isForwarded = fields.truth("forwarded")
    raw = json
  }
}

/// An account as those who look after the server see it.
public struct AdminAccount: Entity, Hashable, Identifiable {
  /// The identifier, local to the server.
  public let id: String
  /// The name before the `@`.
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
  /// The account as everybody sees it.
  public let account: Account?
  /// The whole object as the server sent it.
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
    raw = json
  }
}
