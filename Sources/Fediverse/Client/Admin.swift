import JSONValue

extension Client {
  /// The calls of those who look after the server.
  public var admin: Admin { Admin(client: self) }

  /// The calls of those who look after the server.
  public struct Admin: Sendable {
    let client: Client

    /// What is done about an account.
    public enum Action: String, Sendable, Hashable, CaseIterable {
      /// Nothing but a note of it.
      case none
      /// It cannot sign in.
      case disable
      /// Nobody sees it but those who follow it.
      case silence
      /// Its media are hidden until asked for.
      case sensitive
      /// It is closed, and what it published is hidden.
      case suspend
    }

    /// The reports that people made, newest first: those that wait, or those that are done with.
    public func reports(resolved isResolved: Bool = false) -> PagedList<AdminReport> {
      PagedList(ordered: client, .get("/api/v1/admin/reports", [("resolved", String(isResolved))]))
    }

    /// The report of this identifier.
    public func report(_ id: String) async throws(FediverseError) -> AdminReport {
      try await client.perform(.get("/api/v1/admin/reports/\(id)")).entity()
    }

    /// Marks a report as done with.
    public func resolve(_ id: String) async throws(FediverseError) -> AdminReport {
      try await client.perform(.ensure("/api/v1/admin/reports/\(id)/resolve")).entity()
    }

    /// Does something about an account, and notes it; the report is done with then.
    ///
    /// - Parameters:
    ///   - reportID: the report that it is done for.
    ///   - text: what is said about it, to the account too where it is told by mail.
    ///   - isTold: whether the account is told by mail; as the server likes where not given.
    public func moderate(
      _ accountID: String, action: Action, reportID: String? = nil, text: String? = nil, isTold: Bool? = nil
    ) async throws(FediverseError) {
      var body = JSON.Object()
      body["type"] = .string(action.rawValue)
      body["report_id"] = reportID.map(JSON.string)
      body["text"] = text.map(JSON.string)
      body["send_email_notification"] = isTold.map(JSON.bool)
      _ = try await client.perform(.post("/api/v1/admin/accounts/\(accountID)/action", .json(.object(body))))
    }
  }
}
