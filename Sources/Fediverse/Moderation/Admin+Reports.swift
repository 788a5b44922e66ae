import JSONValue

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
