public import JSONValue

/// What somebody told those who look after the server about an account.
public struct AdminReport: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
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
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// When it was done with.
  public let resolvedAt: Timestamp?
  /// Who sees to it.
  public let assignee: AdminAccount?
  /// Who was done with it.
  public let resolver: AdminAccount?
  /// The rules of the server that were broken.
  public let rules: [Instance.Rule]
  /// Whether the server of the account was told.
  public let isForwarded: Bool?
  /// The whole object as sent by the server.
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
    updatedAt = fields.time("updated_at")
    resolvedAt = fields.time("action_taken_at")
    assignee = fields.entity("assigned_account")
    resolver = fields.entity("action_taken_by_account")
    rules = fields.entities("rules")
    isForwarded = fields.truth("forwarded")
    raw = json
  }
}
