public import JSONValue

/// What an account is reported for.
public struct ReportCategory: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Unwanted advertising.
  public static let spam = ReportCategory(rawValue: "spam")
  /// What breaks rules of the server.
  public static let violation = ReportCategory(rawValue: "violation")
  /// What breaks the law.
  public static let legal = ReportCategory(rawValue: "legal")
  /// Anything else.
  public static let other = ReportCategory(rawValue: "other")
}

/// What the signed-in account told those who look after the server about another one.
public struct Report: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// What it is about.
  public let category: ReportCategory
  /// What was said.
  public let comment: String
  /// Whether something was done about it.
  public let isResolved: Bool
  /// When something was done about it.
  public let resolvedAt: Timestamp?
  /// Whether the server of the account was told.
  public let isForwarded: Bool?
  /// When it was made.
  public let createdAt: Timestamp?
  /// The statuses that it names.
  public let statusIDs: [String]
  /// The rules that it names.
  public let ruleIDs: [String]
  /// Whom it is about.
  public let target: Account?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a report.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "report")
    id = try fields.id()
    category = fields.spelling("category") ?? .other
    comment = fields.text("comment") ?? ""
    isResolved = fields.truth("action_taken") ?? false
    resolvedAt = fields.time("action_taken_at")
    isForwarded = fields.truth("forwarded")
    createdAt = fields.time("created_at")
    statusIDs = fields.ids("status_ids")
    ruleIDs = fields.ids("rule_ids")
    target = fields.entity("target_account")
    raw = json
  }
}

/// A report that is yet to be made.
public struct NewReport: Sendable, Hashable {
  /// The account that it is about.
  public var accountID: String
  /// What it is about; anything else where not given.
  public var category: ReportCategory?
  /// What is said.
  public var comment: String
  /// Statuses of the account that show it.
  public var statusIDs: [String]
  /// The rules that are broken.
  public var ruleIDs: [String]
  /// Collections of the account that show it.
  public var collectionIDs: [String]
  /// Whether the server of the account is told too.
  public var isForwarded: Bool

  /// A report about an account, with nothing else said.
  public init(about accountID: String) {
    self.accountID = accountID
    comment = ""
    statusIDs = []
    ruleIDs = []
    collectionIDs = []
    isForwarded = false
  }

  var json: JSON {
    var object = JSON.Object()
    object["account_id"] = .string(accountID)
    object["category"] = category.map { .string($0.rawValue) }
    object["comment"] = comment.isEmpty ? nil : .string(comment)
    object["status_ids"] = statusIDs.isEmpty ? nil : .array(statusIDs.map(JSON.string))
    object["rule_ids"] = ruleIDs.isEmpty ? nil : .array(ruleIDs.map(JSON.string))
    object["collection_ids"] = collectionIDs.isEmpty ? nil : .array(collectionIDs.map(JSON.string))
    object["forward"] = isForwarded ? true : nil
    return .object(object)
  }
}
