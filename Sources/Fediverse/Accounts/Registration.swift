import JSONValue

extension Client {
  /// The calls of those who have no account yet.
  public var registration: Registration { Registration(client: self) }

  /// The calls of those who have no account yet.
  public struct Registration: Sendable {
    let client: Client

    /// Makes an account, for which the client's token must be one of a program without an account.
    ///
    /// - Returns: the token of the new account, which can do little before its mail address is confirmed; `nil` where
    ///   the server gives none before somebody has looked at the account.
    public func register(_ account: NewAccount) async throws(FediverseError) -> AccessToken? {
      let granted: Granted = try await client.perform(.post("/api/v1/accounts", .json(account.json))).entity()
      return granted.token
    }

    /// Lets the server send its mail once more by which the address is confirmed.
    ///
    /// - Parameter email: the address that takes the place of the one that was given.
    public func resendConfirmation(to email: String? = nil) async throws(FediverseError) {
      let body = email.map { Call.Body.json(["email": .string($0)]) } ?? .none
      _ = try await client.perform(.post("/api/v1/emails/confirmations", body))
    }

    /// Whether the mail address of the account is confirmed.
    public func isConfirmed() async throws(FediverseError) -> Bool {
      try await client.perform(.get("/api/v1/emails/check_confirmation")).entity(as: Truth.self).value
    }
  }
}

/// What a server gives to a new account.
private struct Granted: Entity {
  let token: AccessToken?

  /// Pleroma says by an identifier what the account waits for.
  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "token")
    token = fields.word("access_token").map { AccessToken($0) }
    guard token != nil || fields["identifier"] != nil else {
      throw ShapeError(path: "token.access_token", expected: "a token")
    }
  }
}

/// An answer that is nothing but yes or no.
private struct Truth: Entity {
  let value: Bool

  init(json: JSON) throws(ShapeError) {
    guard let value = json.bool else { throw ShapeError(path: "answer", expected: "a truth value") }
    self.value = value
  }
}
