public import JSONValue

extension Client {
  /// Reports an account to the server's moderators. Returns the report, or `nil` if the server does not send it.
  public func report(_ report: NewReport) async throws(FediverseError) -> Report? {
    do throws(FediverseError) {
      return try await perform(.post("/api/v1/reports", .json(report.json))).entity()
    } catch  where error.meansAbsence {
      for call in try pixelfedCalls(for: report, instead: error) { _ = try await perform(call) }
      return nil
    }
  }

  /// Pixelfed's reports are about one object each, have no comment and use other categories.
  private func pixelfedCalls(
    for report: NewReport, instead error: FediverseError
  ) throws(FediverseError) -> [Call] {
    guard let category = report.category?.rawValue, Self.pixelfedCategories.contains(category) else {
      throw .otherCategories(server, error, Self.pixelfedCategories)
    }
    let things =
      report.statusIDs.isEmpty ? [("user", report.accountID)] : report.statusIDs.map { ("post", $0) }
    return things.map { kind, id in
      .post(
        "/api/v1.1/report",
        .json(["report_type": .string(category), "object_type": .string(kind), "object_id": .string(id)]))
    }
  }

  private static let pixelfedCategories = [
    "spam", "sensitive", "abusive", "underage", "violence", "copyright", "impersonation", "scam", "terrorism",
  ]
}

/// The category of a report.
public struct ReportCategory: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Spam.
  public static let spam = ReportCategory(rawValue: "spam")
  /// A violation of the server's rules.
  public static let violation = ReportCategory(rawValue: "violation")
  /// Illegal content.
  public static let legal = ReportCategory(rawValue: "legal")
  /// Anything else.
  public static let other = ReportCategory(rawValue: "other")
}

/// A report by the signed-in account about another account.
public struct Report: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The category.
  public let category: ReportCategory
  /// The comment.
  public let comment: String
  /// Whether moderators have acted on it.
  public let isResolved: Bool
  /// When moderators acted on it.
  public let resolvedAt: Timestamp?
  /// Whether it was forwarded to the account's server.
  public let isForwarded: Bool?
  /// When it was made.
  public let createdAt: Timestamp?
  /// The identifiers of the reported statuses.
  public let statusIDs: [String]
  /// The identifiers of the violated rules.
  public let ruleIDs: [String]
  /// The reported account.
  public let target: Account?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a report.
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

/// A report to send.
public struct NewReport: Sendable, Hashable {
  /// The identifier of the reported account.
  public var accountID: String
  /// The category; `other` if `nil`.
  public var category: ReportCategory?
  /// The comment.
  public var comment: String
  /// The identifiers of the reported statuses.
  public var statusIDs: [String]
  /// The identifiers of the violated rules.
  public var ruleIDs: [String]
  /// The identifiers of the reported collections.
  public var collectionIDs: [String]
  /// Whether to forward it to the account's server.
  public var isForwarded: Bool

  /// Creates a report about an account.
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

extension Client.Admin {
  /// The reports, newest first.
  ///
  /// - Parameters:
  ///   - isResolved: whether to list resolved reports instead of open ones.
  ///   - reporterID: the account that made them; any if `nil`.
  ///   - targetID: the reported account; any if `nil`.
  public func reports(
    resolved isResolved: Bool = false, by reporterID: String? = nil, about targetID: String? = nil
  ) -> PagedList<AdminReport> {
    var query = QueryItems()
    query.set("resolved", isResolved)
    query.set("account_id", reporterID)
    query.set("target_account_id", targetID)
    let list = PagedList<AdminReport>(
      ordered: client, .get("/api/v1/admin/reports", query.pairs).needing(.administration))
    return list.matching { $0.isResolved == isResolved }
  }

  /// Fetches a report by identifier.
  public func report(_ id: String) async throws(FediverseError) -> AdminReport {
    try await client.perform(.get("/api/v1/admin/reports/\(id)").needing(.administration)).entity()
  }

  /// Sets the category of a report.
  ///
  /// - Parameters:
  ///   - id: the identifier of the report.
  ///   - category: `spam`, `violation`, `legal` or `other`.
  ///   - ruleIDs: the identifiers of the violated rules.
  public func setCategory(
    of id: String, to category: String, ruleIDs: [String] = []
  ) async throws(FediverseError) -> AdminReport {
    let body = JSON.members(["category": .string(category), "rule_ids": .texts(ruleIDs)])
    return try await client.perform(.put("/api/v1/admin/reports/\(id)", .json(body)).needing(.administration)).entity()
  }

  /// Resolves a report.
  public func resolve(_ id: String) async throws(FediverseError) -> AdminReport {
    try await post("/api/v1/admin/reports/\(id)/resolve")
  }

  /// Reopens a report.
  public func reopen(_ id: String) async throws(FediverseError) -> AdminReport {
    try await post("/api/v1/admin/reports/\(id)/reopen")
  }

  /// Assigns a report to yourself.
  public func assignToSelf(_ id: String) async throws(FediverseError) -> AdminReport {
    try await post("/api/v1/admin/reports/\(id)/assign_to_self")
  }

  /// Removes the assignment of a report.
  public func unassign(_ id: String) async throws(FediverseError) -> AdminReport {
    try await post("/api/v1/admin/reports/\(id)/unassign")
  }
}

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

extension FediverseError {
  fileprivate static func otherCategories(
    _ server: ServerAddress, _ error: FediverseError, _ categories: [String]
  ) -> FediverseError {
    let detail = "it does not accept reports of this form; on Pixelfed, use one of its categories: "
    return FediverseError(
      error.kind, server: server, status: error.status, request: error.request,
      detail: detail + categories.joined(separator: ", "))
  }
}
