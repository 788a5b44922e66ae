import JSONValue

extension Client.Admin {
  /// The reports that people made, newest first.
  ///
  /// - Parameters:
  ///   - isResolved: whether those are wanted that are done with, or those that wait.
  ///   - reporterID: the account that made them; any where not given.
  ///   - targetID: the account that they are about; any where not given.
  public func reports(
    resolved isResolved: Bool = false, by reporterID: String? = nil, about targetID: String? = nil
  ) -> PagedList<AdminReport> {
    var query = [(name: "resolved", value: String(isResolved))]
    if let reporterID { query.append(("account_id", reporterID)) }
    if let targetID { query.append(("target_account_id", targetID)) }
    return PagedList(ordered: client, .get("/api/v1/admin/reports", query).needing(.administration))
  }

  /// The report of this identifier.
  public func report(_ id: String) async throws(FediverseError) -> AdminReport {
    try await client.perform(.get("/api/v1/admin/reports/\(id)").needing(.administration)).entity()
  }

  /// Says what a report is about.
  ///
  /// - Parameters:
  ///   - id: the identifier of the report.
  ///   - category: what it is about, as servers spell it: `spam`, `violation`, `legal`, `other`.
  ///   - ruleIDs: the rules of the server that were broken, where it is about a violation.
  public func setCategory(
    of id: String, to category: String, ruleIDs: [String] = []
  ) async throws(FediverseError) -> AdminReport {
    let body = JSON.members(["category": .string(category), "rule_ids": .texts(ruleIDs)])
    return try await client.perform(.put("/api/v1/admin/reports/\(id)", .json(body)).needing(.administration)).entity()
  }

  /// Marks a report as done with.
  public func resolve(_ id: String) async throws(FediverseError) -> AdminReport {
    try await bring("resolve", on: id)
  }

  /// Marks a report as not done with.
  public func reopen(_ id: String) async throws(FediverseError) -> AdminReport {
    try await bring("reopen", on: id)
  }

  /// Says that the signed-in account sees to a report.
  public func assignToSelf(_ id: String) async throws(FediverseError) -> AdminReport {
    try await bring("assign_to_self", on: id)
  }

  /// Says that nobody sees to a report.
  public func unassign(_ id: String) async throws(FediverseError) -> AdminReport {
    try await bring("unassign", on: id)
  }

  private func bring(_ act: String, on id: String) async throws(FediverseError) -> AdminReport {
    try await client.perform(.ensure("/api/v1/admin/reports/\(id)/\(act)").needing(.administration)).entity()
  }
}
