import JSONValue

extension Client {
  /// The calls for moderators and administrators.
  public var admin: Admin { Admin(client: self) }

  /// The calls for moderators and administrators.
  public struct Admin: Sendable {
    let client: Client

    /// A moderation action on an account.
    public enum Action: String, Sendable, Hashable, CaseIterable {
      /// Only records a note.
      case none
      /// Disables sign-in.
      case disable
      /// Limits the account to its followers.
      case silence
      /// Marks its media as sensitive.
      case sensitive
      /// Suspends the account and hides its content.
      case suspend
    }

    /// Takes a moderation action on an account, records it and resolves the report.
    ///
    /// - Parameters:
    ///   - accountID: the identifier of the account.
    ///   - action: the action.
    ///   - reportID: the report to resolve.
    ///   - text: a note; included in the email to the account if one is sent.
    ///   - sendsEmail: whether to notify the account by email; the server's default if `nil`.
    public func moderate(
      _ accountID: String, action: Action, reportID: String? = nil, text: String? = nil, sendsEmail: Bool? = nil
    ) async throws(FediverseError) {
      let body = JSON.members([
        "type": .string(action.rawValue),
        "report_id": reportID.map(JSON.string),
        "text": text.map(JSON.string),
        "send_email_notification": sendsEmail.map(JSON.bool),
      ])
      let call = Call.post("/api/v1/admin/accounts/\(accountID)/action", .json(body))
      _ = try await client.perform(call.needing(.administration))
    }

    /// Makes a change that can be repeated, and returns what was changed.
    func post<Value: Entity>(_ path: Path) async throws(FediverseError) -> Value {
      try await client.perform(.ensure(path).needing(.administration)).entity()
    }
  }
}
