public import JSONValue

/// A report about an account, with the details visible to moderators.
public struct AdminReport: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The category: `spam`, `violation`, `legal` or `other`.
  public let category: String
  /// The comment of the reporter.
  public let comment: String
  /// The reported account.
  public let target: AdminAccount?
  /// The account that made the report.
  public let reporter: AdminAccount?
  /// The reported statuses.
  public let statuses: [Status]
  /// When it was made.
  public let createdAt: Timestamp?
  /// Whether it is resolved.
  public let isResolved: Bool
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// When it was resolved.
  public let resolvedAt: Timestamp?
  /// The moderator it is assigned to.
  public let assignee: AdminAccount?
  /// The moderator who resolved it.
  public let resolver: AdminAccount?
  /// The violated rules.
  public let rules: [Instance.Rule]
  /// Whether it was forwarded to the account's server.
  public let isForwarded: Bool?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a report.
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
