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

    /// Does something about an account, and notes it; the report is done with then.
    ///
    /// - Parameters:
    ///   - accountID: the identifier of the account.
    ///   - action: what is done.
    ///   - reportID: the report that it is done for.
    ///   - text: what is said about it, to the account too where it is told by mail.
    ///   - isTold: whether the account is told by mail; as the server likes where not given.
    public func moderate(
      _ accountID: String, action: Action, reportID: String? = nil, text: String? = nil, isTold: Bool? = nil
    ) async throws(FediverseError) {
      let body = JSON.members([
        "type": .string(action.rawValue),
        "report_id": reportID.map(JSON.string),
        "text": text.map(JSON.string),
        "send_email_notification": isTold.map(JSON.bool),
      ])
      let call = Call.post("/api/v1/admin/accounts/\(accountID)/action", .json(body))
      _ = try await client.perform(call.needing(.administration))
    }
  }
}
